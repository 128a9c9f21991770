// `npm run determinism`: every scenario, and a world that is refused everything, has the same fingerprint on Node 20, 22, 24
// and 26, whatever the time zone and language.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const podsim = fileURLToPath(new URL('../../dist/bin/podsim.js', import.meta.url));
const scenarios = fileURLToPath(new URL('../../scenarios', import.meta.url));
const refusals = fileURLToPath(new URL('refusals.mjs', import.meta.url));
const places = [
  { TZ: 'UTC', LANG: 'C' },
  { TZ: 'Pacific/Apia', LANG: 'tr_TR.UTF-8' },
];

const said = (node, env, ...args) => {
  const { stdout, stderr } = spawnSync('npx', ['-y', '-p', `node@${node}`, 'node', ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 100_000_000,
  });
  if (!stdout.startsWith('{')) throw new Error(`Node ${node}: ${stderr}`);
  return JSON.parse(stdout);
};

const fingerprints = (node, env) => {
  const { runs } = said(node, env, podsim, 'run', scenarios, '--reporter', 'json');
  const { fingerprint, refused } = said(node, env, refusals);
  return new Map([
    ...runs.map(({ file, member, fingerprint }) => [`${file} ${member ?? ''}`, fingerprint]),
    [`${refused} refusals`, fingerprint],
  ]);
};

let reference;
let differing = 0;
let runs = 0;
for (const node of ['20', '22', '24', '26']) {
  for (const place of places) {
    const found = fingerprints(node, place);
    reference ??= found;
    const others = [...reference].filter(([run, fingerprint]) => found.get(run) !== fingerprint).map(([run]) => run);
    differing += others.length;
    runs += found.size;
    process.stdout.write(`Node ${node}, ${place.TZ}, ${place.LANG}: ${found.size} runs, ${others.length} differ ${others.join(', ')}\n`);
  }
}
if (runs === 0) throw new Error('no scenario was run');
process.stdout.write(`${runs - differing} passed, ${differing} failed\n`);
process.exitCode = differing === 0 ? 0 : 1;
