// Tiles as pictures.

import { h, svg } from './dom.js';
import { meldTiles, readTiles } from './line.js';
import { t, tileName } from './text.js';

export const flowerKind = (flower) => `f${flower + 1}`;

/** The face alone; whatever holds it says the name. */
export function face(kind) {
  const use = svg('use', { href: `tiles.svg#t${kind}` });
  const drawn = svg('svg', { viewBox: '0 0 60 80', class: 'face', 'aria-hidden': 'true', focusable: 'false' }, use);
  return h('span', { class: 'tile', 'data-kind': kind, 'data-index': kind[1] === 'm' ? kind[0] : null }, drawn);
}

/** Several tiles as one picture with a name. */
export function picture(kinds, extra = '') {
  const name = kinds.map(tileName).join(' ');
  return h('span', { class: `tiles ${extra}`, role: 'img', 'aria-label': name }, kinds.map(face));
}

/** A group as the core writes it: `123m`, `(456p)` claimed, `[5555s]` a concealed kong. */
export function group(text) {
  return picture(readTiles(text), text.startsWith('(') ? 'claimed' : text.startsWith('[') ? 'kong' : '');
}

/** A whole hand, small and only to look at. */
export function handPicture(hand) {
  const parts = [
    ...hand.melds.map((meld) => ({ kinds: meldTiles(meld), look: meld.claim === 'concealed' ? 'kong' : 'claimed' })),
    { kinds: hand.tiles, look: '' },
    { kinds: hand.win ? [hand.win] : [], look: 'won' },
    { kinds: hand.flowers.map(flowerKind), look: 'flowers' },
  ].filter(({ kinds }) => kinds.length);
  const name = parts.map(({ kinds }) => kinds.map(tileName).join(' ')).join(' | ');
  return h('span', { class: 'hand-picture', role: 'img', 'aria-label': name }, parts.map(({ kinds, look }) => h('span', { class: `tiles ${look}` }, kinds.map(face))));
}

export const claimName = (claim) => t(`meld.${claim}`);
