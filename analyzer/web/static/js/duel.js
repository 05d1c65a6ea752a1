// 疯狂对杀: what a play is, and whether it beats the one on the table.

import { ask } from './ask.js';
import { find, h, redraw } from './dom.js';
import { t } from './text.js';

const CARDS = [['9', '9'], ['T', '10'], ['J', 'J'], ['Q', 'Q'], ['K', 'K'], ['A', 'A'], ['2', '2'], ['B', '小王'], ['R', '大王']];
const plays = { play: '', over: '' };
let into = 'play';

export function build() {
  const field = (name) =>
    h('label', { class: 'field grow', for: `duel-${name}` }, t(`duel.${name}`), h('input', { id: `duel-${name}`, value: plays[name], autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', maxlength: 200, placeholder: t('duel.example'), oninput: (event) => (plays[name] = event.target.value), onfocus: () => (into = name) }));
  return [
    h(
      'form',
      { class: 'card', onsubmit: (event) => (event.preventDefault(), answer()) },
      h('div', { class: 'fields' }, field('play'), field('over')),
      h('div', { class: 'keys cards', role: 'group', 'aria-label': t('duel.cards') }, CARDS.map(([sign, name]) => h('button', { type: 'button', class: 'key', 'aria-label': name, onclick: () => add(sign) }, name)), h('button', { type: 'button', class: 'key control', 'aria-label': t('erase'), onclick: () => add(null) }, '⌫')),
      h('p', { class: 'buttons' }, h('button', { type: 'submit', class: 'primary', id: 'duel-read' }, `${t('duel.read')} / ${t('duel.beats')}`)),
    ),
    h('div', { id: 'duel-answer', 'aria-live': 'polite' }),
  ];
}

export const draw = () => undefined;

function add(sign) {
  plays[into] = sign ? plays[into] + sign : plays[into].slice(0, -1);
  find(`#duel-${into}`).value = plays[into];
}

async function answer() {
  const { play, over } = plays;
  const box = find('#duel-answer');
  try {
    const read = await ask('duel-read', { play });
    const compared = over.trim() ? await ask('duel-beats', { play, over }) : null;
    redraw(box, compared && comparison(compared), reading(read));
  } catch (error) {
    redraw(box, h('pre', { class: 'card error' }, error.message));
  }
}

function comparison({ play, over, beats, why }) {
  return h('div', { class: 'card', id: 'duel-verdict' }, h('h2', { class: beats ? 'plus' : 'minus' }, t(beats ? 'duel.yes' : 'duel.no')), h('p', {}, why), h('p', { class: 'hint' }, `${play} ⟷ ${over}`));
}

function reading({ counts, why, readings }) {
  const items = readings.map((one) =>
    h(
      'li',
      {},
      h('strong', {}, one.printed),
      ` ${one.reading}`,
      one.stars ? ` · ${t('duel.stars', { stars: one.stars })}` : '',
      one.reading === counts.reading && one.kind === counts.kind ? h('span', { class: 'badge' }, t('duel.counts')) : null,
    ),
  );
  return h('div', { class: 'card' }, h('h2', {}, `${counts.printed} ${counts.reading}`, counts.stars ? ` · ${t('duel.stars', { stars: counts.stars })}` : ''), h('p', {}, why), h('ul', {}, items));
}
