// Asks the core: the server's while it answers, else the same package in the browser, in a worker.

import { lang, t } from './text.js';

/** What the core refused, with its problems as data. */
export class Refused extends Error {
  constructor(error) {
    super(error.text);
    this.error = error;
  }
}

let mode = null;
let worker = null;
let asked = 0;
const waiting = new Map();
const watchers = new Set();
export const settings = { rulings: {}, token: '' };

/** Tells `watcher` how loading goes: `{stage, bytes}`, and null at the end. */
export const onProgress = (watcher) => watchers.add(watcher);
const tell = (progress) => watchers.forEach((watcher) => watcher(progress));

/** Whether a server answers (and with it a book), decided by the first question. */
export async function hasServer() {
  mode ??= findMode();
  return (await mode) === 'server';
}

async function findMode() {
  try {
    await viaServer('look', { line: '' });
    return 'server';
  } catch {
    return 'worker';
  }
}

/** The answer to a question; Refused where the core refuses. */
export async function ask(name, request = {}) {
  const whole = { lang: lang(), ...request };
  if (Object.keys(settings.rulings).length && !name.startsWith('book-') && !name.startsWith('duel') && !name.startsWith('peak')) {
    whole.rulings = { ...settings.rulings, ...request.rulings };
  }
  return (await hasServer()) ? viaServer(name, whole) : viaWorker(name, whole);
}

async function viaServer(name, request) {
  let response;
  try {
    response = await fetch(`api/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(settings.token ? { 'X-Yunlong-Token': settings.token } : {}) },
      body: JSON.stringify(request),
    });
  } catch {
    throw new Error(t('offline'));
  }
  if (!(response.headers.get('Content-Type') ?? '').includes('json')) throw new Error(`${response.status}`);
  const answer = await response.json();
  if (response.ok) return answer;
  if (answer.error?.problems) throw new Refused(answer.error);
  throw new Error(answer.error?.text ?? `${response.status}`);
}

// ---------------------------------------------------------------- the worker

async function viaWorker(name, request) {
  worker ??= await startWorker();
  return new Promise((resolve, reject) => {
    waiting.set(++asked, { resolve, reject });
    worker.postMessage({ id: asked, name, body: JSON.stringify(request) });
  });
}

let starting = null;

function startWorker() {
  starting ??= controlled().then(() => {
    const made = new Worker(new URL('../worker.js', import.meta.url), { type: 'module' });
    made.onmessage = ({ data }) => receive(data);
    made.onerror = () => fail();
    return made;
  });
  return starting;
}

/** Waits a little for the service worker, so that what is loaded now is kept for later without network. */
async function controlled() {
  const container = navigator.serviceWorker;
  if (!container || container.controller) return;
  await Promise.race([
    new Promise((resolve) => container.addEventListener('controllerchange', resolve, { once: true })),
    new Promise((resolve) => setTimeout(resolve, 2500)),
  ]);
}

function receive({ id, ok, text, progress, broken }) {
  if (broken !== undefined) return fail(broken);
  if (progress !== undefined) return tell(progress);
  const { resolve, reject } = waiting.get(id);
  waiting.delete(id);
  const answer = JSON.parse(text);
  if (ok) resolve(answer);
  else reject(new Refused(answer.error));
}

/** The core cannot run here; the next question tries again. */
function fail() {
  worker?.terminate();
  worker = starting = mode = null;
  tell(null);
  for (const { reject } of waiting.values()) reject(new Error(t('offline')));
  waiting.clear();
}
