// The link to the hand, as text and as a QR code.

import { find, h, redraw, svg } from './dom.js';
import { qr } from './qr.js';
import { link } from './store.js';
import { t } from './text.js';

export function showLink() {
  const dialog = find('#link');
  const address = link();
  const copied = h('span', { role: 'status' });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
    } catch {
      box.select();
      document.execCommand('copy');
    }
    copied.textContent = t('link.copied');
  };
  const box = h('textarea', { readonly: true, rows: 3, 'aria-label': t('link.title') }, address);
  const send = navigator.share ? h('button', { type: 'button', onclick: () => navigator.share({ url: address }).catch(() => undefined) }, t('link.send')) : null;
  redraw(
    dialog,
    h('h2', {}, t('link.title')),
    code(address),
    box,
    h('p', { class: 'buttons' }, h('button', { type: 'button', class: 'primary', onclick: copy }, t('link.copy')), send, h('button', { type: 'button', onclick: () => dialog.close() }, t('do.close')), copied),
  );
  dialog.setAttribute('aria-label', t('link.title'));
  dialog.showModal();
}

function code(text) {
  const modules = qr(text);
  if (!modules) return h('p', { class: 'hint' }, t('link.long'));
  const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : ''))).join('');
  const size = modules.length + 8;
  return svg('svg', { viewBox: `0 0 ${size} ${size}`, class: 'qr', role: 'img', 'aria-label': t('link.qr'), 'shape-rendering': 'crispEdges' }, svg('rect', { width: size, height: size, fill: '#fff' }), svg('path', { d: path, fill: '#000' }));
}
