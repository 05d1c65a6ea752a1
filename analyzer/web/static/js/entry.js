// Putting in a hand: the hand itself, its line, the keys, and the circumstances.

import { SHOWN, setDrawn, toggleWord } from './circumstances.js';
import { deal, keptList, settled } from './deal.js';
import { find, h, redraw } from './dom.js';
import * as line from './line.js';
import * as store from './store.js';
import { many, t, tileName, wordName } from './text.js';
import { claimName, face, flowerKind } from './tiles.js';

const { state } = store;
let mode = 'tile';
let selected = null; // {kind} of an undeclared tile, or {meld} by place
let lastTapped = [];
let handDrawn = '';

// ---------------------------------------------------------------- the frame, built once

/** What is scrolled to, or reached by the keyboard, stays clear of the hand that stays on top. */
const watch = new ResizeObserver(([top]) => {
  document.documentElement.style.scrollPaddingTop = `${top.target.offsetHeight + 8}px`;
});

/** The whole of this part for a language. */
export function build() {
  const top = h('div', { class: 'top' }, h('div', { id: 'hand' }), h('div', { id: 'chosen' }), h('div', { id: 'summary' }));
  handDrawn = '';
  watch.disconnect();
  watch.observe(top);
  const undo = control('undo', '↶', store.undo);
  const redo = control('redo', '↷', store.redo);
  const erase = control('erase', '⌫', eraseLast);
  return [
    top,
    h('div', { id: 'deal-note' }),
    h('div', { id: 'modes', role: 'radiogroup', 'aria-label': t('mode') }),
    h('p', { id: 'hint', class: 'hint' }),
    h(
      'div',
      { id: 'keypad', role: 'group', 'aria-label': t('keypad'), onkeydown: walk },
      h('div', { class: 'keys suit' }, suitKeys('m'), undo),
      h('div', { class: 'keys suit' }, suitKeys('p'), redo),
      h('div', { class: 'keys suit' }, suitKeys('s'), erase),
      h('div', { class: 'keys honours' }, [...'1234567'].map((n) => key(n + 'z'))),
      h('div', { class: 'keys flowers', role: 'group', 'aria-label': t('flowers') }, [...'01234567'].map((n) => flowerKey(Number(n)))),
    ),
    lineBox(),
    h('div', { id: 'circumstances' }),
  ];
}

function control(name, sign, act) {
  return h('button', { type: 'button', class: 'key control', id: name, 'aria-label': t(name), title: t(name), onclick: act }, sign);
}

const suitKeys = (suit) => [...'123456789'].map((number) => key(number + suit));

function key(kind) {
  return h('button', { type: 'button', class: 'key', 'data-key': kind, onclick: () => press(kind) }, face(kind));
}

function flowerKey(flower) {
  const kind = flowerKind(flower);
  return h(
    'button',
    { type: 'button', class: 'key', 'data-flower': flower, 'aria-label': tileName(kind), onclick: () => store.tap(line.toggleFlower(state.hand, flower)) },
    face(kind),
  );
}

/** Arrow keys walk over the keys. */
function walk(event) {
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  if (!(event.key in steps) || !event.target.matches('.key')) return;
  event.preventDefault();
  const [across, down] = steps[event.key];
  const here = middle(event.target);
  const ahead = [...find('#keypad').querySelectorAll('.key')]
    .map((one) => ({ one, ...middle(one) }))
    .filter(({ x, y }) => (across ? (x - here.x) * across > 4 && Math.abs(y - here.y) < 8 : (y - here.y) * down > 8))
    .map((found) => ({ ...found, far: across ? Math.abs(found.x - here.x) : Math.abs(found.y - here.y) * 10 + Math.abs(found.x - here.x) }))
    .sort((a, b) => a.far - b.far);
  if (ahead.length) makeReachable(ahead[0].one).focus();
}

const middle = (element) => {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
};

/** One key at a time is in the order of the tab key; the arrows reach the others. */
function makeReachable(chosen) {
  for (const one of find('#keypad').querySelectorAll('.key')) one.tabIndex = one === chosen ? 0 : -1;
  return chosen;
}

function lineBox() {
  return h(
    'form',
    { class: 'line', onsubmit: (event) => (event.preventDefault(), store.settleLine()) },
    h('label', { for: 'line', class: 'label' }, t('line')),
    h(
      'div',
      { class: 'line-row' },
      h('textarea', {
        id: 'line', rows: 1, spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', autocorrect: 'off', maxlength: 2000,
        placeholder: t('line.example'), oninput: typed, onblur: leave,
        onkeydown: (event) => event.key === 'Enter' && (event.preventDefault(), store.settleLine()),
      }),
      h('button', { type: 'button', id: 'clear', onclick: clear }, t('clear')),
      h('button', { type: 'button', id: 'share' }, t('share')),
    ),
  );
}

let pending = 0;

function typed(event) {
  const text = event.target.value.replace(/\n/g, ' ');
  fit(event.target);
  clearTimeout(pending);
  pending = setTimeout(() => {
    pending = 0;
    store.type(text);
  }, 120);
}

/** What was typed counts at once when the box is left, and then stands there in canonical form. */
function leave(event) {
  if (!pending) return store.settleLine();
  clearTimeout(pending);
  pending = 0;
  store.open(event.target.value.replace(/\n/g, ' '));
}

/** The box as tall as its text. */
function fit(box) {
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight + 2}px`;
}

function clear() {
  selected = null;
  lastTapped = [];
  store.tap(line.EMPTY);
}

function eraseLast() {
  const { hand } = state;
  while (lastTapped.length) {
    const last = lastTapped.pop();
    const after = last.meld ? eraseMeld(last.meld) : eraseTile(hand, last.kind);
    if (after) return store.tap(after);
  }
  if (hand.win) return store.tap(eraseTile(hand, hand.win));
  if (hand.tiles.length) return store.tap(eraseTile(hand, hand.tiles.at(-1)));
  if (hand.melds.length) return store.tap(line.removeMeld(hand, hand.melds.length - 1));
}

const eraseTile = (hand, kind) => (hand.win === kind ? { ...hand, win: null } : line.removeTile(hand, kind));

function eraseMeld(meld) {
  const at = state.hand.melds.findLastIndex((one) => one.claim === meld.claim && one.kind === meld.kind);
  return at < 0 ? null : line.removeMeld(state.hand, at);
}

// ---------------------------------------------------------------- tapping

function press(kind) {
  const { hand } = state;
  selected = null;
  makeReachable(find(`[data-key="${kind}"]`));
  if (mode === 'tile') {
    const after = line.addTile(hand, kind);
    if (after) lastTapped.push({ kind });
    return after ? store.tap(after) : nudge(kind);
  }
  if (mode === 'seen') return store.tap(line.see(hand, kind));
  const meld = { claim: mode, kind };
  const after = line.declare(hand, mode, kind);
  if (!after) return nudge(kind);
  lastTapped.push({ meld });
  mode = 'tile';
  store.tap(after);
}

/** Shows that a tap did nothing. */
function nudge(kind) {
  const pressed = find(`[data-key="${kind}"]`);
  pressed.classList.remove('nudge');
  requestAnimationFrame(() => pressed.classList.add('nudge'));
}

function setMode(value) {
  mode = value;
  selected = null;
  draw();
}

function select(chosen) {
  selected = JSON.stringify(chosen) === JSON.stringify(selected) ? null : chosen;
  draw();
}

function act(hand) {
  selected = null;
  store.tap(hand);
}

// ---------------------------------------------------------------- drawing

/** Everything that changes with the hand. */
export function draw() {
  if (!find('#hand')) return;
  drawHand();
  drawChosen();
  drawSummary();
  drawNote();
  drawLine();
  drawModes();
  drawKeys();
  drawCircumstances();
}

function drawHand() {
  const { hand } = state;
  const lit = litTiles();
  const shown = JSON.stringify([hand, state.lit, lit.win, state.stale, selected]);
  if (shown === handDrawn) return;
  handDrawn = shown;
  const melds = hand.melds.map((meld, at) => {
    const name = `${claimName(meld.claim)} ${line.meldTiles(meld).map(tileName).join(' ')}`;
    return h(
      'button',
      {
        type: 'button', class: `meld ${meld.claim} ${lit.melds.has(at) ? 'lit' : ''}`, 'aria-label': name, title: name,
        'aria-pressed': String(selected?.meld === at), 'data-focus': `meld${at}`, onclick: () => select({ meld: at }),
      },
      line.meldTiles(meld).map(face),
    );
  });
  const tiles = hand.tiles.map((kind, at) => handTile(kind, `tile${at}`, { lit: lit.tiles.has(at) }));
  const win = hand.win && handTile(hand.win, 'win', { lit: lit.win, won: true });
  const flowers = hand.flowers.map((flower) =>
    h(
      'button',
      { type: 'button', class: 'hand-tile flower', 'aria-label': tileName(flowerKind(flower)), 'data-focus': `flower${flower}`, onclick: () => store.tap(line.toggleFlower(hand, flower)) },
      face(flowerKind(flower)),
    ),
  );
  const unnamed = hand.unnamed ? h('span', { class: 'unnamed' }, `花 ${hand.unnamed}`) : null;
  const nothing = !melds.length && !tiles.length && !win && !flowers.length && !unnamed;
  const box = find('#hand');
  box.classList.toggle('stale', state.stale);
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', t('yours'));
  redraw(
    box,
    state.stale && !nothing ? h('p', { class: 'hint' }, t('hand.stale')) : null,
    nothing ? h('p', { class: 'hint' }, t('hand.empty')) : null,
    melds,
    h('span', { class: 'loose' }, tiles, win),
    h('span', { class: 'loose' }, flowers, unnamed),
  );
}

function handTile(kind, focus, { lit, won = false }) {
  const name = won ? t('tile.winning', { tile: tileName(kind) }) : tileName(kind);
  const chosen = !won ? { kind } : { kind, win: true };
  return h(
    'button',
    {
      type: 'button', class: `hand-tile ${won ? 'won' : ''} ${lit ? 'lit' : ''}`, 'aria-label': name, title: name, 'data-focus': focus,
      'aria-pressed': String(JSON.stringify(selected) === JSON.stringify(chosen)), onclick: () => select(chosen),
    },
    face(kind),
  );
}

/** Which tiles of the hand the lit groups are made of. */
function litTiles() {
  const { hand, lit } = state;
  const found = { tiles: new Set(), melds: new Set(), win: false };
  const winning = state.look?.score?.readings.find((reading) => reading.paid)?.winning_group;
  for (const text of lit) {
    const kinds = line.readTiles(text);
    if (/^[([]/.test(text)) {
      const at = hand.melds.findIndex((meld, place) => !found.melds.has(place) && line.writeTiles(line.meldTiles(meld)) === line.writeTiles(kinds));
      if (at >= 0) found.melds.add(at);
      continue;
    }
    for (const kind of kinds) {
      const winFirst = text === winning && kind === hand.win && !found.win;
      const at = winFirst ? -1 : hand.tiles.findIndex((one, place) => one === kind && !found.tiles.has(place));
      if (at >= 0) found.tiles.add(at);
      else if (kind === hand.win) found.win = true;
    }
  }
  return found;
}

function drawChosen() {
  const { hand } = state;
  let actions = [];
  if (selected?.meld !== undefined && hand.melds[selected.meld]) actions = meldActions(hand, selected.meld);
  else if (selected?.kind && (selected.win ? hand.win === selected.kind : hand.tiles.includes(selected.kind))) actions = tileActions(hand, selected);
  else selected = null;
  redraw(
    find('#chosen'),
    actions.map(([name, after], at) => h('button', { type: 'button', 'data-focus': `act${at}`, onclick: () => act(after) }, name)),
    actions.length ? h('button', { type: 'button', class: 'quiet', 'aria-label': t('do.close'), onclick: () => select(selected) }, '✕') : null,
  );
}

function tileActions(hand, { kind, win }) {
  const claims = line.claimsFromHand(hand, kind).map((claim) => {
    const meld = { claim, kind };
    return [`${claimName(claim)} ${line.writeTiles(line.meldTiles(meld))}`, line.declare(hand, claim, kind, { fromHand: true })];
  });
  const removed = win ? { ...hand, win: null } : line.removeTile(hand, kind);
  return [...(win ? [] : [[t('do.win'), line.markWin(hand, kind)]]), [t('do.remove'), removed], ...claims.filter(([, after]) => after)];
}

function meldActions(hand, at) {
  const { claim } = hand.melds[at];
  const others = claim === 'chow' ? [] : ['pung', ...line.KONGS].filter((one) => one !== claim);
  const changes = others.map((one) => [claimName(one), line.reclaim(hand, at, one)]).filter(([, after]) => after);
  return [[t('do.remove'), line.removeMeld(hand, at)], [t('do.back'), line.takeBack(hand, at)], ...changes];
}

function drawSummary() {
  const { hand } = state;
  const how = [false, true].map((drawn) =>
    h(
      'button',
      {
        type: 'button', role: 'radio', 'aria-checked': String(hand.drawn === drawn), 'data-focus': `drawn${drawn}`,
        onclick: () => store.tap(setDrawn(hand, drawn)),
      },
      t(drawn ? 'drawn' : 'discard'),
    ),
  );
  redraw(
    find('#summary'),
    h('div', { class: 'status-box', role: 'status' }, h('button', { type: 'button', id: 'status', class: `status ${state.look?.state ?? ''}`, 'data-focus': 'status', onclick: toAnswer }, statusText())),
    h('div', { class: 'segments', role: 'radiogroup', 'aria-label': t('how'), onkeydown: segmentKeys }, how),
  );
}

/** What else belongs to the deal of this hand: the deal of the book it is for, and the other winners' hands. */
function drawNote() {
  const { amending, kept } = deal;
  const toBook = () => document.dispatchEvent(new CustomEvent('page', { detail: 'book' }));
  redraw(
    find('#deal-note'),
    amending
      ? h(
          'p',
          { class: 'buttons' },
          h('strong', {}, t('book.amending', { deal: amending.deal })),
          h('button', { type: 'button', class: 'primary', id: 'to-book', onclick: toBook }, t('book')),
          h('button', { type: 'button', class: 'quiet', onclick: settled }, t('book.leave')),
        )
      : null,
    kept.length ? [h('p', { class: 'hint' }, t('kept.next')), keptList('kept')] : null,
  );
}

function toAnswer() {
  find('#answer').scrollIntoView({ block: 'start' });
}

/** Arrow keys choose in a group of radio buttons. */
function segmentKeys(event) {
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll('[role=radio]')];
  const next = all.at((all.indexOf(event.target) + step) % all.length);
  next.focus();
  next.click();
}

function statusText() {
  const { look, failure, busy, stale } = state;
  if (!look) return failure || t('ask');
  if (busy && look.state !== 'complete') return t('ask');
  if (look.state === 'empty' && !stale) return t('state.empty');
  if (look.state === 'short') return many('state.short', 'need', look.need);
  if (look.state === 'waiting') {
    return look.waits.length ? many('state.waiting', 'count', look.waits.length) : t('state.not-ready', { shanten: look.shanten });
  }
  if (look.state === 'complete') return look.score ? t('state.complete', { total: look.score.total }) : t('state.won-not');
  return t('state.refused');
}

function drawLine() {
  const box = find('#line');
  if (pending) return;
  box.setAttribute('aria-invalid', String(state.look?.state === 'refused'));
  if (box.value === state.line) return;
  box.value = state.line;
  fit(box);
}

function drawModes() {
  const modes = ['tile', 'chow', 'pung', 'direct', 'added', 'concealed', 'seen'];
  const box = find('#modes');
  box.onkeydown = segmentKeys;
  redraw(
    box,
    modes.map((one) =>
      h(
        'button',
        {
          type: 'button', role: 'radio', 'aria-checked': String(mode === one), tabindex: mode === one ? 0 : -1, 'data-focus': `mode-${one}`,
          onclick: () => setMode(one),
        },
        t(`mode.${one}`),
      ),
    ),
  );
  const full = line.size(state.hand) >= line.need(state.hand) && !state.hand.win;
  const hint = mode !== 'tile' ? t(`hint.${mode}`) : full ? t('hint.unmarked') : '';
  find('#hint').textContent = hint;
  find('#hint').hidden = !hint;
}

function drawKeys() {
  const { hand } = state;
  for (const pressed of find('#keypad').querySelectorAll('[data-key]')) {
    const kind = pressed.dataset.key;
    const left = line.left(hand, kind);
    const possible = canPress(hand, kind, left);
    pressed.setAttribute('aria-disabled', String(!possible));
    const why = left < 1 ? 'key.none' : mode === 'chow' && !possible ? 'key.no-chow' : 'key.left';
    pressed.setAttribute('aria-label', t(why, { tile: tileName(kind), left }));
    pressed.dataset.left = left < 4 ? Math.max(left, 0) : '';
  }
  for (const pressed of find('#keypad').querySelectorAll('[data-flower]')) {
    pressed.setAttribute('aria-pressed', String(hand.flowers.includes(Number(pressed.dataset.flower))));
  }
  find('#undo').setAttribute('aria-disabled', String(!store.canUndo()));
  find('#redo').setAttribute('aria-disabled', String(!store.canRedo()));
  if (!find('#keypad [tabindex="0"]')) makeReachable(find('#keypad .key'));
}

function canPress(hand, kind, left) {
  if (mode === 'tile' || mode === 'seen') return left > 0;
  return line.declare(hand, mode, kind) !== null;
}

function drawCircumstances() {
  const { hand } = state;
  const toggles = SHOWN.map((words) =>
    h(
      'div',
      { class: 'toggles' },
      words.map((word) =>
        h(
          'button',
          { type: 'button', class: 'toggle', 'aria-pressed': String(hand.words.includes(word)), 'data-word': word, 'data-focus': `word-${word}`, onclick: () => store.tap(toggleWord(hand, word)) },
          wordName(word),
        ),
      ),
    ),
  );
  const numbers = [['尾牌', 2, 12], ['反雪', 2, 3], ['棄', 0, 144], ['連', 0, 99]].map(([word, min, max]) => numberField(word, min, max));
  const winds = ['門風', '圈風'].map(windField);
  redraw(
    find('#circumstances'),
    h('h2', {}, t('circumstances')),
    toggles,
    h('div', { class: 'fields' }, winds, numbers),
    seenTiles(hand),
    h('div', { class: 'fields' }, zField()),
  );
}

function numberField(word, min, max) {
  const id = `value-${word}`;
  const change = (event) => {
    const value = event.target.value === '' ? null : Number(event.target.value);
    const changed = line.withValue(state.hand, word, value);
    store.tap(word === '尾牌' && value !== null ? { ...setDrawn(changed, true) } : changed);
  };
  return h(
    'label',
    { class: 'field', for: id },
    wordName(word),
    h('input', { id, type: 'number', inputmode: 'numeric', min, max, value: state.hand.values[word] ?? '', 'data-focus': id, onchange: change }),
  );
}

function windField(word) {
  const id = `value-${word}`;
  const chosen = state.hand.values[word] ?? '';
  const options = ['', ...line.WINDS].map((wind) => h('option', { value: wind, selected: wind === chosen }, wind || t('none')));
  const change = (event) => store.tap(line.withValue(state.hand, word, event.target.value || null));
  return h('label', { class: 'field', for: id }, wordName(word), h('select', { id, 'data-focus': id, onchange: change }, options));
}

function seenTiles(hand) {
  const seen = hand.values['見'] ?? [];
  if (!seen.length) return null;
  return h(
    'div',
    { class: 'seen', role: 'group', 'aria-label': t('seen') },
    h('span', {}, t('seen')),
    seen.map((kind, at) =>
      h(
        'button',
        {
          type: 'button', class: 'hand-tile', 'aria-label': `${t('do.remove')} ${tileName(kind)}`, 'data-focus': `seen${at}`,
          onclick: () => store.tap(line.withValue(hand, '見', seen.filter((_, place) => place !== at))),
        },
        face(kind),
      ),
    ),
  );
}

let chosenZ = 'tenhou';

function zField() {
  const change = (event) => store.setZ((chosenZ = event.target.value));
  const options = ['tenhou', 'cn'].map((one) => h('option', { value: one, selected: one === chosenZ }, t(`z.${one}`)));
  return h('label', { class: 'field wide', for: 'z' }, t('z'), h('select', { id: 'z', 'data-focus': 'z', onchange: change }, options));
}
