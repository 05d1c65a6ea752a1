// The page: its parts, its language and colours, and what holds them together.

import * as answer from './js/answer.js';
import { onProgress, settings } from './js/ask.js';
import * as book from './js/book.js';
import { onDeal } from './js/deal.js';
import { find, h, redraw } from './js/dom.js';
import * as duel from './js/duel.js';
import * as entry from './js/entry.js';
import * as peak from './js/peak.js';
import { showLink } from './js/share.js';
import * as store from './js/store.js';
import * as tables from './js/tables.js';
import { lang, setLang, t } from './js/text.js';
import { face } from './js/tiles.js';

const hand = {
  build: () => [h('div', { class: 'entry' }, entry.build()), h('div', { id: 'answer', class: 'answer', tabindex: -1 })],
  draw: () => {
    entry.draw();
    answer.draw();
  },
};
const PAGES = { hand, table: tables, book, duel, peak };
const SIGNS = { table: '☰', book: '✎', duel: '♠', peak: '△' };
const THEMES = ['auto', 'light', 'dark'];

let page = 'hand';
let theme = 'auto';

function remembered(place, name, choices, usual) {
  try {
    const value = place.getItem(name);
    return choices.includes(value) ? value : usual;
  } catch {
    return usual;
  }
}

function remember(place, name, value) {
  try {
    place.setItem(name, value);
  } catch {
    // Then it is chosen again next time.
  }
}

// ---------------------------------------------------------------- the frame

function build() {
  document.documentElement.lang = lang() === 'zh' ? 'zh-HK' : 'en';
  document.title = t('title');
  redraw(find('#head'), h('h1', {}, t('title')), h('button', { type: 'button', id: 'theme', 'data-focus': 'theme', onclick: nextTheme }), h('button', { type: 'button', id: 'language', lang: lang() === 'zh' ? 'en' : 'zh-HK', 'data-focus': 'language', onclick: switchLanguage }, t('language')));
  find('#skip').textContent = t('skip');
  find('#skip').onclick = skip;
  find('#pages').setAttribute('aria-label', t('pages'));
  for (const [name, part] of Object.entries(PAGES)) {
    const section = find(`#page-${name}`);
    redraw(section, part.build());
    section.setAttribute('aria-label', t(name));
  }
  find('#share').addEventListener('click', showLink);
  showTheme();
  show(page);
}

function show(name) {
  page = name;
  remember(sessionStorage, 'page', name);
  redraw(
    find('#pages'),
    Object.keys(PAGES).map((one) =>
      h('button', { type: 'button', 'aria-current': one === page ? 'page' : null, 'data-page': one, 'data-focus': `page-${one}`, onclick: () => turnTo(one) }, h('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[one] ?? face('7z')), t(one)),
    ),
  );
  for (const one of Object.keys(PAGES)) find(`#page-${one}`).hidden = one !== page;
  PAGES[page].draw();
}

function turnTo(name) {
  show(name);
  scrollTo(0, 0);
}

function switchLanguage() {
  setLang(lang() === 'zh' ? 'en' : 'zh');
  remember(localStorage, 'lang', lang());
  answer.forget();
  build();
  store.again();
}

/** The address holds the hand, so this is no link to a place. */
function skip(event) {
  event.preventDefault();
  find('#main').focus();
}

function nextTheme() {
  theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
  remember(localStorage, 'theme', theme);
  showTheme();
}

function showTheme() {
  document.documentElement.dataset.theme = theme;
  const button = find('#theme');
  button.textContent = { auto: '◐', light: '☀︎', dark: '☾' }[theme];
  button.setAttribute('aria-label', `${t('theme')}: ${t(`theme.${theme}`)}`);
  button.title = button.getAttribute('aria-label');
}

function showProgress(progress) {
  const box = find('#loading');
  box.hidden = !progress;
  if (!progress) return;
  const { stage, bytes, total } = progress;
  find('span', box).textContent = stage === 'bytes' ? t('loading.bytes', { mb: (bytes / 1e6).toFixed(1) }) : t('loading.start');
  const bar = find('progress', box);
  if (total && stage === 'bytes') bar.value = Math.min(bytes / total, 1);
  else bar.removeAttribute('value');
}

/** The hand, or what else belongs to its deal, is another. */
function changed() {
  if (page === 'hand') hand.draw();
  if (page === 'book') book.again();
}

function keys(event) {
  if (!(event.ctrlKey || event.metaKey) || event.target.matches('input, textarea, select')) return;
  const key = event.key.toLowerCase();
  if (key === 'z' && !event.shiftKey) store.undo();
  else if (key === 'y' || (key === 'z' && event.shiftKey)) store.redo();
  else return;
  event.preventDefault();
}

// ---------------------------------------------------------------- start

setLang(remembered(localStorage, 'lang', ['zh', 'en'], 'zh'));
theme = remembered(localStorage, 'theme', THEMES, 'auto');
page = remembered(sessionStorage, 'page', Object.keys(PAGES), 'hand');
try {
  settings.token = sessionStorage.getItem('token') ?? '';
} catch {
  // Then the token is asked for again.
}
navigator.serviceWorker?.register('sw.js').catch(() => undefined);
onProgress(showProgress);
store.onChange(changed);
onDeal(changed);
document.addEventListener('page', ({ detail }) => turnTo(detail));
document.addEventListener('keydown', keys);
addEventListener('hashchange', () => store.fromAddress());
build();
store.fromAddress({ first: true });
