// Keeps the page for places without network: what has been loaded once is there again.
// The runtime never changes under its address and comes from the store; all else is asked for anew while there is network.

const STORE = 'yunlong-1';
const PATIENCE = 3000;
const PAGE = [
  './', 'style.css', 'app.js', 'tiles.svg', 'manifest.webmanifest', 'icons/icon.svg',
  ...['answer', 'ask', 'book', 'circumstances', 'claim', 'deal', 'dom', 'duel', 'entry', 'line', 'localbook', 'payment', 'peak',
    'qr', 'rules', 'share', 'store', 'tables', 'text', 'tiles'].map((name) => `js/${name}.js`),
];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(PAGE)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== STORE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin || path.includes('/api/')) return;
  event.respondWith(path.includes('/pyodide/') ? kept(event) : fresh(event));
});

async function kept(event) {
  return (await caches.match(event.request)) ?? keep(event, await fetch(event.request));
}

async function fresh(event) {
  const stored = await caches.match(event.request, { ignoreSearch: true });
  try {
    const loading = fetch(event.request).then((response) => keep(event, response));
    if (!stored) return await loading;
    loading.catch(() => undefined);
    return await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, PATIENCE, stored))]);
  } catch {
    return stored ?? Response.error();
  }
}

function keep(event, response) {
  if (!response.ok) return response;
  const copy = response.clone();
  event.waitUntil(caches.open(STORE).then((store) => store.put(event.request, copy)));
  return response;
}
