// The scoring core in the browser: the package and lark on Pyodide, all from this folder.

const RUNTIME = new URL('./pyodide/', import.meta.url).href;
const PACKAGES = ['analyzer', 'lark'].map((name) => new URL(`./python/${name}.zip`, import.meta.url).href);

const plain = self.fetch.bind(self);
let bytes = 0;
let total = 0;

/** fetch, counting what comes in. */
self.fetch = async (...request) => {
  const response = await plain(...request);
  if (!response.ok || !response.body) return response;
  const counted = response.body.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        self.postMessage({ progress: { stage: 'bytes', bytes, total } });
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, { status: response.status, headers: response.headers });
};

/** How many bytes will come in, as the site lists them. */
async function measure() {
  const { files } = await (await plain(new URL('./site.json', import.meta.url))).json();
  total = Object.entries(files).reduce((sum, [name, size]) => (/^(python|pyodide)\//.test(name) ? sum + size : sum), 0);
}

async function start() {
  measure().catch(() => undefined); // without the list the bar does not say how far
  const packages = PACKAGES.map(async (url) => {
    const response = await self.fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return response.arrayBuffer();
  });
  const { loadPyodide } = await import(`${RUNTIME}pyodide.mjs`);
  const pyodide = await loadPyodide({ indexURL: RUNTIME });
  self.postMessage({ progress: { stage: 'start', bytes } });
  for (const content of await Promise.all(packages)) pyodide.unpackArchive(content, 'zip');
  const respond = pyodide.runPython('from analyzer.web.answers import respond\nrespond');
  self.postMessage({ progress: null });
  return respond;
}

const started = start();
started.catch((error) => self.postMessage({ broken: String(error) }));

/** Has the table compiled before the first whole hand asks for it. */
let warm = false;
function warmUp(respond) {
  if (warm) return;
  warm = true;
  setTimeout(() => respond('look', '{"line":"112233456778899m5p+5p"}').destroy(), 30);
}

self.onmessage = async ({ data: { id, name, body } }) => {
  const respond = await started;
  const answer = respond(name, body);
  const [ok, text] = answer.toJs();
  answer.destroy();
  self.postMessage({ id, ok, text });
  warmUp(respond);
};
