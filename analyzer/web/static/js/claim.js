// A player's claim: tick what is claimed, and the core gives its verdict.

import { ask } from './ask.js';
import { find, h, redraw } from './dom.js';
import { table } from './rules.js';
import { either, lang, t } from './text.js';

export function claimPart(line, score) {
  const claimed = new Map();
  const list = h('ul', { class: 'claims' });
  const verdict = h('div', { class: 'verdict', 'aria-live': 'polite' });
  const total = h('input', { id: 'claim-total', type: 'number', inputmode: 'numeric', min: 0, max: 9999 });
  const found = new Map([...score.rows, ...score.dropped].map((row) => [row.row, row.english]));
  const names = new Map([...found].sort(([one], [other]) => one.localeCompare(other, 'zh')));
  const show = () => drawClaims(list, names, claimed, show);
  const other = otherRow((row, english) => {
    names.set(row, english);
    claimed.set(row, (claimed.get(row) ?? 0) + 1);
    show();
  });
  const press = async () => {
    await other.take();
    judge(line, claimed, total.value, verdict);
  };
  show();
  return h(
    'details',
    { class: 'card', id: 'claim', ontoggle: offerRows },
    h('summary', {}, h('h2', {}, t('claim'))),
    h('p', { class: 'hint' }, t('claim.how')),
    list,
    other.field,
    h('div', { class: 'fields' }, h('label', { class: 'field', for: 'claim-total' }, t('claim.total'), total)),
    h('button', { type: 'button', class: 'primary', id: 'claim-judge', onclick: press }, t('claim.judge')),
    verdict,
  );
}

function drawClaims(list, names, claimed, show) {
  const change = (row, by) => () => {
    claimed.set(row, Math.max(0, (claimed.get(row) ?? 0) + by));
    show();
  };
  redraw(
    list,
    [...names].map(([row, english]) => {
      const times = claimed.get(row) ?? 0;
      const name = either(row, english);
      const toggle = h(
        'button',
        { type: 'button', class: 'toggle', 'aria-pressed': String(times > 0), 'data-claim': row, 'data-focus': `claim-${row}`, onclick: change(row, times ? -times : 1) },
        name,
        times > 1 ? ` ×${times}` : '',
      );
      const step = (by, sign, key) => h('button', { type: 'button', class: 'step', 'aria-label': t(key, { row: name }), 'data-focus': `${key}-${row}`, onclick: change(row, by) }, sign);
      return h('li', {}, toggle, times ? [step(-1, '−', 'claim.less'), step(1, '+', 'claim.more')] : null);
    }),
  );
}

/** A field for rows that were not found; what stands in it counts when the verdict is asked for. */
function otherRow(add) {
  const input = h('input', { id: 'claim-other', list: 'row-names', autocomplete: 'off' });
  let taken = Promise.resolve();
  const take = () => {
    const text = input.value.trim();
    input.value = '';
    if (text) taken = taken.then(() => named(text));
    return taken;
  };
  const named = async (text) => {
    const { rows } = await table().catch(() => ({ rows: [] }));
    const row = rows.find((one) => [one.row, one.english, ...one.aliases].includes(text));
    add(row?.row ?? text, row?.english ?? text);
  };
  const enter = (event) => event.key === 'Enter' && (event.preventDefault(), take());
  input.addEventListener('keydown', enter);
  const field = h('div', { class: 'fields' }, h('label', { class: 'field grow', for: 'claim-other' }, t('claim.other'), input), h('button', { type: 'button', onclick: take }, t('claim.add')));
  return { field, take };
}

/** The names of all rows, to choose from while typing. */
async function offerRows(event) {
  if (!event.currentTarget.open) return;
  find('#row-names')?.remove();
  const { rows } = await table().catch(() => ({ rows: [] }));
  document.body.append(h('datalist', { id: 'row-names', lang: lang() }, rows.map((row) => h('option', { value: either(row.row, row.english) }))));
}

async function judge(line, claimed, total, box) {
  const rows = [...claimed].filter(([, times]) => times).map(([row, times]) => (times > 1 ? `${row}×${times}` : row));
  const claim = [...rows, ...(total === '' ? [] : [`共${Number(total)}`])].join('、');
  if (!claim) return redraw(box, h('p', { class: 'hint' }, t('claim.nothing')));
  try {
    const { upheld, lines } = await ask('judge', { line, claim });
    redraw(box, h('ul', { class: upheld ? 'upheld' : 'overruled' }, lines.map((text) => h('li', { class: text.startsWith(' ') ? 'inner' : '' }, text.trim()))));
  } catch (error) {
    redraw(box, h('p', { class: 'error' }, error.message));
  }
}
