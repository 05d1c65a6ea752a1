// The match book: sessions, the next deal, totals, the chart, undo, standings, export.

import { Refused, ask, hasServer, settings } from './ask.js';
import { amend, deal, facts, keep, keepButton, keptList, named, seatChoice, setDiscarder, setNames, setWinner, settled, thrown, toKeys, wins } from './deal.js';
import { find, h, redraw, svg } from './dom.js';
import { WINDS, readLine } from './line.js';
import * as localBook from './localbook.js';
import { signed } from './payment.js';
import { state } from './store.js';
import { seatName, t } from './text.js';
import { handPicture } from './tiles.js';

/** The book of a server, in the same shape as the local one. */
const serverBook = {
  local: false,
  sessions: async () => (await ask('book-sessions')).sessions,
  session: (session) => ask('book-session', { session }),
  open: (players, name) => ask('book-open', { players, name, enter: true, rulings: settings.rulings }),
  record: async (sheet, result, wins, discarder) => (await ask('book-record', { session: sheet.session, result, wins, discarder, expected: sheet.version })).sheet,
  amend: async (sheet, { deal: number, reason, calls }, result, wins, discarder) =>
    (await ask('book-amend', { session: sheet.session, deal: number, reason, result, wins, discarder, calls: calls.map(({ seat, ...call }) => ({ ...call, player: seat })), expected: sheet.version })).sheet,
  undo: async (sheet) => (await ask('book-undo', { session: sheet.session, expected: sheet.version })).sheet,
  exported: async () => (await ask('book-export')).book,
  standings: () => ask('book-standings'),
};

let book = null;
let sheet = null;

export function build() {
  return [h('div', { id: 'book-status', role: 'status' }), h('div', { id: 'book-content' })];
}

export async function draw() {
  try {
    book ??= await chooseBook();
    const sessions = await book.sessions();
    if (!sheet && sessions.length) sheet = await book.session((sessions.find((one) => one.session === deal.amending?.session) ?? sessions.at(-1)).session);
    say('');
    redraw(find('#book-content'), head(sessions), sheet ? [nextDeal(), totals(), chart(), deals()] : h('p', { class: 'hint' }, t('book.none')), opening(), h('div', { id: 'standings' }), tools());
  } catch (error) {
    say(error.message, draw);
  }
}

async function chooseBook() {
  if (!(await hasServer())) return localBook;
  try {
    await serverBook.sessions();
    return serverBook;
  } catch (error) {
    if (error instanceof Refused) return localBook;
    throw error;
  }
}

function say(text, again) {
  const box = find('#book-status');
  redraw(box, text ? h('div', { class: 'card error', role: 'alert' }, h('pre', {}, text), again ? h('button', { type: 'button', onclick: again }, t('book.reload')) : null) : null);
}

/** Good news. */
const tell = (text) => redraw(find('#book-status'), h('p', { class: 'card note' }, text));

/** The deal to be recorded, when it is another one: the hand on the keys, those kept, who threw. */
export function again() {
  const box = find('#next-deal');
  if (sheet && box) redraw(box, ...nextDeal().childNodes);
}

/** Does something to the book and shows what became of it; false where it was refused. */
async function act(change) {
  try {
    const after = await change();
    if (after?.deals) sheet = after;
    await draw();
    return true;
  } catch (error) {
    say(error.message);
    if (error instanceof Refused && sheet) sheet = await book.session(sheet.session);
    return false;
  }
}

// ---------------------------------------------------------------- sessions

function head(sessions) {
  const pick = async (event) => {
    sheet = await book.session(Number(event.target.value));
    draw();
  };
  const options = sessions.map((one) => h('option', { value: one.session, selected: one.session === sheet?.session }, `${one.session} · ${one.name || one.opened.slice(0, 16).replace('T', ' ')}`));
  return [
    book.local ? h('p', { class: 'hint' }, t('book.local')) : tokenField(),
    sessions.length ? h('label', { class: 'field', for: 'book-session' }, t('book.sessions'), h('select', { id: 'book-session', 'data-focus': 'book-session', onchange: pick }, options)) : null,
  ];
}

function tokenField() {
  const keep = (event) => {
    settings.token = event.target.value.trim();
    sessionStorage.setItem('token', settings.token);
  };
  return h('label', { class: 'field', for: 'book-token' }, t('book.token'), h('input', { id: 'book-token', type: 'password', autocomplete: 'off', value: settings.token, oninput: keep }));
}

function opening() {
  const players = [...WINDS].map((seat, at) => h('label', { class: 'field', for: `player${at}` }, t('book.player', { seat: seatName(seat) }), h('input', { id: `player${at}`, maxlength: 40, autocomplete: 'off', value: named(seat) === seatName(seat) ? '' : named(seat) })));
  const name = h('input', { id: 'session-name', maxlength: 60, autocomplete: 'off' });
  const open = (event) => {
    event.preventDefault();
    const names = [...WINDS].map((seat, at) => find(`#player${at}`).value.trim() || seatName(seat));
    setNames(names);
    act(() => book.open(names, name.value.trim()));
  };
  return h(
    'details',
    { class: 'card', open: !sheet },
    h('summary', {}, h('h2', {}, t('book.new'))),
    h('form', { onsubmit: open }, h('label', { class: 'field', for: 'session-name' }, t('book.name'), name), h('div', { class: 'fields' }, players), h('button', { type: 'submit', class: 'primary', id: 'book-open' }, t('book.open'))),
  );
}

// ---------------------------------------------------------------- the next deal

const player = (seat) => sheet.players[seat] ?? seatName(seat);

const seated = (seat) => (player(seat) === seatName(seat) ? seatName(seat) : `${seatName(seat)} ${player(seat)}`);

/** The deal of this session that is being amended, if it is still there. */
const amended = () => {
  const { amending } = deal;
  return amending?.session === sheet.session ? sheet.deals.find((one) => one.deal === amending.deal) : undefined;
};

function nextDeal() {
  const old = amended();
  const { dealer, streak, round } = old ?? sheet.next;
  return h(
    'section',
    { class: 'card', id: 'next-deal' },
    h('h2', {}, t(old ? 'book.amend.deal' : 'book.next', { deal: old?.deal, dealer: seated(dealer), streak, round: seatName(round) })),
    old ? h('p', { class: 'hint' }, t('book.at', { dealer: seated(dealer), streak, round: seatName(round) })) : null,
    winners(),
    old ? [reason(), amendButtons()] : recordButtons(),
  );
}

/** The hand on the keys and the ones kept, with their seats, and who threw. */
function winners() {
  const score = !state.busy && state.look?.score;
  const choose = (act) => (seat) => {
    act(seat);
    again();
  };
  return [
    score
      ? [h('p', {}, handPicture(state.hand), h('strong', {}, ` ${score.total} ${t('fan')}`)), h('div', { class: 'fields' }, seatChoice('deal-winner', t('winner'), facts.winner, choose(setWinner), seated), thrower(choose))]
      : [h('p', { class: 'hint' }, t(state.busy ? 'ask' : 'book.no-hand')), deal.kept.length ? h('div', { class: 'fields' }, thrower(choose)) : null],
    deal.kept.length ? [h('h3', {}, t('kept')), keptList('deal-kept', seated)] : null,
  ];
}

const thrower = (choose) => (thrown() ? seatChoice('deal-discarder', t('discarder'), facts.discarder, choose(setDiscarder), seated) : null);
const outcome = () => ['win', wins(), thrown() ? facts.discarder : null];
const label = (key) => (wins().length > 1 ? t(`${key}.all`, { count: wins().length }) : t(key));
const ready = () => !state.busy && wins().length > 0;

function recordButtons() {
  const record = (...what) => act(() => book.record(sheet, ...what).then(close));
  return h(
    'p',
    { class: 'buttons' },
    ready() ? h('button', { type: 'button', class: 'primary', id: 'book-record', 'data-focus': 'book-record', onclick: () => record(...outcome()) }, label('book.record')) : null,
    keepButton('book-keep'),
    h('button', { type: 'button', id: 'book-draw', 'data-focus': 'book-draw', onclick: () => record('draw', [], null) }, t('book.draw')),
    sheet.deals.length ? h('button', { type: 'button', id: 'book-undo', 'data-focus': 'book-undo', onclick: () => act(() => book.undo(sheet)) }, t('book.undo')) : null,
  );
}

function amendButtons() {
  const { deal: number, calls } = deal.amending;
  const record = async (...what) => {
    if (await act(() => book.amend(sheet, deal.amending, ...what).then(close))) tell(t('book.amended', { deal: number }));
  };
  return [
    calls.length ? h('p', { class: 'hint' }, t('book.calls', { calls: calls.map((one) => `${one.name} ${player(one.seat)}`).join(', ') })) : null,
    h(
      'p',
      { class: 'buttons' },
      ready() ? h('button', { type: 'button', class: 'primary', id: 'amend-record', 'data-focus': 'amend-record', onclick: () => record(...outcome()) }, label('book.amend.record')) : null,
      h('button', { type: 'button', id: 'amend-keys', onclick: toKeys }, t('book.keys')),
      keepButton('book-keep'),
      h('button', { type: 'button', id: 'amend-draw', onclick: () => record('draw', [], null) }, t('book.amend.draw')),
      h('button', { type: 'button', id: 'amend-leave', class: 'quiet', onclick: settled }, t('book.leave')),
    ),
  ];
}

function reason() {
  const said = (event) => {
    deal.amending.reason = event.target.value;
    keep();
  };
  return h('label', { class: 'field', for: 'amend-reason' }, t('book.reason'), h('input', { id: 'amend-reason', 'data-focus': 'amend-reason', maxlength: 100, autocomplete: 'off', value: deal.amending.reason, oninput: said }));
}

/** What was on its way into the book stands there now. */
function close(after) {
  settled();
  return after;
}

// ---------------------------------------------------------------- what was played

function totals() {
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, t('book.totals')),
    h('dl', { class: 'deltas', id: 'totals' }, accounts().map((seat) => h('div', { class: `seat${WINDS.indexOf(seat)}` }, h('dt', {}, player(seat)), h('dd', { class: sheet.totals[seat] < 0 ? 'minus' : 'plus' }, signed(sheet.totals[seat]))))),
  );
}

const accounts = () => Object.keys(sheet.totals).filter((seat) => WINDS.includes(seat) || sheet.totals[seat]);

/** The running totals as lines, one for each seat. */
function chart() {
  if (!sheet.deals.length) return null;
  const [width, height, edge] = [600, 220, 12];
  const lines = [...WINDS].map((seat) => sheet.deals.reduce((sums, { deltas }) => [...sums, sums.at(-1) + (deltas[seat] ?? 0)], [0]));
  const least = Math.min(...lines.flat());
  const span = Math.max(...lines.flat()) - least || 1;
  const x = (at) => edge + (at * (width - 2 * edge)) / sheet.deals.length;
  const y = (value) => height - edge - ((value - least) * (height - 2 * edge)) / span;
  const said = [...WINDS].map((seat) => `${player(seat)} ${signed(sheet.totals[seat])}`).join(', ');
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, t('book.chart')),
    svg(
      'svg',
      { viewBox: `0 0 ${width} ${height}`, class: 'chart', role: 'img', 'aria-label': t('book.chart.text', { totals: said }) },
      svg('line', { x1: edge, x2: width - edge, y1: y(0), y2: y(0), class: 'zero' }),
      lines.map((values, seat) => svg('polyline', { class: `seat${seat}`, points: values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ') })),
    ),
  );
}

function deals() {
  const items = sheet.deals.map((one) =>
    h(
      'li',
      {},
      h('p', {}, `${t('book.deal')} ${one.deal} · ${seatName(one.round)} · ${t('dealer')} ${player(one.dealer)}${one.streak ? ` · ${t('streak')} ${one.streak}` : ''}`),
      one.result === 'win'
        ? one.wins.map((win) => h('p', {}, `${player(win.seat)} ${win.total} ${t('fan')} · ${one.discarder ? `${t('discarder')} ${player(one.discarder)}` : t('drawn')} `, picture(win.line)))
        : h('p', {}, t('book.draw')),
      h('p', { class: 'hint' }, [...WINDS].map((seat) => `${player(seat)} ${signed(one.deltas[seat] ?? 0)}`).join(' · ')),
      (one.amended ?? []).map((before) => h('p', { class: 'hint' }, `${t('book.was')} ${before.reason}`)),
      h('button', { type: 'button', class: 'amend', 'data-deal': one.deal, 'aria-label': t('book.amend.deal', { deal: one.deal }), onclick: () => open(one) }, t('book.amend')),
    ),
  );
  return h('details', { class: 'card' }, h('summary', {}, h('h2', {}, `${t('book.deals')} (${items.length})`)), items.length ? h('ol', { class: 'deals', reversed: true }, items.reverse()) : h('p', { class: 'hint' }, t('book.none.deals')));
}

/** A deal back on the keys, to be recorded anew. */
function open(one) {
  amend(sheet.session, one);
  find('#next-deal').scrollIntoView({ block: 'start' });
  find('#amend-reason').focus({ preventScroll: true });
}

function picture(line) {
  const hand = readLine(line);
  return hand ? handPicture(hand) : h('code', {}, line);
}

// ---------------------------------------------------------------- standings, export

function tools() {
  const takeIn = async (event) => {
    const [file] = event.target.files;
    if (!file || !localBook.imported(await file.text())) return say(t('book.import.bad'));
    sheet = null;
    draw();
  };
  const remove = () => act(() => localBook.remove(sheet.session).then(() => (sheet = null)));
  return h(
    'p',
    { class: 'buttons' },
    h('button', { type: 'button', id: 'book-standings', onclick: showStandings }, t('book.standings')),
    h('button', { type: 'button', id: 'book-export', onclick: exportBook }, t('book.export')),
    book.local ? h('label', { class: 'button' }, t('book.import'), h('input', { type: 'file', accept: 'application/json,.json', class: 'hidden-file', onchange: takeIn })) : null,
    book.local && sheet ? h('button', { type: 'button', class: 'quiet', onclick: remove }, t('book.delete')) : null,
  );
}

async function showStandings() {
  const { players, teams = [] } = await book.standings();
  const list = (rows) => h('table', { class: 'standings' }, h('thead', {}, h('tr', {}, ['#', '', t('book.points'), t('book.wins')].map((text) => h('th', { scope: 'col' }, text || ' ')))), h('tbody', {}, rows.map((one) => h('tr', {}, h('td', {}, one.rank), h('th', { scope: 'row' }, one.name), h('td', {}, signed(one.points)), h('td', {}, one.wins)))));
  redraw(find('#standings'), h('section', { class: 'card' }, h('h2', {}, t('book.standings')), list(players), teams.length ? list(teams) : null));
}

async function exportBook() {
  try {
    const text = JSON.stringify(await book.exported(), null, 1);
    const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    h('a', { href: address, download: 'yunlong-book.json' }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  } catch (error) {
    say(error.message);
  }
}
