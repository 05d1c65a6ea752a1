// What the core says of the hand: what is missing, the waits, or the worth with every row and its reason.

import { ask, hasServer, settings } from './ask.js';
import { claimPart } from './claim.js';
import { deal } from './deal.js';
import { find, h, redraw } from './dom.js';
import { addTile, removeTile } from './line.js';
import { paymentPart } from './payment.js';
import { choose, rulings, settingText, sourceTexts } from './rules.js';
import * as store from './store.js';
import { either, t, tileName, wordName } from './text.js';
import { group, picture } from './tiles.js';

const { state } = store;
const PAUSE = 300;
const EXAMPLES = ['112233456778899m5p+5p', '123m234p345s456m57p55z+6p|自摸', '(1111m)(222+2p)[3333s]456m555z9p+9p|自摸', '1133m5577p99s113355z+5z'];

let drawnFor = '';
let openRow = -1;
let resting = 0;

/** Draws the answer anew when it is another one. */
export function draw() {
  const box = find('#answer');
  if (!box) return;
  const { look, failure } = state;
  box.classList.toggle('busy', state.busy);
  const shown = JSON.stringify([look, failure, deal.kept, settings.rulings, document.documentElement.lang]);
  if (shown === drawnFor && box.childElementCount) return;
  drawnFor = shown;
  openRow = -1;
  redraw(box, changedRulings(), failure && !look ? failed(failure) : look ? parts(look) : h('p', { class: 'hint' }, t('ask')));
  clearTimeout(resting);
  resting = setTimeout(() => more(look), PAUSE);
}

/** What takes longer, and is asked for when the hand has come to rest. */
async function more(look) {
  if (look?.score && (await hasServer())) drawDeciding(look.line);
  else if (look?.state === 'complete' && look.error) drawDiscards(look.line);
}

export const forget = () => (drawnFor = '');

function parts(look) {
  if (look.score) return complete(look);
  return [unfinished(look), deal.kept.length ? paymentPart() : null];
}

function unfinished(look) {
  if (look.error) return [refused(look), look.state === 'complete' ? h('div', { id: 'discards' }) : null];
  if (look.state === 'empty') return welcome();
  if (look.state === 'waiting') return look.waits.length ? waitsPart(look) : notReady(look);
  return null;
}

const failed = (failure) =>
  h('div', { class: 'card error', role: 'alert' }, h('p', {}, failure), h('button', { type: 'button', onclick: store.again }, t('retry')));

function welcome() {
  const examples = EXAMPLES.map((line) => h('li', {}, h('button', { type: 'button', class: 'link', onclick: () => store.open(line) }, line)));
  return h('div', { class: 'card' }, h('p', {}, t('welcome')), h('ul', { class: 'examples' }, examples));
}

function changedRulings() {
  const changed = Object.entries(settings.rulings);
  if (!changed.length) return null;
  const reset = () => {
    settings.rulings = {};
    store.again();
  };
  return h(
    'p',
    { class: 'card note' },
    t('changed'),
    changed.map((pair) => h('code', {}, pair.join('='))),
    ' ',
    h('button', { type: 'button', onclick: reset }, t('reset')),
  );
}

// ---------------------------------------------------------------- refused

/** What is wrong, with the places in the line marked. Offsets count characters, not the halves of JavaScript. */
function refused(look) {
  const problems = look.error.problems.map((problem) =>
    h(
      'li',
      {},
      h('p', { class: 'what' }, problem.text),
      problem.spans.length ? h('p', { class: 'place' }, marked([...state.look.line], problem.spans)) : null,
      h('p', { class: 'remedy' }, `→ ${problem.remedy}`),
    ),
  );
  return h('div', { class: 'card error' }, h('h2', {}, t(look.state === 'complete' ? 'state.won-not' : 'state.refused')), h('ul', { class: 'problems' }, problems));
}

function marked(signs, spans) {
  const inside = (at) => spans.some(([start, end]) => at >= start && at < Math.max(end, start + 1));
  const pieces = [];
  for (let at = 0; at <= signs.length; at++) {
    const sign = signs[at] ?? (inside(at) ? '␣' : '');
    const last = pieces.at(-1);
    if (last && last.marked === inside(at)) last.text += sign;
    else pieces.push({ marked: inside(at), text: sign });
  }
  return h('code', {}, pieces.map(({ marked, text }) => (marked ? h('mark', {}, text) : text)));
}

/** What to discard of a full hand that does not win, the best first. */
async function drawDiscards(line) {
  let found;
  try {
    ({ discards: found } = await ask('discards', { line }));
  } catch {
    return; // why the hand does not win stands there already
  }
  const box = find('#discards');
  if (!box || state.look?.line !== line || !found.length) return;
  const best = found.filter((one) => one.shanten === found[0].shanten);
  const others = found.slice(best.length);
  redraw(
    box,
    h(
      'div',
      { class: 'card' },
      h('h2', {}, t('discards')),
      h('ul', { class: 'discards' }, best.map(discardItem)),
      others.length ? h('details', {}, h('summary', {}, t('discards.others', { count: others.length })), h('ul', { class: 'discards' }, others.map(discardItem))) : null,
    ),
  );
}

function discardItem(found) {
  const { hand } = state;
  const take = () => store.tap(removeTile(hand, found.discard) ?? { ...hand, win: null });
  const name = t('discards.take', { tile: tileName(found.discard) });
  return h(
    'li',
    {},
    h('button', { type: 'button', class: 'take', 'aria-label': name, title: name, onclick: take }, picture([found.discard])),
    h('span', { class: 'left' }, found.shanten ? t('state.not-ready', { shanten: found.shanten }) : t('discards.ready'), h('small', {}, ` ${t('discards.left', { left: found.accepted_left })}`)),
    useful(found.accepted),
  );
}

// ---------------------------------------------------------------- waiting

function notReady(look) {
  const forms = Object.entries(look.forms).map(([form, away]) => `${t(`form.${form}`)} ${away}`).join(' · ');
  return h(
    'div',
    { class: 'card' },
    h('h2', {}, t('state.not-ready', { shanten: look.shanten })),
    h('p', { class: 'hint' }, forms),
    h('h3', {}, t('accepted')),
    useful(look.accepted),
  );
}

const useful = (found) =>
  h('p', { class: 'tile-row' }, found.map(({ tile, left }) => h('span', { class: 'with-count' }, picture([tile]), h('small', {}, t('waits.left', { left })))));

function waitsPart(look) {
  return h('div', { class: 'card' }, h('h2', {}, t('waits')), h('ul', { class: 'waits' }, look.waits.map(wait)));
}

function wait(found) {
  const take = () => store.tap(addTile(state.hand, found.tile));
  const head = h(
    'button',
    { type: 'button', class: 'take', 'aria-label': t('waits.take', { tile: tileName(found.tile) }), disabled: !found.left, onclick: take },
    picture([found.tile]),
  );
  const ways = [['by_discard', 'by-discard'], ['self_drawn', 'self-drawn']].filter(([way]) => found[way]);
  return h(
    'li',
    {},
    head,
    h('span', { class: 'left' }, t('waits.left', { left: found.left })),
    found.why_not ? h('span', { class: 'hint' }, found.why_not) : null,
    ways.map(([way, name]) =>
      h(
        'details',
        { class: 'way' },
        h('summary', {}, `${t(name)} `, h('strong', {}, found[way].total)),
        h('p', {}, found[way].rows.map((row) => h('span', { class: 'chip' }, `${either(row.row, row.english)}${row.times > 1 ? `×${row.times}` : ''} ${row.price}`))),
        found[way].without.length ? h('p', { class: 'hint' }, t('without', { words: found[way].without.map(wordName).join(' ') })) : null,
      ),
    ),
  );
}

// ---------------------------------------------------------------- complete

function complete(look) {
  const { score } = look;
  return [
    h(
      'div',
      { class: 'card' },
      h('h2', { class: 'total' }, `${score.total} `, h('small', {}, t('fan'))),
      h('p', { class: 'hint' }, score.forms.map((form) => t(`form.${form}`)).join(' + ')),
      score.notices.length ? h('ul', { class: 'notices', 'aria-label': t('notices') }, score.notices.map((note) => h('li', {}, note))) : null,
      paidReading(score),
      h('ol', { class: 'rows' }, merged(score.rows).map(paidRow), h('li', { class: 'row plain' }, h('span', { class: 'name' }, t('base')), h('strong', {}, score.base))),
    ),
    h(
      'details',
      { class: 'card', id: 'deciding', ontoggle: (event) => event.currentTarget.open && drawDeciding(look.line) },
      h('summary', {}, h('h2', {}, t('deciding'))),
      h('div', { class: 'found' }, h('p', { class: 'hint' }, t('ask'))),
    ),
    droppedPart(score.dropped),
    readingsPart(score.readings),
    paymentPart(),
    claimPart(look.line, score),
  ];
}

function paidReading(score) {
  const reading = score.readings.find((one) => one.paid);
  return h('p', { class: 'reading' }, reading.groups.map((text) => h('span', { class: text === reading.winning_group ? 'winning-group' : '' }, group(text))));
}

/** Rows without tiles of their own, such as one for each flower, stand once. */
function merged(rows) {
  const found = [];
  for (const row of rows) {
    const same = found.find((one) => one.row === row.row && one.form === row.form && !one.groups.length && !row.groups.length);
    if (!same) found.push({ ...row, times: 1 });
    else Object.assign(same, { times: same.times + 1, price: same.price + row.price });
  }
  return found;
}

/** Touched, a row lights its tiles; tapped, it says why. */
function paidRow(row, at) {
  const id = `why${at}`;
  const more = h('div', { id, class: 'more', hidden: true });
  const toggle = async (event) => {
    const opening = more.hidden;
    if (openRow >= 0 && openRow !== at) close(openRow);
    openRow = opening ? at : -1;
    more.hidden = !opening;
    event.currentTarget.setAttribute('aria-expanded', String(opening));
    store.light(row.groups);
    if (opening) redraw(more, h('p', {}, row.why), await sources(row.sources));
  };
  return h(
    'li',
    { class: 'row' },
    h(
      'button',
      {
        type: 'button', 'aria-expanded': 'false', 'aria-controls': id, onclick: toggle, 'data-row': row.row,
        onpointerenter: (event) => event.pointerType === 'mouse' && store.light(row.groups), onfocus: () => store.light(row.groups),
      },
      rowHead(row),
      h('strong', {}, row.price),
    ),
    more,
  );
}

function close(at) {
  const more = find(`#why${at}`);
  if (!more) return;
  more.hidden = true;
  more.previousElementSibling.setAttribute('aria-expanded', 'false');
}

function rowHead(row) {
  return [
    h('span', { class: 'name' }, either(row.row, row.english), row.times > 1 ? ` ×${row.times}` : null, row.exposure ? h('span', { class: `badge ${row.exposure}` }, t(row.exposure)) : null),
    h('span', { class: 'groups' }, row.groups.map(group)),
  ];
}

async function sources(codes) {
  try {
    const found = await sourceTexts(codes);
    return h('dl', { class: 'sources', 'aria-label': t('sources') }, found.map(({ code, text }) => [h('dt', {}, code), h('dd', {}, text)]));
  } catch (error) {
    return h('p', { class: 'hint' }, error.message);
  }
}

function droppedPart(dropped) {
  const rows = dropped.map((row) => {
    const more = h('div', { class: 'more' });
    const show = async (event) => {
      store.light(event.currentTarget.open ? row.groups : []);
      if (event.currentTarget.open && !more.childElementCount) redraw(more, await sources(row.sources));
    };
    return h('li', { class: 'row dropped' }, h('details', { ontoggle: show }, h('summary', {}, rowHead(row), h('s', {}, row.price), h('span', { class: 'why' }, row.why)), more));
  });
  return h(
    'details',
    { class: 'card', id: 'dropped' },
    h('summary', {}, h('h2', {}, `${t('dropped')} (${dropped.length})`)),
    rows.length ? h('ol', { class: 'rows' }, rows) : h('p', { class: 'hint' }, t('dropped.none')),
  );
}

function readingsPart(readings) {
  const items = readings.map((reading) =>
    h(
      'li',
      { class: reading.paid ? 'paid' : '' },
      h('span', { class: 'reading' }, reading.groups.map((text) => h('span', { class: text === reading.winning_group ? 'winning-group' : '' }, group(text)))),
      h('span', {}, h('strong', {}, reading.total), ` ${t(`form.${reading.form}`)}`, reading.paid ? h('span', { class: 'badge' }, t('reading.paid')) : null),
    ),
  );
  return h('details', { class: 'card' }, h('summary', {}, h('h2', {}, `${t('readings')} (${readings.length})`)), h('ul', { class: 'readings' }, items));
}

/** Asked for apart, and in the browser only when wanted: it scores the hand once for every ruling. */
async function drawDeciding(line) {
  let found, known;
  try {
    [{ deciding: found }, { rows: known }] = await Promise.all([ask('score', { line, deciding: true }), rulings()]);
  } catch (error) {
    const said = find('#deciding .found');
    return said && redraw(said, h('p', { class: 'hint' }, error.message));
  }
  const box = find('#deciding');
  if (!box || state.look?.line !== line) return;
  const items = found.map((one) => {
    const ruling = known.find(({ ruling }) => ruling === one.ruling);
    const use = () => {
      choose(ruling, one.other);
      store.again();
    };
    return h(
      'li',
      {},
      h('p', {}, h('code', {}, one.ruling), ' ', either(ruling.question, ruling.question_en)),
      h('p', {}, `${settingText(ruling, one.setting)}: `, h('strong', {}, one.total)),
      h('p', {}, `${settingText(ruling, one.other)}: `, h('strong', {}, one.other_total), ' ', h('button', { type: 'button', onclick: use }, t('deciding.use'))),
    );
  });
  find('h2', box).textContent = `${t('deciding')} (${items.length})`;
  redraw(find('.found', box), items.length ? h('ul', { class: 'deciding' }, items) : h('p', { class: 'hint' }, t('deciding.none')));
}
