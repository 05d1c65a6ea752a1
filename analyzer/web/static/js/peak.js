// 雲端巔峰賽: what a match gives its winner and takes from its loser.

import { ask } from './ask.js';
import { find, h, redraw } from './dom.js';
import { signed } from './payment.js';
import { either, t } from './text.js';

const CARDS = '王靈形魔';
const facts = { round: '7', winner_score: '3.5', loser_score: '0', form_slays: '0', cards: '王靈形', winner_rating: '1000', winner_streak: '0', loser_rating: '1000', loser_streak: '0' };

export function build() {
  const field = (name) =>
    h('label', { class: 'field', for: `peak-${name}` }, t(`peak.${name}`), h('input', { id: `peak-${name}`, value: facts[name], autocomplete: 'off', inputmode: name === 'cards' ? 'text' : 'decimal', maxlength: 100, oninput: (event) => (facts[name] = event.target.value) }));
  const add = (card) => {
    facts.cards = card ? facts.cards + card : [...facts.cards].slice(0, -1).join('');
    find('#peak-cards').value = facts.cards;
  };
  return [
    h(
      'form',
      { class: 'card', onsubmit: (event) => (event.preventDefault(), answer()) },
      h('div', { class: 'fields' }, ['round', 'winner_score', 'loser_score', 'form_slays'].map(field)),
      h('div', { class: 'fields' }, field('cards')),
      h('div', { class: 'keys cards', role: 'group', 'aria-label': t('peak.cards') }, [...CARDS].map((card) => h('button', { type: 'button', class: 'key', onclick: () => add(card) }, card)), h('button', { type: 'button', class: 'key control', 'aria-label': t('erase'), onclick: () => add('') }, '⌫')),
      h('div', { class: 'fields' }, ['winner_rating', 'winner_streak', 'loser_rating', 'loser_streak'].map(field)),
      h('p', { class: 'buttons' }, h('button', { type: 'submit', class: 'primary', id: 'peak-rate' }, t('peak.rate'))),
    ),
    h('div', { id: 'peak-answer', 'aria-live': 'polite' }),
  ];
}

export const draw = () => undefined;

async function answer() {
  const box = find('#peak-answer');
  try {
    redraw(box, result(await ask('peak-score', facts)));
  } catch (error) {
    redraw(box, h('pre', { class: 'card error' }, error.message));
  }
}

function result({ gain, loss, weight, items, winner, loser, notes }) {
  const player = (name, { rating, new_rating, new_streak }) => h('li', {}, `${t(name)}: ${rating} → `, h('strong', {}, new_rating), ` · ${t('peak.streak')} ${new_streak}`);
  return h(
    'div',
    { class: 'card' },
    h('h2', {}, `${t('peak.gain')} `, h('span', { class: 'plus', id: 'peak-gain' }, signed(gain)), ` · ${t('peak.loss')} `, h('span', { class: 'minus' }, signed(-loss)), weight === 1 ? '' : ` (×${weight})`),
    h('ul', {}, player('peak.winner_rating', winner), player('peak.loser_rating', loser)),
    h('ol', { class: 'rows' }, items.map((item) => h('li', { class: 'row plain' }, h('span', { class: 'name' }, either(item.item, item.english)), h('span', { class: 'hint' }, [item.condition, item.facts].filter(Boolean).join(' · ')), h('strong', {}, item.points)))),
    notes.length ? h('ul', { class: 'notices' }, notes.map((note) => h('li', {}, note))) : null,
  );
}
