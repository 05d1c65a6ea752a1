// Elements without markup: text never becomes HTML, so nothing that is typed can.

const SVG = 'http://www.w3.org/2000/svg';

/** An element: `h('button', {class: 'key', onclick: f, 'aria-label': 'x'}, child, …)`; null and false children are left out. */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** The same for SVG. */
export function svg(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value' || name === 'checked' || name === 'open' || name === 'indeterminate') element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** New content for an element; the keyboard focus stays on the thing with the same `data-focus`. */
export function redraw(element, ...content) {
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
  element.replaceChildren(...content.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  if (focused) element.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

export const find = (selector, within = document) => within.querySelector(selector);
