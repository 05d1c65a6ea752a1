// A hand while it is being tapped, and the canonical line that says it. What a line is worth, and whether it is
// possible, is asked of the core; here stands only how canonical lines are spelled.

export const SUITS = 'mps';
export const FLOWERS = '春夏秋冬梅蘭菊竹';
export const WINDS = '東南西北';
export const KINDS = [...SUITS].flatMap((suit) => [...'123456789'].map((n) => n + suit)).concat([...'1234567'].map((n) => n + 'z'));
export const ORDER = [
  '自摸', '叮', '天叮', '地叮', '叮即', '叮銃', '海底', '河底', '槓上', '大明槓上', '花上', '搶槓', '天胡', '地胡', '人胡',
  '雙響', '三響', '四絕', '真絕', '尾牌', '反雪', '棄', '見', '門風', '圈風', '莊', '連',
];
export const KONGS = ['direct', 'added', 'concealed'];

/** Nothing yet. `tiles` are undeclared, the winning one apart; `flowers` are numbers 0–7, `unnamed` a bare count. */
export const EMPTY = { tiles: [], melds: [], win: null, flowers: [], unnamed: 0, drawn: false, words: [], values: {} };

export const place = (kind) => KINDS.indexOf(kind);
const sorted = (kinds) => [...kinds].sort((a, b) => place(a) - place(b));
const isKong = (meld) => KONGS.includes(meld.claim);

/** The tiles of a meld, from its claim and its lowest tile. */
export function meldTiles({ claim, kind }) {
  if (claim === 'chow') return [0, 1, 2].map((step) => Number(kind[0]) + step + kind[1]);
  return Array(claim === 'pung' ? 3 : 4).fill(kind);
}

/** Tiles as they are written, the suit once a run: `112m5z`. */
export function writeTiles(kinds) {
  return kinds.map((kind, at) => (kinds[at + 1]?.[1] === kind[1] ? kind[0] : kind)).join('');
}

function writeMeld(meld) {
  const [number, suit] = meld.kind;
  if (meld.claim === 'added') return `(${number.repeat(3)}+${number}${suit})`;
  const inner = writeTiles(meldTiles(meld));
  return meld.claim === 'concealed' ? `[${inner}]` : `(${inner})`;
}

/** The canonical line of a hand. */
export function writeLine(hand) {
  const flowers = hand.flowers.map((flower) => FLOWERS[flower]).join('') || hand.unnamed || '';
  const tiles = hand.melds.map(writeMeld).join('') + writeTiles(sorted(hand.tiles)) + (hand.win ? `+${hand.win}` : '');
  const said = [...hand.words, ...(hand.drawn ? ['自摸'] : [])];
  const words = ORDER.filter((word) => said.includes(word) || word in hand.values).map((word) => {
    if (!(word in hand.values)) return word;
    const value = hand.values[word];
    return `${word}=${word === '見' ? writeTiles(sorted(value)) : value}`;
  });
  return tiles + (flowers ? `花${flowers}` : '') + (words.length ? `|${words.join(' ')}` : '');
}

const ITEM =
  /\((\d+)(?:\+(\d))?([mpsz])\)|\[(\d{4})([mpsz])\]|\+(\d)([mpsz])|(\d+)([mpsz])|花([春夏秋冬梅蘭菊竹]+|\d)|\s+/y;

/** The hand of a canonical line, or null for a line that is not spelled so. */
export function readLine(line) {
  const [body, after = '', ...rest] = line.split('|');
  if (rest.length) return null;
  const hand = { ...EMPTY, tiles: [], melds: [], flowers: [], words: [], values: {} };
  ITEM.lastIndex = 0;
  for (let match; ITEM.lastIndex < body.length; ) {
    if (!(match = ITEM.exec(body)) || !readItem(hand, match)) return null;
  }
  if (!after.split(/\s+/).filter(Boolean).every((word) => readWord(hand, word))) return null;
  // A line may mark one of seventeen tiles instead of giving the seventeenth apart; canonical ones never do.
  return hand;
}

function readItem(hand, [, meld, fourth, meldSuit, kong, kongSuit, win, winSuit, tiles, suit, flowers]) {
  const known = (kind) => KINDS.includes(kind);
  if (meld) {
    const found = readMeld(meld, fourth, meldSuit);
    if (found) hand.melds.push(found);
    return found;
  }
  if (kong) {
    const kind = kong[0] + kongSuit;
    if (kong !== kong[0].repeat(4) || !known(kind)) return false;
    hand.melds.push({ claim: 'concealed', kind });
  } else if (win) {
    if (hand.win || !known(win + winSuit)) return false;
    hand.win = win + winSuit;
  } else if (tiles) {
    const kinds = [...tiles].map((number) => number + suit);
    if (!kinds.every(known)) return false;
    hand.tiles.push(...kinds);
  } else if (flowers) {
    if (/\d/.test(flowers)) hand.unnamed = Number(flowers);
    else hand.flowers.push(...[...flowers].map((flower) => FLOWERS.indexOf(flower)));
  }
  return true;
}

function readMeld(digits, fourth, suit) {
  const kind = digits[0] + suit;
  if (!KINDS.includes(kind)) return null;
  const candidates = fourth ? ['added'] : ['chow', 'pung', 'direct'];
  const written = digits + (fourth ?? '');
  return candidates
    .map((claim) => ({ claim, kind }))
    .find((meld) => (meld.claim !== 'chow' || (suit !== 'z' && digits[0] <= '7')) && meldTiles(meld).map((one) => one[0]).join('') === written);
}

function readWord(hand, text) {
  const [word, value] = text.split('=');
  if (!ORDER.includes(word)) return false;
  if (word === '自摸' && value === undefined) hand.drawn = true;
  else if (value === undefined) hand.words.push(word);
  else if (word === '見') hand.values[word] = readTiles(value);
  else hand.values[word] = WINDS.includes(value) ? value : Number(value);
  return true;
}

/** Tiles out of any piece of a line: of a group such as `(456p)`, of `4m5m`. */
export function readTiles(text) {
  return [...text.matchAll(/(\d+)([mpsz])/g)].flatMap(([, digits, suit]) => [...digits].map((number) => number + suit));
}

// ---------------------------------------------------------------- counting tiles

export const need = (hand) => 17 + hand.melds.filter(isKong).length;
export const size = (hand) => own(hand).length;
const own = (hand) => [...hand.tiles, ...hand.melds.flatMap(meldTiles), ...(hand.win ? [hand.win] : [])];
const count = (kinds, kind) => kinds.filter((one) => one === kind).length;

/** Copies of a kind that lie neither in the hand nor, as far as was said, on the table. */
export const left = (hand, kind) => 4 - count(own(hand), kind) - count(hand.values['見'] ?? [], kind);

/** Undeclared copies, the winning tile among them. */
const loose = (hand, kind) => count(hand.tiles, kind) + (hand.win === kind ? 1 : 0);

// ---------------------------------------------------------------- what a tap does; each gives a new hand, or null when it cannot be

/** One tile more: the last of a full hand is the winning one, and a full hand gets another winning tile. */
export function addTile(hand, kind) {
  if (left(hand, kind) < 1) return null;
  if (size(hand) >= need(hand)) return hand.win ? { ...hand, win: kind } : null;
  if (size(hand) + 1 === need(hand) && !hand.win) return { ...hand, win: kind };
  return { ...hand, tiles: sorted([...hand.tiles, kind]) };
}

/** One undeclared tile less; the hand is not full then, and no tile has won. */
export function removeTile(hand, kind) {
  if (!hand.tiles.includes(kind)) return null;
  const tiles = without(hand.tiles, [kind]);
  return { ...hand, tiles: sorted(hand.win ? [...tiles, hand.win] : tiles), win: null };
}

function without(kinds, taken) {
  const kept = [...kinds];
  for (const kind of taken) kept.splice(kept.indexOf(kind), 1);
  return kept;
}

export function markWin(hand, kind) {
  if (!hand.tiles.includes(kind)) return null;
  return { ...hand, win: kind, tiles: sorted([...without(hand.tiles, [kind]), ...(hand.win ? [hand.win] : [])]) };
}

/** A meld more: of new tiles while the hand has room for them, else of those it holds. */
export function declare(hand, claim, kind, { fromHand = false } = {}) {
  const meld = { claim, kind };
  if (claim === 'chow' && (kind[1] === 'z' || kind[0] > '7')) return null;
  const tiles = meldTiles(meld);
  const declared = { ...hand, melds: [...hand.melds, meld] };
  const fits = size(declared) <= need(declared) && new Set(tiles).size === tiles.filter((one, at) => tiles.indexOf(one) === at).length;
  const enough = [...new Set(tiles)].every((one) => left(hand, one) >= count(tiles, one));
  if (!fromHand && fits && enough && hand.melds.length < 5) return declared;
  return ofHeld(hand, meld, tiles);
}

function ofHeld(hand, meld, tiles) {
  let rest = { ...hand };
  for (const kind of tiles) {
    if (rest.tiles.includes(kind)) rest = { ...rest, tiles: without(rest.tiles, [kind]) };
    else if (rest.win === kind) rest = { ...rest, win: null };
    else if (left(hand, kind) < 1) return null;
  }
  const declared = { ...rest, melds: [...rest.melds, meld] };
  const possible = KINDS.every((kind) => left(declared, kind) >= 0);
  return possible && size(declared) <= need(declared) && declared.melds.length <= 5 ? declared : null;
}

/** The claims that the undeclared tiles allow with this one as the lowest. */
export function claimsFromHand(hand, kind) {
  return ['chow', 'pung', 'direct', 'concealed'].filter((claim) => {
    const tiles = claim === 'chow' && (kind[1] === 'z' || kind[0] > '7') ? null : meldTiles({ claim, kind });
    return tiles && hand.melds.length < 5 && [...new Set(tiles)].every((one) => loose(hand, one) >= count(tiles, one));
  });
}

export function removeMeld(hand, at) {
  return unmarked({ ...hand, melds: hand.melds.filter((_, place) => place !== at) });
}

/** The tiles of a meld back among the undeclared ones. */
export function takeBack(hand, at) {
  const tiles = meldTiles(hand.melds[at]).slice(0, 3);
  return unmarked({ ...removeMeld(hand, at), tiles: sorted([...hand.tiles, ...tiles]), win: hand.win });
}

/** The same tiles claimed another way; a kong needs its fourth copy. */
export function reclaim(hand, at, claim) {
  const melds = hand.melds.map((meld, place) => (place === at ? { ...meld, claim } : meld));
  const changed = { ...hand, melds };
  return left(changed, hand.melds[at].kind) < 0 ? null : unmarked(changed);
}

/** In a hand that is not full no tile has won. */
function unmarked(hand) {
  return hand.win && size(hand) < need(hand) ? { ...hand, win: null, tiles: sorted([...hand.tiles, hand.win]) } : hand;
}

export function toggleFlower(hand, flower) {
  const flowers = hand.flowers.includes(flower) ? hand.flowers.filter((one) => one !== flower) : [...hand.flowers, flower];
  return { ...hand, unnamed: 0, flowers: flowers.sort((a, b) => a - b) };
}

export function see(hand, kind) {
  if (left(hand, kind) < 1) return null;
  return { ...hand, values: { ...hand.values, 見: sorted([...(hand.values['見'] ?? []), kind]) } };
}

export function withValue(hand, word, value) {
  const { [word]: _, ...values } = hand.values;
  return { ...hand, values: value === null || value === '' || value?.length === 0 ? values : { ...values, [word]: value } };
}
