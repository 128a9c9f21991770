// npm run soak:workers -- --minutes 20: many processes of the Node worker wait for work, all the time, and a job now and then comes for one of
// them. The heap of the server, after a collection, must be as large at the end as it was after a fifth of the time; no worker may count
// as lost, no job may fail, and the log must rerun without workers. Virtual time runs twenty times quicker than the wall clock: the results
// of jobs expire meanwhile, and it says nothing of the silence of processes.
import { fork, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startWorker } from 'podsim/worker';
import { workerEnvironment } from '../../dist/adapters/fleet/workerEnvironment.js';
import { median } from '../bench/median.mjs';
import { drawsFrom } from './mixedParts.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    workers: { type: 'string', default: '64' },
    rate: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
});
const [minutes, workers, rate, seed] = ['minutes', 'workers', 'rate', 'seed'].map((name) => Number(values[name]));
if (![minutes, workers, rate, seed].every((number) => number > 0))
  throw new Error('--minutes, --workers, --rate (jobs a second) and --seed are numbers above 0');

/** How often memory is measured, and how much larger the median of the last fifth may be than that of the second. */
const samples = 20;
const growthMax = 1.05;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const podsim = here('../../dist/bin/podsim.js');
const folder = mkdtempSync(join(tmpdir(), 'podsim-soak-'));
const key = 'podsim-dev-key';
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
writeFileSync(
  join(folder, 'workers.scenario.yaml'),
  `title: many real workers
world:
  accounts: [{ id: team, keys: [{ name: dev, secret: ${key}, rateLimitExempt: true }] }]
  settings: { worker: { imagePull: 0s, start: 0s } }
  endpoints: [{ id: ep-a, workers: { min: ${workers}, max: ${workers} }, handler: { external: {} } }]
`,
);

const server = fork(
  podsim,
  ['serve', '--port', '0', '--clock', 'realtime', '--speed', '20', '--limit', 'logEntriesInMemory=2000'].concat(
    ['--scenario', join(folder, 'workers.scenario.yaml')],
    ['--data-dir', join(folder, 'data')],
  ),
  { execArgv: ['--expose-gc', '--import', here('weighing.mjs')], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
);
const ended = new Promise((resolve) => server.once('exit', resolve));
const url = await new Promise((resolve, reject) => {
  let out = '';
  server.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
    const found = /listening on (http:\S+)/.exec(out);
    if (found !== null) resolve(found[1]);
  });
  ended.then((code) => reject(new Error(`the server ended with ${code}`)));
});
const weigh = () =>
  new Promise((resolve) => {
    server.once('message', resolve);
    server.send('weigh');
  });
const ask = async (path, init) => {
  const response = await fetch(`${url}${path}`, { headers, ...init });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`);
  return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text;
};

process.setMaxListeners(2 * workers + 10);
const draw = drawsFrom(seed);
for (let k = 1; k <= workers; k++) {
  const env = workerEnvironment({ url, endpointId: 'ep-a', workerId: `ep-a-w${k}`, apiKey: key, pingIntervalMs: 10_000 });
  void startWorker(({ input }) => ({ n: input.n }), { env });
}

let submitted = 0;
let isOver = false;
const submitting = (async () => {
  while (!isOver) {
    await ask('/v2/ep-a/run', { method: 'POST', body: JSON.stringify({ input: { n: ++submitted } }) });
    await pause((2_000 * draw()) / rate);
  }
})();

console.log(`${workers} workers wait for work for ${minutes} minutes, and ${rate} jobs a second come; seed ${seed}`);
console.log('   time   heap MB  external MB  resident MB    entries       jobs  workers  processor s');
const begin = performance.now();
const heaps = [];
for (let k = 1; k <= samples; k++) {
  await pause(begin + (k * minutes * 60_000) / samples - performance.now());
  const { heapUsed, external, rss, cpuSeconds } = await weigh();
  const [{ jobs, workers: up }, metrics] = [await ask('/v2/ep-a/health'), await ask('/_podsim/v1/metrics')];
  heaps.push(heapUsed);
  const entries = /^podsim_log_entries\S* (\S+)$/m.exec(metrics)?.[1] ?? '?';
  const megabytes = (bytes) => (bytes / 1e6).toFixed(2);
  const seconds = Math.round((performance.now() - begin) / 1_000);
  const row = [`${seconds} s`, megabytes(heapUsed), megabytes(external), megabytes(rss), entries, submitted, up.idle + up.running];
  console.log([...row, cpuSeconds.toFixed(1)].map((cell, at) => String(cell).padStart([7, 10, 13, 13, 11, 11, 9, 13][at])).join(''));
  if (jobs.failed > 0) console.log(`  ${jobs.failed} jobs have failed`);
}
isOver = true;
await submitting;
await pause(2_000);
const log = (await ask('/_podsim/v1/log')).split('\n');
const countOf = (type) => log.filter((line) => line.includes(`"type":"${type}"`)).length;
const found = { completed: countOf('JobCompleted'), crashed: countOf('WorkerCrashed'), requeued: countOf('JobRequeued') };
writeFileSync(join(folder, 'log.ndjson'), log.join('\n'));
server.kill('SIGTERM');
await ended;
const rerun = spawnSync(process.execPath, [podsim, 'log', 'rerun', join(folder, 'log.ndjson')], { encoding: 'utf8' });

const fifth = samples / 5;
const growth = median(heaps.slice(-fifth)) / median(heaps.slice(fifth, 2 * fifth));
console.log(`memory   the heap of the last fifth is ${growth.toFixed(3)} times that of the second (at most ${growthMax})`);
console.log(
  `jobs     ${submitted} submitted, ${found.completed} completed, ${found.requeued} requeued; ${found.crashed} workers counted as lost`,
);
console.log(`rerun    ${rerun.stdout.trim()}${rerun.stderr.trim()}`);
const isGood = growth <= growthMax && found.completed === submitted && found.crashed === 0 && rerun.status === 0;
console.log(isGood ? 'passed' : `FAILED: what is left is in ${folder}`);
if (isGood) rmSync(folder, { recursive: true });
process.exit(isGood ? 0 : 1);
