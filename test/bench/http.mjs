// The cost of serving, compared with bare Express with the same answers, and with a world that is not stored.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { median } from './median.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const key = 'podsim-dev-key';
export const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
const connections = 64;
const seconds = 3;
const rounds = 5;
const windowCount = 10;

const scenario = `title: what the bench serves
world:
  accounts: [{ id: team, keys: [{ name: dev, secret: ${key}, rateLimitExempt: true }] }]
  endpoints: [{ id: ep-demo, workers: { min: 1, max: 5 }, handler: { duration: { fixed: 1s } } }]
  settings: { endpoint: { queuePerWorkerMax: 1000000 } }
`;

/** Starts a server in a process of its own; ready when it has answered once. */
export const started = async (args, firstPath) => {
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
    pid: child.pid,
    readyMs: performance.now() - begin,
    megabytes: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGTERM');
      }),
  };
};

const bare = (...how) => started([here('bareServer.mjs'), ...how], '/v2/ep-demo/status/x');

const folder = mkdtempSync(join(tmpdir(), 'podsim-bench-'));
writeFileSync(join(folder, 'world.scenario.yaml'), scenario);
export const podsim = (...more) =>
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

export const run = { method: 'POST', path: '/v2/ep-demo/run', body: '{"input":{"a":1}}' };

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
export const finishedJob = async ({ url }) => {
  const { id } = await (await fetch(`${url}${run.path}`, { method: 'POST', headers, body: run.body })).json();
  await fetch(`${url}/_podsim/v1/clock/advance`, { method: 'POST', body: '{"by":"60s"}' });
  return id;
};

/** CPU time that a process has used, in µs. */
export const cpuOf = (pid) => {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13).map(Number);
  return (user + system) * 10_000;
};

/** One window of load on one server: answers a second, and CPU time an answer. Every answer must be what it should be. */
export const window = async (server, request) => {
  const before = cpuOf(server.pid);
  const { requests, latency, non2xx, errors, timeouts } = await autocannon({
    url: `${server.url}${request.path}`,
    method: request.method,
    headers,
    connections,
    duration: 1,
    ...(request.body ? { body: request.body } : {}),
  });
  if (non2xx + errors + timeouts > 0) throw new Error(`${request.path}: ${non2xx} refused, ${errors + timeouts} failed`);
  return { perSecond: requests.average, cpu: (cpuOf(server.pid) - before) / requests.total, median: latency.p50, p99: latency.p99 };
};

/** Windows of a second in turn, so that a machine that slows down slows all; each beside those of plain and of patched Express. */
const besideExpress = async () => {
  const servers = { plain: await bare(), patched: await bare('patched'), served: await podsim(), loaded: await podsim() };
  const paths = {};
  for (const [name, server] of Object.entries(servers)) {
    const job = name === 'served' || name === 'loaded' ? await finishedJob(server) : 'x';
    paths[name] = { status: { method: 'GET', path: `/v2/ep-demo/status/${job}` }, run };
  }
  await autocannon({ url: `${servers.loaded.url}${run.path}`, ...run, headers, connections, amount: 100_000 });
  const windows = [];
  for (let k = 0; k < windowCount; k++) {
    const row = {};
    for (const what of ['status', 'run'])
      for (const [name, server] of Object.entries(servers)) row[`${name} ${what}`] = await window(server, paths[name][what]);
    windows.push(row);
  }
  await Promise.all(Object.values(servers).map((server) => server.stop()));
  const ratio = (name, beside) => median(windows.map((row) => row[name].perSecond / row[beside].perSecond));
  const of = (name, figure) => median(windows.map((row) => row[name][figure]));
  return [
    ['plain Express, GET status a second', of('plain status', 'perSecond'), ''],
    ['GET status : plain Express', ratio('served status', 'plain status'), 'at least 1.5'],
    ['GET status : patched Express', ratio('served status', 'patched status'), 'at least 0.85'],
    ['GET status among 100000 live jobs : plain', ratio('loaded status', 'plain status'), 'at least 1.5'],
    [
      'GET status, µs of CPU',
      of('served status', 'cpu'),
      `plain ${of('plain status', 'cpu').toFixed(0)}, patched ${of('patched status', 'cpu').toFixed(0)}`,
    ],
    ['GET status, p99 : median', of('served status', 'p99') / of('served status', 'median'), 'under 10'],
    ['plain Express, POST run a second', of('plain run', 'perSecond'), ''],
    ['POST run : plain Express', ratio('served run', 'plain run'), 'at least 1.1'],
    ['POST run : patched Express', ratio('served run', 'patched run'), 'at least 0.75'],
    ['POST run among 100000 live jobs : plain', ratio('loaded run', 'plain run'), 'at least 1.1'],
    [
      'POST run, µs of CPU',
      of('served run', 'cpu'),
      `plain ${of('plain run', 'cpu').toFixed(0)}, patched ${of('patched run', 'cpu').toFixed(0)}`,
    ],
    ['POST run, p99 : median', of('served run', 'p99') / of('served run', 'median'), 'under 10'],
  ];
};

/** How long a server takes to answer for the first time, beside bare Express, and what it weighs then. */
const starting = async () => {
  const pairs = [];
  for (let k = 0; k < rounds; k++) {
    const plain = await bare();
    const empty = await started([here('../../dist/bin/podsim.js'), 'serve', '--port', '0'], '/v2/ep-demo/health');
    pairs.push({ ready: empty.readyMs / plain.readyMs, idle: empty.megabytes() });
    await Promise.all([plain.stop(), empty.stop()]);
  }
  return [
    ['ready : bare Express ready', median(pairs.map(({ ready }) => ready)), 'at most 1.5'],
    ['MB resident, idle', median(pairs.map(({ idle }) => idle)), 'under 90'],
  ];
};

/** What a hundred thousand jobs that wait add to a server. */
const liveJobs = async () => {
  const served = await podsim();
  const before = served.megabytes();
  await autocannon({ url: `${served.url}${run.path}`, ...run, headers, connections, amount: 100_000 });
  // An idle server gives memory back that it does not need.
  await new Promise((later) => setTimeout(later, 5_000));
  const added = served.megabytes() - before;
  await served.stop();
  return [['MB that 100000 live jobs add', added, 'under 250']];
};

/** Stored on disk compared with not stored: each round measures all three. */
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
    return [...(await besideExpress()), ...(await starting()), ...(await liveJobs()), ...(await durable())];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

if (process.argv[1] === here('http.mjs')) {
  const only = { besideExpress, starting, liveJobs, durable }[process.argv[2] ?? ''];
  for (const [name, value, wanted] of await (only ?? httpFigures)())
    console.log(name.padEnd(42), value.toPrecision(4).padStart(10), wanted);
  rmSync(folder, { recursive: true, force: true });
}
