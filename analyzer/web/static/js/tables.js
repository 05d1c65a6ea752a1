// The fan table with a hand for every row, the general rules, the rulings with their settings, the rewards, and the sheet to print.

import { find, h, redraw } from './dom.js';
import { readLine } from './line.js';
import { choose, inForce, rules, rulings, settingText, sourceTexts, table } from './rules.js';
import * as store from './store.js';
import { either, lang, t } from './text.js';
import { handPicture } from './tiles.js';

const PARTS = ['rows', 'rules', 'rulings', 'rewards'];
let part = 'rows';
let wanted = '';

export function build() {
  return [
    h('div', { id: 'table-parts', class: 'segments wide', role: 'tablist', 'aria-label': t('table') }),
    h('div', { id: 'table-part', role: 'tabpanel' }),
    h('div', { id: 'sheet', 'aria-hidden': 'true' }),
  ];
}

export async function draw() {
  const choose = (one) => () => {
    part = one;
    draw();
  };
  redraw(
    find('#table-parts'),
    PARTS.map((one) => h('button', { type: 'button', role: 'tab', 'aria-selected': String(part === one), 'aria-controls': 'table-part', 'data-focus': `part-${one}`, onclick: choose(one) }, t(`tables.${one}`))),
  );
  const box = find('#table-part');
  try {
    await { rows: drawRows, rules: drawRules, rulings: drawRulings, rewards: drawRewards }[part](box);
  } catch (error) {
    redraw(box, h('div', { class: 'card error', role: 'alert' }, h('p', {}, error.message), h('button', { type: 'button', onclick: draw }, t('retry'))));
  }
}

// ---------------------------------------------------------------- rows

async function drawRows(box) {
  const [whole, { rows: allRulings }] = await Promise.all([table(), rulings()]);
  const list = h('div', { id: 'row-list' });
  const count = h('p', { class: 'hint', role: 'status' });
  const show = () => {
    const found = whole.rows.filter((row) => matches(row, wanted));
    count.textContent = t('found', { count: found.length });
    redraw(list, sections(found, allRulings));
  };
  const search = h('input', {
    id: 'search', type: 'search', value: wanted, placeholder: t('search'), 'aria-label': t('search'), autocomplete: 'off',
    oninput: (event) => {
      wanted = event.target.value;
      show();
    },
  });
  redraw(
    box,
    h('p', { class: 'hint' }, either(whole.name, whole.english), ' · ', h('code', {}, whole.hash)),
    h('div', { class: 'line-row' }, search, h('button', { type: 'button', id: 'print', onclick: () => print() }, t('tables.print'))),
    count,
    list,
  );
  show();
  drawSheet(whole, allRulings);
}

const plain = (text) => text.toLowerCase().replace(/\s/g, '');

function matches(row, text) {
  const words = [row.row, row.english, row.section, row.definition, row.definition_en, ...row.aliases];
  return plain(words.join('\n')).includes(plain(text));
}

function bySection(rows) {
  const found = new Map();
  for (const row of rows) found.set(row.section, [...(found.get(row.section) ?? []), row]);
  return [...found];
}

const sections = (rows, allRulings) =>
  bySection(rows).map(([section, some]) => h('section', {}, h('h2', {}, section), h('ul', { class: 'table-rows' }, some.map((row) => tableRow(row, allRulings)))));

function priceText(row, allRulings) {
  if (typeof row.price === 'object') return `${t('exposed')} ${row.price.exposed} ${t('concealed')} ${row.price.concealed}`;
  if (typeof row.price === 'number') return String(row.price);
  const ruling = allRulings.find((one) => one.ruling === row.price);
  return ruling ? inForce(ruling) : row.price;
}

function tableRow(row, allRulings) {
  const more = h('div', { class: 'more' });
  const show = async (event) => {
    if (!event.currentTarget.open || more.childElementCount) return;
    redraw(more, rowDetails(row));
    const found = await sourceTexts(row.sources);
    more.append(h('dl', { class: 'sources' }, found.map(({ code, text }) => [h('dt', {}, code), h('dd', {}, text)])));
  };
  return h(
    'li',
    {},
    h(
      'details',
      { ontoggle: show, 'data-row': row.row },
      h(
        'summary',
        {},
        h('span', { class: 'name' }, either(row.row, row.english), lang() === 'zh' ? null : h('small', { lang: 'zh-HK' }, ` ${row.row}`)),
        h('strong', { class: 'price' }, priceText(row, allRulings), row.bonus ? h('span', { class: 'badge', title: t('bonus') }, 'B') : null),
        h('span', { class: 'definition' }, either(row.definition, row.definition_en)),
      ),
      more,
    ),
  );
}

function rowDetails(row) {
  return [
    row.example ? example(row.example) : null,
    row.aliases.length ? h('p', { class: 'hint' }, `${t('aliases')}: ${row.aliases.join('、')}`) : null,
  ];
}

function example(line) {
  const hand = readLine(line);
  const open = () => {
    store.open(line);
    document.dispatchEvent(new CustomEvent('page', { detail: 'hand' }));
  };
  return h(
    'div',
    { class: 'example' },
    hand ? handPicture(hand) : h('code', {}, line),
    line.includes('|') ? h('small', {}, line.slice(line.indexOf('|') + 1)) : null,
    h('button', { type: 'button', class: 'link', onclick: open }, t('example.open')),
  );
}

function drawSheet(whole, allRulings) {
  redraw(
    find('#sheet'),
    h('h1', {}, `${either(whole.name, whole.english)} · ${t('base')} ${whole.base} · ${whole.hash}`),
    h(
      'div',
      { class: 'columns' },
      bySection(whole.rows).map(([section, rows]) =>
        h('section', {}, h('h2', {}, section), h('ul', {}, rows.map((row) => h('li', {}, h('span', {}, either(row.row, row.english), row.bonus ? ' B' : ''), h('b', {}, sheetPrice(row, allRulings)))))),
      ),
      h('section', {}, h('h2', {}, t('tables.rewards')), h('ul', {}, whole.rewards.map((one) => h('li', {}, h('span', {}, either(one.reward, one.english)), h('b', {}, one.prices.join('/')))))),
    ),
  );
}

const sheetPrice = (row, allRulings) => (typeof row.price === 'object' ? `${row.price.exposed}/${row.price.concealed}` : priceText(row, allRulings));

// ---------------------------------------------------------------- rules, rulings, rewards

async function drawRules(box) {
  const { rows } = await rules();
  redraw(
    box,
    h('ol', { class: 'cards' }, rows.map((rule) => h('li', { class: 'card' }, h('h2', {}, rule.rule), h('p', {}, either(rule.text, rule.english)), h('p', { class: 'hint' }, `${t('enforced')}: ${rule.enforced}`), rule.example ? example(rule.example) : null))),
  );
}

async function drawRulings(box) {
  const { rows } = await rulings();
  redraw(box, h('ol', { class: 'cards' }, rows.map(ruling)));
}

function ruling(one) {
  const set = (value) => {
    choose(one, value);
    store.again();
    draw();
  };
  const settings = one.settings.map((setting) =>
    h(
      'label',
      { class: 'choice' },
      h('input', { type: 'radio', name: one.ruling, value: setting.value, checked: inForce(one) === setting.value, 'data-focus': `${one.ruling}-${setting.value}`, onchange: () => set(setting.value) }),
      ' ',
      settingText(one, setting.value),
      setting.value === one.default ? h('span', { class: 'badge' }, t('default')) : null,
    ),
  );
  const number = one.number
    ? h('label', { class: 'choice' }, `${t('price')} `, h('input', { type: 'number', inputmode: 'numeric', min: 0, max: 9999, value: inForce(one), 'data-focus': `${one.ruling}-number`, onchange: (event) => set(String(Math.max(0, Math.round(Number(event.target.value) || 0)))) }))
    : null;
  return h(
    'li',
    { class: 'card' },
    h('fieldset', {}, h('legend', {}, h('code', {}, one.ruling), ' ', either(one.question, one.question_en)), settings, number),
    h('p', { class: 'hint' }, `${t('reason')}: ${either(one.reason, one.reason_en)}`),
    one.example ? example(one.example) : null,
  );
}

async function drawRewards(box) {
  const { rewards } = await table();
  redraw(
    box,
    h('ul', { class: 'table-rows' }, rewards.map((one) => h('li', { class: 'reward' }, h('span', { class: 'name' }, either(one.reward, one.english)), h('strong', { class: 'price' }, one.prices.join(' / ')), h('span', { class: 'definition' }, either(one.definition, one.definition_en))))),
  );
}
