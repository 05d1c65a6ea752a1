// The hand on the page: its line, its tiles, what the core says of it, and the way back.

import { Refused, ask, settings } from './ask.js';
import { EMPTY, readLine, writeLine } from './line.js';

const MOST_STEPS = 300;
const listeners = new Set();

export const state = {
  line: '', // as typed, or canonical
  hand: EMPTY, // the tiles of the last line that read
  stale: false, // the line does not read (yet)
  look: null, // the core's last answer
  failure: '', // why there is none
  busy: false,
  lit: [], // groups whose tiles are lit
};

let steps = [''];
let step = 0;
let asked = 0;
let z = 'tenhou';

export const onChange = (listener) => listeners.add(listener);
let telling = false;

/** Tells the listeners, once for all that changes in one go. */
function changed() {
  if (telling) return;
  telling = true;
  queueMicrotask(() => {
    telling = false;
    listeners.forEach((listener) => listener(state));
  });
}

export const canUndo = () => step > 0;
export const canRedo = () => step + 1 < steps.length;

/** A new hand by tapping; null, when the tap can do nothing, is passed over. */
export function tap(hand) {
  if (!hand) return;
  put(writeLine(hand));
  remember();
}

/** A line as it is typed or pasted. */
export function type(line) {
  put(line, { typed: true, keep: true });
  remember({ typing: true });
}

/** A line from elsewhere: an example, the book, a link. */
export function open(line) {
  put(line, { typed: true });
  remember();
}

export function undo() {
  if (canUndo()) put(steps[--step]);
  keepSteps();
}

export function redo() {
  if (canRedo()) put(steps[++step]);
  keepSteps();
}

export function light(groups) {
  state.lit = groups;
  changed();
}

export function setZ(value) {
  z = value;
  put(state.line, { typed: true });
}

/** The same line once more: the language or a ruling has changed. */
export const again = () => put(state.line);

function put(line, { typed = false, keep = false } = {}) {
  state.line = line;
  state.lit = [];
  const hand = readLine(line);
  if (hand && !typed) Object.assign(state, { hand, stale: false });
  state.busy = true;
  address();
  changed();
  return question(line, typed, keep);
}

async function question(line, typed, keep) {
  const number = ++asked;
  let look = null;
  let failure = '';
  try {
    look = await ask('look', typed && z !== 'tenhou' ? { line, z } : { line });
  } catch (error) {
    failure = error.message;
    if (error instanceof Refused) look = { state: 'refused', error: error.error, tiles: null, line, need: 17 };
  }
  if (number !== asked) return;
  Object.assign(state, { look, failure, busy: false });
  if (look) adopt(look, keep);
  changed();
}

/** The hand as the core reads it; `keep` leaves the line as it is being typed. */
function adopt(look, keep) {
  const hand = look.tiles ? readLine(look.line) : null;
  state.stale = !hand;
  if (!hand) return;
  state.hand = hand;
  if (!keep) state.line = look.line;
  steps[step] = look.line;
  keepSteps();
  address();
}

/** Puts the canonical line into the box, when the typing is over. */
export function settleLine() {
  if (state.look?.tiles && state.line !== state.look.line) {
    state.line = state.look.line;
    changed();
  }
}

// ---------------------------------------------------------------- the way back, and the address

let lastTyped = 0;

function remember({ typing = false } = {}) {
  if (steps[step] === state.line) return;
  const now = Date.now();
  if (typing && now - lastTyped < 1500 && step > 0) steps = steps.slice(0, step + 1).with(step, state.line);
  else steps = [...steps.slice(0, step + 1), state.line].slice(-MOST_STEPS);
  step = steps.length - 1;
  lastTyped = typing ? now : 0;
  keepSteps();
  changed();
}

function keepSteps() {
  try {
    sessionStorage.setItem('steps', JSON.stringify({ steps, step }));
  } catch {
    // Without storage the way back ends with the page.
  }
}

/** Where the hand stands: the canonical line, and the rulings that are not at their default. */
export function link() {
  const line = state.look?.tiles ? state.look.line : state.line;
  const rulings = Object.entries(settings.rulings).map(([ruling, value]) => `&${ruling}=${encodeURIComponent(value)}`);
  return `${location.origin}${location.pathname}#${encodeURIComponent(line)}${rulings.join('')}`;
}

function address() {
  const line = state.busy ? state.line : (state.look?.tiles && state.look.line) || state.line;
  const rulings = Object.entries(settings.rulings).map(([ruling, value]) => `&${ruling}=${encodeURIComponent(value)}`);
  const hash = line || rulings.length ? `#${encodeURIComponent(line)}${rulings.join('')}` : location.pathname;
  if (hash !== location.hash) history.replaceState(null, '', hash); // dear, even for the same address
}

/** Reads the address: at the start, and when somebody changes it by hand. */
export function fromAddress({ first = false } = {}) {
  const [line, ...rulings] = location.hash.slice(1).split('&');
  if (rulings.length) {
    settings.rulings = Object.fromEntries(rulings.map((one) => one.split('=').map(decoded)).filter((pair) => pair.length === 2));
  }
  const text = decoded(line);
  if (first && restore(text)) return put(text);
  return open(text);
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The steps of this tab, if they lead to where the address says. */
function restore(line) {
  try {
    const kept = JSON.parse(sessionStorage.getItem('steps'));
    if (kept?.steps?.[kept.step] !== line) return false;
    ({ steps, step } = kept);
    return true;
  } catch {
    return false;
  }
}
