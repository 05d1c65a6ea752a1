// Which circumstances exclude each other, so that a toggle can put out the others. Whether a hand with them is possible
// is judged by the core; the tests hold these pairs against its tables.

const pairs = (one, others) => one.flatMap((word) => others.map((other) => [word, other]));
const among = (words) => words.flatMap((word, at) => words.slice(at + 1).map((other) => [word, other]));

const READY = ['叮', '天叮', '地叮'];
const OPENING = ['天胡', '地胡', '人胡'];

export const CLASHES = [
  ['海底', '河底'],
  ...among(['槓上', '大明槓上', '花上']),
  ...among(READY),
  ...among(OPENING),
  ...pairs(['天胡'], READY),
  ...pairs(OPENING, ['海底', '河底', '搶槓']),
  ['雙響', '三響'],
  ['搶槓', '河底'],
  ['搶槓', '叮銃'],
  ['地胡', '莊'],
];
export const SELF_DRAWN = ['天胡', '海底', '槓上', '大明槓上', '花上', '尾牌'];
export const BY_DISCARD = ['河底', '搶槓', '叮銃', '雙響', '三響'];

/** The toggles as they are shown. */
export const SHOWN = [
  ['叮', '天叮', '地叮', '叮即', '叮銃'],
  ['海底', '河底', '槓上', '大明槓上', '花上', '搶槓'],
  ['天胡', '地胡', '人胡'],
  ['雙響', '三響', '四絕', '真絕'],
  ['莊'],
];

const drop = (hand, gone) => ({
  ...hand,
  words: hand.words.filter((word) => !gone.includes(word)),
  values: Object.fromEntries(Object.entries(hand.values).filter(([word]) => !gone.includes(word))),
});

/** A circumstance put on or off; what cannot stand beside it goes out. */
export function toggleWord(hand, word) {
  if (hand.words.includes(word)) return withoutLoneInstant(drop(hand, [word]));
  const clashing = CLASHES.filter((pair) => pair.includes(word)).map(([one, other]) => (one === word ? other : one));
  const other = SELF_DRAWN.includes(word) ? BY_DISCARD : BY_DISCARD.includes(word) ? SELF_DRAWN : [];
  const after = drop(hand, [...clashing, ...other]);
  const words = [...after.words, word];
  if (word === '叮即' && !isReady(words)) words.push('叮');
  const drawn = SELF_DRAWN.includes(word) || (after.drawn && !BY_DISCARD.includes(word));
  return withoutLoneInstant({ ...after, words, drawn });
}

const isReady = (words) => READY.some((one) => words.includes(one));

/** 叮即 says nothing without 叮. */
const withoutLoneInstant = (hand) => (isReady(hand.words) ? hand : drop(hand, ['叮即']));

/** Drawn by oneself, or from a discard; what needs the other way goes out. */
export function setDrawn(hand, drawn) {
  return { ...drop(hand, drawn ? BY_DISCARD : SELF_DRAWN), drawn };
}
