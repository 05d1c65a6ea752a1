// Who pays whom, among four named seats.

import { ask } from './ask.js';
import { h, redraw } from './dom.js';
import { WINDS } from './line.js';
import { seatName, t } from './text.js';

const facts = load();

function load() {
  const usual = { names: ['', '', '', ''], winner: '東', discarder: '南', dealer: '東', streak: 0 };
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem('seats')) };
  } catch {
    return usual;
  }
}

function keep() {
  try {
    localStorage.setItem('seats', JSON.stringify(facts));
  } catch {
    // Then the names last as long as the page.
  }
}

export const named = (seat) => facts.names[WINDS.indexOf(seat)] || seatName(seat);

export function setNames(names) {
  facts.names = names;
  keep();
}

/** A choice of seats; `change` is told the seat. */
export function seatChoice(id, label, chosen, change, { none = false } = {}) {
  const options = [...(none ? [''] : []), ...WINDS].map((seat) => h('option', { value: seat, selected: seat === chosen }, seat ? named(seat) : t('none')));
  return h('label', { class: 'field', for: id }, label, h('select', { id, onchange: (event) => change(event.target.value) }, options));
}

export function paymentPart(line, score) {
  const drawn = / *[| ]自摸|大明槓上/.test(line);
  const result = h('div', { class: 'payment', 'aria-live': 'polite' });
  const choices = h('div', { class: 'fields' });
  const show = () => drawChoices(choices, drawn, update);
  const update = () => {
    keep();
    show();
    settle(result, line, drawn);
  };
  const names = WINDS.split('').map((seat, at) =>
    h(
      'label',
      { class: 'field', for: `name${at}` },
      seatName(seat),
      h('input', {
        id: `name${at}`, value: facts.names[at], maxlength: 20, autocomplete: 'off',
        oninput: (event) => {
          facts.names[at] = event.target.value.trim();
          update();
        },
      }),
    ),
  );
  const opened = (event) => event.currentTarget.open && update();
  show();
  return h(
    'details',
    { class: 'card', id: 'payment', ontoggle: opened },
    h('summary', {}, h('h2', {}, t('payment'))),
    h('fieldset', { class: 'fields' }, h('legend', {}, t('seats')), names),
    choices,
    result,
  );
}

function drawChoices(box, drawn, update) {
  const set = (name) => (value) => {
    facts[name] = value;
    if (facts.discarder === facts.winner) facts.discarder = WINDS[(WINDS.indexOf(facts.winner) + 1) % 4];
    update();
  };
  const streak = h('input', { id: 'pay-streak', type: 'number', inputmode: 'numeric', min: 0, max: 99, value: facts.streak, onchange: (event) => set('streak')(Number(event.target.value) || 0) });
  const content = [
    seatChoice('pay-winner', t('winner'), facts.winner, set('winner')),
    drawn ? null : seatChoice('pay-discarder', t('discarder'), facts.discarder, set('discarder')),
    seatChoice('pay-dealer', t('dealer'), facts.dealer, set('dealer')),
    h('label', { class: 'field', for: 'pay-streak' }, t('streak'), streak),
  ];
  const focused = box.contains(document.activeElement) ? document.activeElement.id : '';
  redraw(box, content);
  if (focused) box.querySelector(`#${focused}`)?.focus();
}

async function settle(box, line, drawn) {
  const request = { wins: [{ winner: facts.winner, line }], discarder: drawn ? null : facts.discarder, dealer: facts.dealer, streak: facts.streak };
  try {
    redraw(box, settlement(await ask('settle', request)));
  } catch (error) {
    redraw(box, h('p', { class: 'error' }, error.message));
  }
}

/** The change of each account, and every payment with its reason. */
export function settlement({ deltas, transfers }) {
  const accounts = Object.entries(deltas).filter(([seat, delta]) => WINDS.includes(seat) || delta);
  return [
    h('dl', { class: 'deltas' }, accounts.map(([seat, delta]) => h('div', {}, h('dt', {}, named(seat)), h('dd', { class: delta < 0 ? 'minus' : delta ? 'plus' : '' }, signed(delta))))),
    h('ul', { class: 'transfers' }, transfers.map((one) => h('li', {}, `${named(one.payer)} → ${named(one.payee)}: ${one.amount}`, one.why ? ` · ${one.why}` : ''))),
  ];
}

export const signed = (number) => (number > 0 ? `+${number}` : String(number).replace('-', '−'));
