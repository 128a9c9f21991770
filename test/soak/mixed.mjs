// npm run soak:mixed -- --minutes 60 --seed 1: mixed traffic on a served data directory, then a kill -9, and a check of the data.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median } from '../bench/median.mjs';
import { drawsFrom, growth, missingFrom, weighted } from './mixedParts.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    clients: { type: 'string', default: '8' },
    rate: { type: 'string', default: '40' },
    keep: { type: 'boolean', default: false },
  },
});
const [minutes, seed, clientCount, rate] = ['minutes', 'seed', 'clients', 'rate'].map((name) => Number(values[name]));
if (![minutes, seed, clientCount, rate].every((number) => number > 0))
  throw new Error('--minutes, --seed, --clients and --rate are numbers above 0');

const program = fileURLToPath(new URL('../../dist/bin/podsim.js', import.meta.url));
const key = 'podsim-dev-key';
/** The longest that an answer may take, in ms, and the largest growth of memory from the second tenth to the last. */
const answerMsMax = 30_000;
const growthMax = 1.1;
/** A job's result is purged 30 virtual minutes after its end. Until then memory grows, so shorter runs do not check it. */
const minutesToJudge = 20;
const folder = mkdtempSync(join(tmpdir(), 'podsim-soak-'));

/** Starts a server as the README shows, on a folder. */
const serve = async (...more) => {
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', '--data-dir', folder, ...more], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stderr.on('data', (text) => (said.err += text));
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => {
      said.out += text;
      const found = /listening on (http:\S+)/.exec(said.out);
      if (found !== null) resolve(found[1]);
    });
    ended.then((code) => reject(new Error(`the server ended with ${code}: ${said.err}`)));
  });
  const stop = (signal) => {
    child.kill(signal);
    return ended;
  };
  return { url, said, stop };
};

/** The ids that clients got in answers, by the type of the event that creates them. */
const told = new Map(
  ['JobQueued', 'JobCancelled', 'JobRetried', 'PodCreated', 'PodTerminated', 'ClusterCreated', 'TemplateCreated', 'EndpointCreated'].map(
    (type) => [type, new Set()],
  ),
);
const toldOf = (type, id) => told.get(type).add(id);
let toldSeq = 0;
const errors = [];
const counts = new Map();
const latencies = [];
const fail = (words) => {
  if (errors.length < 20) errors.push(words);
  process.exitCode = 1;
};

/** One client, which makes one call after the other. */
class Client {
  constructor(url, number) {
    this.url = url;
    this.name = `c${number}`;
    this.draw = drawsFrom(seed * 1_000 + number);
    this.jobs = [];
    this.pods = [];
    this.clusters = [];
    this.templates = [];
    this.worlds = 0;
  }

  below(count) {
    return Math.floor(this.draw() * count);
  }

  some(list) {
    return list[this.below(list.length)];
  }

  /** Makes a call, and returns the answer if its status is allowed. Any other status is an error of the run. */
  async ask(method, path, { body, expect = [200], as = key, text, headers = {} } = {}) {
    const begin = performance.now();
    const what = `${method} ${path.replaceAll(/[0-9a-f]{8}-[^/?]*/g, 'ID')}`;
    try {
      const response = await fetch(`${this.url}${path}`, {
        method,
        headers: {
          ...(path.includes('/_podsim/') ? {} : { authorization: `Bearer ${as}` }),
          'content-type': 'application/json',
          ...headers,
        },
        ...(body === undefined && text === undefined ? {} : { body: text ?? JSON.stringify(body) }),
        signal: AbortSignal.timeout(answerMsMax),
      });
      const answer = await response.text();
      latencies.push(performance.now() - begin);
      counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
      if (response.status !== 429 && !expect.includes(response.status)) fail(`${what}: ${response.status} ${answer.slice(0, 300)}`);
      if (response.headers.get('x-podsim-world') === 'default') toldSeq = Math.max(toldSeq, Number(response.headers.get('x-podsim-seq')));
      const isJson = /^application\/(problem\+)?json/.test(response.headers.get('content-type') ?? '') && answer !== '';
      return { status: response.status, body: isJson ? JSON.parse(answer) : answer };
    } catch (error) {
      if (!stopping) fail(`${what}: no answer (${error.name}: ${error.cause?.code ?? error.message})`);
      return { status: 0, body: {} };
    }
  }
}

const endpoint = 'ep-demo';
const refused = [400, 404, 409, 422];
const control = '/_podsim/v1';

const submit = (path) => async (client) => {
  const { status, body } = await client.ask('POST', `/v2/${endpoint}/${path}`, { body: { input: { at: client.below(1e6) } } });
  if (status !== 200) return;
  toldOf('JobQueued', body.id);
  client.jobs = [...client.jobs.slice(-50), body.id];
};
const ofJob = (method, path, type, statusMeant) => async (client) => {
  const job = client.some(client.jobs);
  if (job === undefined) return;
  const { status, body } = await client.ask(method, `/v2/${endpoint}/${path}/${job}`, { expect: [200, ...refused] });
  if (type !== undefined && status === 200 && body.status === statusMeant) toldOf(type, job);
};
const make =
  (path, type, list, bodyOf, expect = []) =>
  async (client) => {
    const { status, body } = await client.ask('POST', path, { body: bodyOf(client), expect: [201, ...expect] });
    if (status !== 201) return;
    toldOf(type, body.id);
    client[list].push(body.id);
  };
const drop = (path, list, type) => async (client) => {
  if (client[list].length < 5) return;
  const id = client[list].shift();
  const { status } = await client.ask('DELETE', `${path}/${id}`, { expect: [204, ...refused] });
  if (status === 204 && type !== undefined) toldOf(type, id);
};

/** Reads something; the content does not matter. */
const look =
  (path, method = 'GET', body = undefined) =>
  (client) =>
    client.ask(method, path, body === undefined ? {} : { body });

/** Reads the event stream for a moment, and disconnects. */
const follow = async (client) => {
  const leaving = AbortSignal.timeout(500 + client.below(2_000));
  try {
    const response = await fetch(`${client.url}${control}/events?after=${Math.max(0, toldSeq - 50)}`, {
      headers: { accept: 'text/event-stream' },
      signal: leaving,
    });
    if (response.status !== 200) fail(`events: ${response.status}`);
    for await (const piece of response.body)
      for (const [, id] of Buffer.from(piece)
        .toString()
        .matchAll(/^id: (\d+)$/gm))
        toldSeq = Math.max(toldSeq, Number(id));
  } catch (error) {
    if (!leaving.aborted && !stopping) fail(`events: the stream broke (${error.message})`);
  }
};

/** Forks the default world at an earlier time, reads from the fork, and drops it. */
const fork = async (client) => {
  const id = `${client.name}-${++client.worlds}`;
  const made = await client.ask('POST', `${control}/forks`, {
    body: { id, seq: 1 + client.below(Math.min(toldSeq, 5_000)) },
    expect: [201, 422],
  });
  if (made.status !== 201) return;
  const run = await client.ask('POST', `/worlds/${id}/v2/${endpoint}/run`, { body: { input: {} } });
  if (run.status === 200) await client.ask('GET', `/worlds/${id}/v2/${endpoint}/status/${run.body.id}`);
  await client.ask('GET', `/worlds/${id}${control}/info`);
  await client.ask('GET', `/worlds/${id}${control}/log`);
  await client.ask('DELETE', `${control}/worlds/${id}`, { expect: [204] });
};

const faults = [
  { fault: 'worker-crash', chance: '1/10', window: { to: '1m' } },
  { fault: 'slow-image-pull', delay: '20s', window: { to: '1m' } },
  { fault: 'host-failure', match: { dataCenter: 'EU-RO-1' }, window: { to: '1m' } },
  { fault: 'no-capacity', window: { to: '20s' } },
  { fault: 'api-latency', delay: '2s', limit: 5, match: { operation: 'listPods' } },
  { fault: 'api-error', status: 429, limit: 3, match: { operation: 'health' } },
];
const inject = async (client) => {
  const { status, body } = await client.ask('POST', `${control}/faults`, { body: client.some(faults), expect: [201] });
  if (status === 201 && client.draw() < 0.5) await client.ask('DELETE', `${control}/faults/${body.id}`, { expect: [204, ...refused] });
};

const gpu = { id: 'NVIDIA GeForce RTX 4090' };
/** The hosts may have no capacity. */
const noRoom = [400, 409];

// biome-ignore format: a table
const deeds = [
  { weight: 300, act: submit('run') },
  { weight:  20, act: submit('runsync?wait=1000') },
  { weight: 200, act: ofJob('GET',  'status') },
  { weight:  10, act: ofJob('GET',  'stream') },
  { weight:  40, act: ofJob('POST', 'cancel', 'JobCancelled', 'CANCELLED') },
  { weight:  30, act: ofJob('POST', 'retry',  'JobRetried',   'IN_QUEUE') },
  { weight:  60, act: look(`/v2/${endpoint}/health`) },
  { weight:  20, act: make('/v2/pods', 'PodCreated', 'pods', () => ({ name: 'p', image: 'an-image', gpu }), noRoom) },
  { weight:  25, act: drop('/v2/pods', 'pods', 'PodTerminated') },
  { weight:   5, act: make('/v2/clusters', 'ClusterCreated', 'clusters', () => ({ name: 'pair', type: 'TRAINING', image: 'a/b:1', compute: { gpuTypeId: 'NVIDIA H100 80GB HBM3', gpuCountPerPod: 4, podCount: 2 } }), noRoom) },
  { weight:   8, act: drop('/v2/clusters', 'clusters') },
  { weight:  10, act: make('/v2/templates', 'TemplateCreated', 'templates', (client) => ({ name: `${client.name}-${client.below(1e9)}`, image: 'an-image' })) },
  { weight:  12, act: drop('/v2/templates', 'templates') },
  { weight:  30, act: look('/v2/pods') },
  { weight:   5, act: look('/v2/billing') },
  { weight:  10, act: follow },
  { weight:   4, act: inject },
  { weight:   2, act: (client) => client.ask('DELETE', `${control}/faults`, { expect: [204] }) },
  { weight:   2, act: fork },
  { weight:   6, act: look(`${control}/clock/advance`, 'POST', { by: '5s' }) },
  { weight:   4, act: look(`${control}/info`) },
  { weight:   4, act: look(`${control}/requests?limit=20`) },
  { weight:   4, act: look(`${control}/next`) },
  { weight:  20, act: (client) => client.ask('GET', '/v2/pods', { as: 'not-a-key', expect: [401] }) },
  { weight:  10, act: (client) => client.ask('POST', `/v2/${endpoint}/run`, { body: { input: 'no object', more: 1 }, expect: [400, 422] }) },
  { weight:   5, act: (client) => client.ask('POST', '/v2/pods', { text: '{"name": ', expect: [400, 422] }) },
  { weight:   5, act: (client) => client.ask('DELETE', '/v2/nowhere', { expect: [404, 405] }) },
];

let stopping = false;
const busy = async (client) => {
  while (!stopping) {
    await weighted(deeds, client.draw()).act(client);
    await pause((client.draw() * 2_000 * clientCount) / rate);
  }
};

const gauge = (text, name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
const megabytes = (bytes) => (bytes / 1e6).toFixed(0);

/** Samples memory, and prints a row for each tenth of the time. */
const watch = async (url, forMs) => {
  const [heaps, begin] = [[], performance.now()];
  console.log('   time   answers   p50 ms   p99 ms   heap MB   entries   errors');
  for (let tenth = 1; tenth <= 10; tenth++) {
    while (performance.now() - begin < (forMs * tenth) / 10) {
      await pause(Math.min(1_000, forMs / 100));
      const text = await fetch(`${url}${control}/metrics`)
        .then((response) => response.text())
        .catch(() => '');
      if (text === '') fail('metrics: no answer');
      heaps.push(gauge(text, 'podsim_heap_used_bytes'));
      watch.entries = gauge(text, 'podsim_log_entries');
    }
    const sorted = latencies.splice(0).sort((a, b) => a - b);
    const row = [
      `${Math.round((forMs * tenth) / 10_000)} s`,
      sorted.length,
      (sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(1),
      (sorted[Math.floor(sorted.length * 0.99)] ?? 0).toFixed(1),
      megabytes(median(heaps.slice(-Math.ceil(heaps.length / tenth)))),
      watch.entries,
      errors.length,
    ];
    console.log(row.map((cell, k) => String(cell).padStart([7, 10, 9, 9, 10, 10, 9][k])).join(''));
  }
  return heaps;
};

/** Runs a podsim command that must succeed, and returns its output. */
const command = (...args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', maxBuffer: 1e9 });
  if (status !== 0) fail(`podsim ${args.join(' ')}: exit code ${status}: ${stdout}${stderr}`.slice(0, 500));
  return stdout;
};

const linesOf = (world) =>
  readFileSync(join(folder, world, 'log.ndjson'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"seq":'));

console.log(`a soak of ${minutes} minutes: seed ${seed}, ${clientCount} clients, ${rate} calls a second, in ${folder}`);
const server = await serve('--clock', 'realtime', '--speed', '20');
const handler = { duration: { exponential: { mean: '2s' } }, chances: { fail: '1/5' } };
const first = new Client(server.url, 0);
await first.ask('PUT', `${control}/endpoints/${endpoint}/handler`, { body: handler });
const clients = Array.from({ length: clientCount }, (_, k) => new Client(server.url, k + 1));
const traffic = clients.map(busy);
const heaps = await watch(server.url, minutes * 60_000);
stopping = true;
await server.stop('SIGKILL');
await Promise.all(traffic);
if (server.said.err !== '') fail(`the server said: ${server.said.err.slice(0, 500)}`);

const again = await serve('--clock', 'manual');
const after = new Client(again.url, 999);
stopping = false;
for (const job of clients.flatMap(({ jobs }) => jobs).slice(-100))
  await after.ask('GET', `/v2/${endpoint}/status/${job}`, { expect: [200, 404] });
const { body: info } = await after.ask('GET', `${control}/info`);
// This one is killed, too: a server that is stopped appends the count of calls that left no entry to its log.
await again.stop('SIGKILL');

const lines = linesOf('default');
if (lines.length < toldSeq) fail(`the log has ${lines.length} entries, and clients were told of ${toldSeq}`);
for (const [type, ids] of missingFrom(told, lines))
  fail(`${ids.length} × ${type} that clients were told of are not in the log, such as ${ids[0]}`);
const worlds = readdirSync(folder).filter((name) => !name.startsWith('.'));
for (const world of worlds) {
  const said = command('rerun', join(folder, world, 'log.ndjson'));
  if (world === 'default' && !said.includes(info.fingerprint))
    fail(`the log reruns to another fingerprint than was served: ${said}, ${info.fingerprint}`);
}
command('repair', '--check', folder);
const grown = minutes < minutesToJudge ? undefined : growth(heaps);
if (grown !== undefined && grown > growthMax) fail(`memory grew ${grown.toFixed(2)} times from the second tenth to the last`);

console.log(
  `answers by status   ${[...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')}`,
);
console.log(`told and found      ${[...told].map(([type, ids]) => `${type} ${ids.size}`).join(', ')}`);
console.log(`log                 ${lines.length} entries of default, ${worlds.length} worlds, rerun to ${info.fingerprint?.slice(0, 16)}`);
console.log(
  `memory              ${grown === undefined ? `judged from ${minutesToJudge} minutes on` : `${grown.toFixed(2)} times that of the second tenth in the last (at most ${growthMax})`}`,
);
console.log(
  errors.length === 0
    ? 'passed'
    : `FAILED\n${errors.map((words) => `  ${words}`).join('\n')}\nagain: npm run soak:mixed -- --minutes ${minutes} --seed ${seed}`,
);
if (errors.length === 0 && !values.keep) rmSync(folder, { recursive: true });
else console.log(`the data directory stays: ${folder}`);
