// What serving costs beside bare Express with the same answers, and beside a world that is kept nowhere.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const key = 'podsim-dev-key';
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
const connections = 64;
const seconds = 3;
const rounds = 5;

const scenario = `title: what the bench serves
world:
  accounts: [{ id: team, keys: [{ name: dev, secret: ${key}, rateLimitExempt: true }] }]
  endpoints: [{ id: ep-demo, workers: { min: 1, max: 5 }, handler: { duration: { fixed: 1s } } }]
  settings: { endpoint: { queuePerWorkerMax: 1000000 } }
`;

/** Starts a server in a process of its own; ready when it has answered once. */
const started = async (args, firstPath) => {
  const begin = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((resolve, reject) => {
    let out = '';
    child.stdout.on('data', (text) => {
      out += text;
      const found = /listening on (http:\S+)/.exec(out);
      if (found !== null) resolve(found[1]);
    });
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)));
  });
  const first = await fetch(`${url}${firstPath}`, { headers });
  await first.text();
  return {
    url,
    readyMs: performance.now() - begin,
    megabytes: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGTERM');
      }),
  };
};

const bare = () => started([here('bareServer.mjs')], '/v2/ep-demo/status/x');

const folder = mkdtempSync(join(tmpdir(), 'podsim-bench-'));
writeFileSync(join(folder, 'world.scenario.yaml'), scenario);
const podsim = (...more) =>
  started(
    [
      here('../../dist/bin/podsim.js'),
      'serve',
      '--port',
      '0',
      '--clock',
      'manual',
      '--scenario',
      join(folder, 'world.scenario.yaml'),
      ...more,
    ],
    '/v2/ep-demo/health',
  );

const run = { method: 'POST', path: '/v2/ep-demo/run', body: '{"input":{"a":1}}' };

const load = async ({ url }, { method, path, body }) => {
  const { requests, latency, non2xx, errors } = await autocannon({
    url: `${url}${path}`,
    method,
    headers,
    connections,
    duration: seconds,
    ...(body ? { body } : {}),
  });
  if (non2xx + errors > 0) throw new Error(`${method} ${path}: ${non2xx} refused, ${errors} failed`);
  return { perSecond: requests.average, median: latency.p50, p99: latency.p99 };
};

/** A finished job to ask for. */
const finishedJob = async ({ url }) => {
  const { id } = await (await fetch(`${url}${run.path}`, { method: 'POST', headers, body: run.body })).json();
  await fetch(`${url}/_podsim/v1/clock/advance`, { method: 'POST', body: '{"by":"60s"}' });
  return id;
};

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** In turn, so that a machine that slows down slows both. */
const besideBare = async () => {
  const pairs = [];
  for (let k = 0; k < rounds; k++) {
    const plain = await bare();
    const empty = await started([here('../../dist/bin/podsim.js'), 'serve', '--port', '0'], '/v2/ep-demo/health');
    const idle = empty.megabytes();
    await empty.stop();
    const served = await podsim();
    const status = { method: 'GET', path: `/v2/ep-demo/status/${await finishedJob(served)}` };
    pairs.push({
      idle,
      ready: empty.readyMs / plain.readyMs,
      bareStatus: await load(plain, status),
      status: await load(served, status),
      bareRun: await load(plain, run),
      run: await load(served, run),
    });
    await Promise.all([plain.stop(), served.stop()]);
  }
  const of = (pick) => median(pairs.map(pick));
  return [
    ['bare Express, GET status a second', of((pair) => pair.bareStatus.perSecond), ''],
    ['GET status : bare Express', of((pair) => pair.status.perSecond / pair.bareStatus.perSecond), 'at least 0.7, aim 0.85'],
    ['GET status, p99 : median', of((pair) => pair.status.p99 / pair.status.median), 'under 10'],
    ['bare Express, POST run a second', of((pair) => pair.bareRun.perSecond), ''],
    ['POST run : bare Express', of((pair) => pair.run.perSecond / pair.bareRun.perSecond), 'at least 0.7, aim 0.85'],
    ['POST run, p99 : median', of((pair) => pair.run.p99 / pair.run.median), 'under 10'],
    ['ready : bare Express ready', of((pair) => pair.ready), 'at most 2'],
    ['MB resident, idle', of((pair) => pair.idle), 'under 90'],
  ];
};

/** What a hundred thousand jobs that wait add to a server. */
const liveJobs = async () => {
  const served = await podsim();
  const before = served.megabytes();
  await autocannon({ url: `${served.url}${run.path}`, ...run, headers, connections, amount: 100_000 });
  // A server that nobody asks anything gives back what it does not need.
  await new Promise((later) => setTimeout(later, 5_000));
  const added = served.megabytes() - before;
  await served.stop();
  return [['MB that 100000 live jobs add', added, 'under 250']];
};

/** Kept on disk beside not kept: each round has all three. */
const durable = async () => {
  const triples = [];
  for (let k = 0; k < rounds; k++) {
    const rates = [];
    for (const more of [[], ['--sync', 'always'], ['--sync', 'batch']]) {
      const data = mkdtempSync(join(folder, 'data-'));
      const served = await podsim(...(more.length === 0 ? [] : ['--data-dir', data]), ...more);
      rates.push((await load(served, run)).perSecond);
      await served.stop();
      rmSync(data, { recursive: true });
    }
    triples.push(rates);
  }
  return [
    ['POST run kept, sync always : not kept', median(triples.map(([memory, always]) => always / memory)), 'at least 0.5'],
    ['POST run kept, sync batch : not kept', median(triples.map(([memory, , batch]) => batch / memory)), 'at least 0.9'],
  ];
};

/** Figures about serving, as `bench.mjs` prints them. */
export const httpFigures = async () => {
  try {
    return [...(await besideBare()), ...(await liveJobs()), ...(await durable())];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

if (process.argv[1] === here('http.mjs')) {
  const only = { besideBare, liveJobs, durable }[process.argv[2] ?? ''];
  for (const [name, value, wanted] of await (only ?? httpFigures)())
    console.log(name.padEnd(42), value.toPrecision(4).padStart(10), wanted);
  rmSync(folder, { recursive: true, force: true });
}
