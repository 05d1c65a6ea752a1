// Who pays whom, among four named seats.

import { ask } from './ask.js';
import { deal, facts, keep, keepButton, named, seatChoice, setDiscarder, setWinner, thrown, wins } from './deal.js';
import { h, redraw } from './dom.js';
import { WINDS, readLine } from './line.js';
import { state } from './store.js';
import { seatName, t } from './text.js';
import { handPicture } from './tiles.js';

/** The payment for the hand on the keys and those kept beside it; open where there are several. */
export function paymentPart() {
  const result = h('div', { class: 'payment', 'aria-live': 'polite' });
  const choices = h('div', { class: 'fields' });
  const show = () => drawChoices(choices, update);
  const update = () => {
    keep();
    show();
    settle(result);
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
    { class: 'card', id: 'payment', ontoggle: opened, open: deal.kept.length > 0 },
    h('summary', {}, h('h2', {}, t('payment'))),
    h('fieldset', { class: 'fields' }, h('legend', {}, t('seats')), names),
    choices,
    h('p', { class: 'buttons' }, keepButton('pay-keep')),
    result,
  );
}

function drawChoices(box, update) {
  const set = (act) => (value) => {
    act(value);
    update();
  };
  const streak = h('input', { id: 'pay-streak', 'data-focus': 'pay-streak', type: 'number', inputmode: 'numeric', min: 0, max: 99, value: facts.streak, onchange: (event) => set((value) => (facts.streak = value))(Number(event.target.value) || 0) });
  redraw(
    box,
    state.look?.score ? seatChoice('pay-winner', t('winner'), facts.winner, set(setWinner)) : null,
    thrown() ? seatChoice('pay-discarder', t('discarder'), facts.discarder, set(setDiscarder)) : null,
    seatChoice('pay-dealer', t('dealer'), facts.dealer, set((seat) => (facts.dealer = seat))),
    h('label', { class: 'field', for: 'pay-streak' }, t('streak'), streak),
  );
}

async function settle(box) {
  const request = { wins: wins(), discarder: thrown() ? facts.discarder : null, dealer: facts.dealer, streak: facts.streak };
  try {
    redraw(box, settlement(await ask('settle', request)));
  } catch (error) {
    redraw(box, h('p', { class: 'error' }, error.message));
  }
}

/** The change of each account, and every payment with its reason. */
function settlement({ deltas, transfers, wins: won, notices }) {
  const accounts = Object.entries(deltas).filter(([seat, delta]) => WINDS.includes(seat) || delta);
  const each = won.map(({ winner, hand, total }) => h('li', {}, `${named(winner)} `, handPicture(readLine(hand)), h('strong', {}, ` ${total} ${t('fan')}`)));
  return [
    won.length > 1 ? h('ul', { class: 'winners' }, each) : null,
    h('dl', { class: 'deltas' }, accounts.map(([seat, delta]) => h('div', {}, h('dt', {}, named(seat)), h('dd', { class: delta < 0 ? 'minus' : delta ? 'plus' : '' }, signed(delta))))),
    h('ul', { class: 'transfers' }, transfers.map((one) => h('li', {}, `${named(one.payer)} → ${named(one.payee)}: ${one.amount}`, one.why ? ` · ${one.why}` : ''))),
    notices.length ? h('ul', { class: 'notices', 'aria-label': t('notices') }, notices.map((note) => h('li', {}, note))) : null,
  ];
}

export const signed = (number) => (number > 0 ? `+${number}` : String(number).replace('-', '−'));
