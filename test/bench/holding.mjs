// `npm run bench -- holding [memory]`: how long one world's calls wait while another world of the same server does something long.
// World A is busy. Calls to world B, from a thread of their own, are measured. The worlds are stored on disk unless `memory` is given.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import autocannon from 'autocannon';

const key = 'podsim-dev-key';
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
const aimMs = 50;
const everyMs = 3;
const jobs = Number(process.env.PODSIM_HOLDING_JOBS ?? 100_000);
const pods = Number(process.env.PODSIM_HOLDING_PODS ?? 10_000);

const streams = Number(process.env.PODSIM_HOLDING_STREAMS ?? 1_000);

const podsOfPath = '/worlds/pods/v2/pods';

/** The thread that measures: a GET every few ms, one after the other, and how long each took. */
const probe = () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let [times, longest] = [[], 0];
  const once = () => {
    const begin = performance.now();
    request(`${workerData.url}/worlds/b/v2/ep-demo/health`, { agent, headers }, (res) => {
      res.resume();
      res.once('end', () => {
        times.push(performance.now() - begin);
        setTimeout(once, everyMs);
      });
    })
      .once('error', () => setTimeout(once, everyMs))
      .end();
  };
  parentPort.on('message', () => {
    const sorted = times.sort((a, b) => a - b);
    parentPort.postMessage({ count: sorted.length, p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, worst: sorted.at(-1) ?? longest });
    [times, longest] = [[], 0];
  });
  once();
};

const scenario = `title: what holds others
world:
  accounts: [{ id: team, keys: [{ name: dev, secret: ${key}, rateLimitExempt: true }] }]
  endpoints: [{ id: ep-demo, workers: { min: 1, max: 5 }, handler: { duration: { fixed: 20h } } }]
  settings: { endpoint: { queuePerWorkerMax: 1000000 } }
`;

/** The text of a scenario with so many jobs. */
const scenarioOf = (count) => `title: many jobs
world:
  accounts: [{ id: team, keys: [{ name: bulk, rateLimitExempt: true }] }]
  endpoints: [{ id: ep-a, workers: { min: 5, max: 5 }, handler: { duration: { exponential: { mean: 4s } } } }]
load:
  - { as: bulk, with: { endpoint: ep-a, body: { input: {} } }, poisson: { rate: 1/1s }, exactly: ${count} }
`;

const started = async (folder) => {
  const file = join(folder, 'world.scenario.yaml');
  writeFileSync(file, scenario);
  const bin = fileURLToPath(new URL('../../dist/bin/podsim.js', import.meta.url));
  const data = process.argv[3] === 'memory' ? [] : ['--data-dir', join(folder, 'data')];
  const limits = ['--limit', 'recordedEntries=1000000', '--limit', 'scenarioEntries=1000000', '--limit', 'whatIfEntries=50000000'];
  const child = spawn(process.execPath, [bin, 'serve', '--port', '0', '--clock', 'manual', '--scenario', file, ...data, ...limits], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve) => {
    let out = '';
    child.stdout.on('data', (text) => {
      out += text;
      const [, found] = /listening on (http:\S+)/.exec(out) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const stop = () =>
    new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGTERM');
    });
  return { url, stop };
};

/** Bodies of calls of a known key: large ones that are served, and ones that hold far more values than any call needs. */
const bodies = {
  'one text of 9.9 MB': () => `{"input":{"image":"${'QUJD'.repeat(2_470_000)}"}}`,
  '200,000 numbers': () => JSON.stringify({ input: { vector: Array.from({ length: 200_000 }, (_, k) => k / 7) } }),
  '100,000 names': () =>
    JSON.stringify({
      input: {
        all: Array.from({ length: 10 }, () =>
          Object.fromEntries(Array.from({ length: 10_000 }, (_, k) => [`name-${(k * 7_919) % 10_000}`, k])),
        ),
      },
    }),
  '80,000 small objects': () => JSON.stringify({ input: { all: Array.from({ length: 40_000 }, (_, k) => ({ a: { b: k } })) } }),
  '9.9 MB of empty lists': () => `{"input":{"a":[${'[],'.repeat(3_299_990)}[]]}}`,
  '9.9 MB of numbers': () => `{"input":{"a":[${'1,'.repeat(4_949_990)}1]}}`,
  '9.9 MB of names': () => `{"input":{${Array.from({ length: 700_000 }, (_, k) => `"${k}":[{}]`)}}}`,
  '9.9 MB of brackets': () => `{"input":${'['.repeat(4_900_000)}${']'.repeat(4_900_000)}}`,
  '9.9 MB that end in nothing': () => `{"input":[${'{"a":"b\\\\n"},'.repeat(800_000)}`,
};

/** Bodies that their operation refuses. */
const wrongBodies = {
  'a wrong webhook beside 200,000 numbers': [
    '/v2/ep-demo/run',
    () => JSON.stringify({ input: { all: Array.from({ length: 200_000 }, (_, k) => k) }, webhook: 5 }),
  ],
  '9,000 wrong ports': ['/v2/templates', () => JSON.stringify({ name: 'a', image: 'b', ports: Array(9_000).fill('x') })],
  '9,000 wrong variables': [
    '/v2/templates',
    () => JSON.stringify({ name: 'a', image: 'b', env: Object.fromEntries(Array.from({ length: 9_000 }, (_, k) => [`N${k}`, 5])) }),
  ],
};

/** Bodies of jobs that give back what they get. */
const echoed = {
  '19 MB of one text': () => `{"input":{"image":"${'QUJD'.repeat(4_740_000)}"}}`,
  '19 MB of umlauts': () => `{"input":{"text":"${'äöü€'.repeat(2_100_000)}"}}`,
};

/** Asks for the document of each contract, and for that of the control plane; makes the world of the jobs that are echoed, too. */
const readDocuments = (call) => async () => {
  const world = {
    accounts: [{ id: 'team', keys: [{ name: 'dev', secret: key, rateLimitExempt: true }] }],
    endpoints: [{ id: 'ep-a', handler: { duration: { fixed: '1s' } } }],
  };
  await call('POST', '/_podsim/v1/worlds', { id: 'echo', clock: { clock: 'auto' }, world });
  await call('POST', '/_podsim/v1/worlds', { id: 'newer', world: { ...world, settings: { account: { contract: '2026-11' } } } });
  for (const path of ['', '/worlds/newer']) await call('GET', `${path}/v2/openapi.json`);
  await call('GET', '/_podsim/v1/openapi.json');
};

/** Asks for a path many times in one piece, and reads nothing for two seconds. */
const pipelined = async (path, count) => {
  const { hostname, port, host } = new URL(base);
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`.repeat(count));
  await new Promise((later) => setTimeout(later, 2_000));
  socket.destroy();
};

/** Opens many streams of world A's events at once, which no client reads; returns what closes them. */
const openStreams = async () => {
  const agent = new Agent();
  const open = () =>
    new Promise((opened) => {
      const asking = request(`${base}/_podsim/v1/events`, { agent, headers: { accept: 'text/event-stream' } }, (res) => {
        res.pause().on('error', () => undefined);
        opened(asking);
      });
      asking.on('error', () => opened(asking)).end();
    });
  const asked = await Promise.all(Array.from({ length: streams }, open));
  return async () => {
    for (const asking of asked) asking.destroy();
  };
};

/** What is done to world A, in order: a name, and the call. */
const operations = (call, fill) => {
  const advance = (world, body) => call('POST', `${world}/_podsim/v1/clock/advance`, body);
  const asked = (method, path, body) => () => call(method, path, body);
  const half = async () => Math.floor((await call('GET', '/_podsim/v1/worlds')).body.worlds[0].entries / 2);
  return [
    ['nothing', () => new Promise((later) => setTimeout(later, 1_000))],
    ['GET the OpenAPI documents, first', readDocuments(call)],
    ['GET openapi.json, 1100 times on one socket', () => pipelined('/_podsim/v1/openapi.json', 1_100)],
    ['GET console, 1100 times on one socket', () => pipelined('/console', 1_100)],
    [
      `GET events, ${streams} streams at once`,
      async () => {
        closeStreams = await openStreams();
      },
    ],
    [`POST run, 50 times, ${streams} unread streams`, () => fill('', 50)],
    [`${streams} unread streams end`, () => closeStreams?.()],
    [`POST run, ${jobs} times`, () => fill('', jobs)],
    ['GET info, first fingerprint', asked('GET', '/_podsim/v1/info')],
    ['GET log', asked('GET', '/_podsim/v1/log')],
    ['GET info, the same fingerprint', asked('GET', '/_podsim/v1/info')],
    ['GET events, a late page', async () => call('GET', `/_podsim/v1/events?after=${await half()}&type=JobExpired`)],
    ['GET explain of the endpoint', asked('GET', '/_podsim/v1/explain/ep-demo')],
    ['GET state, now', asked('GET', '/_podsim/v1/state')],
    ['GET state, before half of the log', async () => call('GET', `/_podsim/v1/state?seq=${await half()}&limit=1000`)],
    ['GET scenario', asked('GET', '/_podsim/v1/scenario')],
    ['GET next', asked('GET', '/_podsim/v1/next')],
    ['POST requests/verify', asked('POST', '/_podsim/v1/requests/verify', { operation: 'run', where: { body: { input: { a: 2 } } } })],
    ['POST forks, now', asked('POST', '/_podsim/v1/forks', { id: 'now' })],
    ['POST forks, at half of the log', async () => call('POST', '/_podsim/v1/forks', { id: 'half', seq: await half() })],
    ['POST compare, two worlds', asked('POST', '/_podsim/v1/compare', { worlds: ['default', 'now'] })],
    ['POST purge-queue', asked('POST', '/worlds/now/v2/ep-demo/purge-queue')],
    ['DELETE endpoint', asked('DELETE', '/worlds/half/v2/serverless/ep-demo')],
    ['POST clock/advance, all jobs expire', () => advance('', { by: '30h' })],
    ['DELETE world', asked('DELETE', '/_podsim/v1/worlds/now')],
    ['POST scenarios/run, 20000 jobs', asked('POST', '/_podsim/v1/scenarios/run', { scenario: scenarioOf(20_000) })],
    [
      'POST compare, a change, 100 seeds',
      async () => {
        await call('POST', '/_podsim/v1/worlds', { id: 'small' });
        await fill('/worlds/small', 200);
        const change = { act: 'updateEndpoint', with: { endpoint: 'ep-demo', body: { workers: { max: 5 } } } };
        return call('POST', '/worlds/small/_podsim/v1/compare', { change, at: '0s', seeds: '1..100' });
      },
    ],
    [
      `POST pods, ${pods} times`,
      async () => {
        const settings = { worker: { imagePull: '0s' } };
        const hosts = Array.from({ length: Math.ceil(pods / 64) }, (_, k) => ({ id: `h-${k}`, gpu: 'NVIDIA GeForce RTX 4090', gpus: 64 }));
        await call('POST', '/_podsim/v1/worlds', {
          id: 'pods',
          world: { hosts, settings, accounts: [{ id: 'team', keys: [{ name: 'dev', secret: key, rateLimitExempt: true }] }] },
        });
        await autocannon({
          url: `${base}${podsOfPath}`,
          method: 'POST',
          headers,
          body: JSON.stringify({ name: 'p', image: 'a/b:1', gpu: { id: 'NVIDIA GeForce RTX 4090' } }),
          connections: 16,
          amount: pods,
        });
      },
    ],
    ['POST clock/advance, two days of pods', () => advance('/worlds/pods', { by: '48h' })],
    ['GET pods', asked('GET', podsOfPath)],
    ['GET billing/pods, by the hour', asked('GET', '/worlds/pods/v2/billing/pods?bucketSize=hour')],
    ['POST reset', asked('POST', '/worlds/pods/_podsim/v1/reset')],
    ...Object.entries(wrongBodies).map(([name, [path, text]]) => [
      `POST ${path.split('/').at(-1)}, ${name}: 422`,
      () => sent(path, text()),
    ]),
    ...Object.entries(echoed).map(([name, text]) => [`POST runsync, ${name}, echoed`, () => sent('/worlds/echo/v2/ep-a/runsync', text())]),
    ...Object.entries(bodies).flatMap(([name, text]) => [
      [`POST run, ${name}`, () => sent('/v2/ep-demo/run', text())],
      [`POST requests/verify, ${name}`, () => sent('/_podsim/v1/requests/verify', text())],
    ]),
  ];
};

let base = '';
/** Closes the streams that were opened. */
let closeStreams;

/** A call whose body is this text. It may be refused. */
const sent = async (path, body) => {
  const response = await fetch(`${base}${path}`, { method: 'POST', headers, body });
  if (response.status >= 500) throw new Error(`POST ${path}: ${response.status} ${(await response.text()).slice(0, 500)}`);
  return response.text();
};

const measured = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'podsim-bench-'));
  const { url, stop } = await started(folder);
  base = url;
  const call = async (method, path, body) => {
    const response = await fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const text = await response.text();
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return { body: path.endsWith('/log') || text === '' ? undefined : JSON.parse(text) };
  };
  const fill = (world, amount) =>
    autocannon({ url: `${url}${world}/v2/ep-demo/run`, method: 'POST', headers, body: '{"input":{"a":1}}', connections: 32, amount });
  await call('POST', '/_podsim/v1/worlds', { id: 'b' });
  const prober = new Worker(fileURLToPath(import.meta.url), { workerData: { url } });
  const taken = () =>
    new Promise((resolve) => {
      prober.once('message', resolve);
      prober.postMessage('read');
    });
  const only = process.env.PODSIM_HOLDING_ONLY;
  process.stdout.write(
    `${'while world A does this, world B'.padEnd(42)}${'answers'.padStart(9)}${'p99 ms'.padStart(9)}${'worst ms'.padStart(10)}${'took s'.padStart(9)}\n`,
  );
  let held = 0;
  for (const [name, act] of operations(call, fill)) {
    if (only !== undefined && !new RegExp(only).test(name)) continue;
    await new Promise((later) => setTimeout(later, 300));
    await taken();
    const begin = performance.now();
    let failure = '';
    await act().catch((error) => {
      failure = `   ${error.message}`;
    });
    const seconds = (performance.now() - begin) / 1_000;
    // The answer on its way while it ended counts, too, and what was put off until then.
    await new Promise((later) => setTimeout(later, 500));
    const { count, p99, worst } = await taken();
    if (worst > aimMs) held += 1;
    const [a, b, c] = [p99, worst, seconds].map((value) => value.toFixed(1));
    process.stdout.write(
      `${name.padEnd(42)}${String(count).padStart(9)}${a.padStart(9)}${b.padStart(10)}${c.padStart(9)}${worst > aimMs ? `   over ${aimMs}` : ''}${failure}\n`,
    );
  }
  await prober.terminate();
  await stop();
  rmSync(folder, { recursive: true, force: true });
  return held;
};

/** Prints the figures. The last line says how many are over the aim. */
export const holding = async () => {
  const held = await measured();
  process.stdout.write(
    `load average of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}, on ${cpus().length} processors\n`,
  );
  process.stdout.write(held === 0 ? `every answer came within ${aimMs} ms\n` : `${held} hold others for more than ${aimMs} ms\n`);
};

if (!isMainThread) probe();
