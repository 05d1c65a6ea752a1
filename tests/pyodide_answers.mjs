// Loads a site's Python as the page's worker does, and answers the requests that stand in a file.
//
//     node pyodide_answers.mjs SITE REQUESTS.json    ([[name, body], …]; prints what each was answered, and times)

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [site, requests] = process.argv.slice(2).map((path) => resolve(path));
const begun = performance.now();
const { loadPyodide } = await import(pathToFileURL(join(site, 'pyodide', 'pyodide.mjs')).href);
const pyodide = await loadPyodide({ indexURL: join(site, 'pyodide') + '/' });
const loaded = performance.now();
for (const name of ['analyzer', 'lark']) {
  const bytes = readFileSync(join(site, 'python', `${name}.zip`));
  pyodide.unpackArchive(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), 'zip');
}
const respond = pyodide.runPython('from analyzer.web.answers import respond\nrespond');
let first = 0;
const times = [];
const answers = JSON.parse(readFileSync(requests, 'utf8')).map(([name, body]) => {
  const start = performance.now();
  const answer = respond(name, body);
  const [answered, text] = answer.toJs();
  answer.destroy();
  first ||= performance.now() - begun;
  times.push(performance.now() - start);
  return [answered, text];
});
const modules = JSON.parse(pyodide.runPython('import json, sys\njson.dumps(sorted(sys.modules))'));
const later = times.slice(1).sort((one, other) => one - other);
const milliseconds = { runtime: loaded - begun, first, median: later[later.length >> 1], slowest: later.at(-1) };
process.stdout.write(JSON.stringify({ answers, modules, milliseconds }));
