// `npm run determinism`: every scenario, and a world that is refused everything, has the same fingerprint on Node 20, 22, 24 and 26,
// whatever the time zone and language; without a just-in-time compiler; on JavaScriptCore (bun). The scenarios have it in a
// browser, too (Debian's chromium, or the one that CHROMIUM names).
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../browser/chromium.mjs';
import { browserFingerprints } from './browser.mjs';

const podsim = fileURLToPath(new URL('../../dist/bin/podsim.js', import.meta.url));
const scenarios = fileURLToPath(new URL('../../scenarios', import.meta.url));
const refusals = fileURLToPath(new URL('refusals.mjs', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const chromium = findChromium();

const places = [
  { TZ: 'UTC', LANG: 'C' },
  { TZ: 'Pacific/Apia', LANG: 'tr_TR.UTF-8' },
];
const node = (version, ...flags) => ({
  name: [`Node ${version}`, ...flags].join(' '),
  command: ['npx', '-y', '-p', `node@${version}`, 'node', ...flags],
});
const runtimes = [
  ...['20', '22', '24', '26'].map((version) => node(version)),
  // Runs without WebAssembly, which the fetch of Node 20 needs.
  node('24', '--jitless'),
  { name: 'JavaScriptCore (bun)', command: ['npx', '-y', '-p', 'bun', 'bun'] },
];

const said = ({ name, command: [program, ...args] }, env, ...more) => {
  const { stdout, stderr } = spawnSync(program, [...args, ...more], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 100_000_000,
    cwd: root,
  });
  if (!stdout.startsWith('{')) throw new Error(`${name}: ${stderr}`);
  return JSON.parse(stdout);
};

const byRun = (runs) =>
  runs.map(({ file, member, fingerprint }) => [`${file.slice(file.indexOf('scenarios/'))} ${member ?? ''}`, fingerprint]);

const fingerprints = (runtime, env) => {
  const { runs } = said(runtime, env, podsim, 'run', scenarios, '--reporter', 'json');
  const { fingerprint, refused } = said(runtime, env, refusals);
  return new Map([...byRun(runs), [`${refused} refusals`, fingerprint]]);
};

let reference;
let differing = 0;
let count = 0;
/** The first fingerprint that is found; the others must equal it. */
const compare = (name, found, wanted = () => true) => {
  reference ??= found;
  const others = [...reference].filter(([run, fingerprint]) => wanted(run) && found.get(run) !== fingerprint).map(([run]) => run);
  differing += others.length;
  count += found.size;
  process.stdout.write(`${name}: ${found.size} runs, ${others.length} differ ${others.join(', ')}\n`);
};

for (const runtime of runtimes)
  for (const place of places) compare(`${runtime.name}, ${place.TZ}, ${place.LANG}`, fingerprints(runtime, place));
if (chromium !== undefined)
  compare('a browser', new Map(byRun(await browserFingerprints(chromium, scenarios))), (run) => run.startsWith('scenarios/'));
else {
  process.stdout.write('a browser: not run, there is no Chromium: apt-get install -y chromium, or set CHROMIUM to the path of one\n');
  differing += 1;
}
if (count === 0) throw new Error('no scenario was run');
process.stdout.write(`${count - differing} passed, ${differing} failed\n`);
process.exitCode = differing === 0 ? 0 : 1;
