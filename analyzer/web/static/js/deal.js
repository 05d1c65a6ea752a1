// The deal on the page, shared by payment and book: the seats, who won and who threw, the other winners' hands kept
// aside, and the deal of the book that is being amended.

import { settings } from './ask.js';
import { find, h } from './dom.js';
import { EMPTY, WINDS, readLine, writeLine } from './line.js';
import { state, tap } from './store.js';
import { seatName, t } from './text.js';
import { handPicture } from './tiles.js';

const MULTIPLE = ['雙響', '三響'];
const MOST_KEPT = 2; // the third winner's hand is the one on the keys

export const facts = load(localStorage, 'seats', { names: ['', '', '', ''], winner: '東', discarder: '南', dealer: '東', streak: 0 });

/** `kept`: the hands of other winners, `{winner, line, total}`; `amending`: `{session, deal, reason, calls}` or null. */
export const deal = load(sessionStorage, 'deal', { kept: [], amending: null });

const listeners = new Set();
export const onDeal = (listener) => listeners.add(listener);

function load(place, name, usual) {
  try {
    return { ...usual, ...JSON.parse(place.getItem(name)) };
  } catch {
    return usual;
  }
}

export function keep() {
  try {
    localStorage.setItem('seats', JSON.stringify(facts));
    sessionStorage.setItem('deal', JSON.stringify(deal));
  } catch {
    // Then all this lasts as long as the page.
  }
}

/** Something of the deal is another: it is stored, and every part that shows it is drawn anew. */
export function change(values) {
  Object.assign(deal, values);
  keep();
  listeners.forEach((listener) => listener());
}

// ---------------------------------------------------------------- seats

export const named = (seat) => facts.names[WINDS.indexOf(seat)] || seatName(seat);

export function setNames(names) {
  facts.names = names;
  keep();
}

/** A choice of seats; `chosen` is told the seat, `name` says who sits there. */
export function seatChoice(id, label, seat, chosen, name = named) {
  const options = [...WINDS].map((one) => h('option', { value: one, selected: one === seat }, name(one)));
  return h('label', { class: 'field', for: id }, label, h('select', { id, 'data-focus': id, onchange: (event) => chosen(event.target.value) }, options));
}

/** Who won with the hand on the keys. */
export function setWinner(seat) {
  facts.winner = seat;
  if (facts.discarder === seat) facts.discarder = free([seat]);
  keep();
}

export function setDiscarder(seat) {
  facts.discarder = seat;
  keep();
}

/** The next seat after the winner's that is none of these. */
const free = (taken) => [1, 2, 3].map((step) => WINDS[(WINDS.indexOf(facts.winner) + step) % 4]).find((seat) => !taken.includes(seat));

// ---------------------------------------------------------------- several winners

/** Whether nobody threw the tile; after a 大明槓 somebody did (G8, R10). */
const isDrawn = (hand) => hand.drawn && !(hand.words.includes('大明槓上') && (settings.rulings.R10 ?? 'discard') === 'discard');

/** Whether somebody is to be named as the one who threw. */
export const thrown = () => deal.kept.length > 0 || !isDrawn(state.hand);

/** All that won, the hand on the keys last. How many there are says 雙響 or 三響, whatever the lines say. */
export function wins() {
  const all = [...deal.kept.map(({ winner, line }) => ({ winner, line })), ...(state.look?.score ? [{ winner: facts.winner, line: state.look.line }] : [])];
  return all.length > 1 ? all.map(({ winner, line }) => ({ winner, line: single(line) })) : all;
}

function single(line) {
  const hand = readLine(line);
  return hand ? writeLine({ ...hand, words: hand.words.filter((word) => !MULTIPLE.includes(word)) }) : line;
}

const onKeys = () => ({ winner: facts.winner, line: state.look.line, total: state.look.score.total });

const canKeep = () => Boolean(state.look?.score) && !isDrawn(state.hand) && deal.kept.length < MOST_KEPT;

/** The hand on the keys is put aside as a winner; the keys are free for the next one's. */
function keepHand() {
  const kept = [...deal.kept, onKeys()];
  facts.winner = free([...kept.map((one) => one.winner), facts.discarder]) ?? facts.winner;
  tap(EMPTY);
  change({ kept });
  toKeys();
}

/** To the keys, wherever one is. */
export function toKeys() {
  document.dispatchEvent(new CustomEvent('page', { detail: 'hand' }));
  find('#keypad [tabindex="0"]').focus({ preventScroll: true });
}

/** A kept hand back on the keys; the one that is there is kept in its place. */
export function bring(at) {
  const { winner, line } = deal.kept[at];
  const place = state.look?.score ? [onKeys()] : [];
  facts.winner = winner;
  tap(readLine(line));
  change({ kept: deal.kept.toSpliced(at, 1, ...place) });
}

const letGo = (at) => change({ kept: deal.kept.toSpliced(at, 1) });
const reseat = (at, winner) => change({ kept: deal.kept.with(at, { ...deal.kept[at], winner }) });

/** The kept hands: whose each is, and back to the keys or away. */
export function keptList(id, name = named) {
  if (!deal.kept.length) return null;
  const items = deal.kept.map((one, at) => {
    const back = t('kept.bring', { winner: name(one.winner), total: one.total });
    return h(
      'li',
      {},
      seatChoice(`${id}${at}`, t('winner'), one.winner, (seat) => reseat(at, seat), name),
      h('button', { type: 'button', class: 'take', 'data-focus': `${id}-bring${at}`, 'aria-label': back, title: back, onclick: () => bring(at) }, handPicture(readLine(one.line)), h('strong', {}, ` ${one.total}`)),
      h('button', { type: 'button', class: 'quiet', 'data-focus': `${id}-away${at}`, 'aria-label': t('kept.remove', { winner: name(one.winner) }), onclick: () => letGo(at) }, '✕'),
    );
  });
  return h('ul', { class: 'kept', 'aria-label': t('kept') }, items);
}

/** Offers to keep the hand, where another may have won on the same tile. */
export const keepButton = (id) => (canKeep() ? h('button', { type: 'button', id, onclick: keepHand }, t('kept.keep')) : null);

// ---------------------------------------------------------------- amending

/** A deal of the book back on the keys, to be recorded anew. */
export function amend(session, { deal: number, wins: won, discarder, calls = [] }) {
  const last = won.at(-1);
  if (last) facts.winner = last.seat;
  if (discarder) facts.discarder = discarder;
  tap(last ? readLine(single(last.line)) : EMPTY);
  change({ kept: won.slice(0, -1).map(({ seat, line, total }) => ({ winner: seat, line: single(line), total })), amending: { session, deal: number, reason: '', calls } });
}

/** The deal is recorded, or left as it was. */
export const settled = () => change({ kept: [], amending: null });
