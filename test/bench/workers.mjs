// What a job of a real worker costs: a take that is answered at once, and its result. Over HTTP, beside a bare server that answers the
// same, by a client that keeps its connections; and in the process, without HTTP.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseScenario } from '../../dist/engine/scenario/scenario.js';
import { World } from '../../dist/engine/world/world.js';
import { cpuOf, headers, started } from './http.mjs';
import { median } from './median.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const workers = 32;
const jobs = 10_000;
const rounds = 5;

const scenario = `title: what workers take
world:
  accounts: [{ id: team, keys: [{ name: dev, secret: podsim-dev-key, rateLimitExempt: true }] }]
  endpoints: [{ id: ep-a, workers: { min: ${workers}, max: ${workers} }, handler: { external: {} } }]
  settings: { worker: { imagePull: 0s, start: 0s }, endpoint: { queuePerWorkerMax: 1000000 } }
`;

/** Makes a call over a connection that is kept; the body of a job's answer is parsed, as a worker must. */
const caller = ({ url }, agent) => {
  const { hostname, port } = new URL(url);
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const sent = request({ hostname, port, method, path, agent, headers }, (res) => {
        let text = '';
        res.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        res.once('end', () =>
          res.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(`${path}: ${res.statusCode} ${text}`)),
        );
      });
      sent.once('error', reject).end(body);
    });
};

/** Each worker calls `act` with its name, again and again, until all jobs are done. */
const share = async (count, act) => {
  let left = count;
  const work = async (name) => {
    while (left-- > 0) await act(name);
  };
  await Promise.all(Array.from({ length: workers }, (_, k) => work(`ep-a-w${k + 1}`)));
};

/** Takes and ends so many jobs: how many a second, and µs of CPU for each. */
const measured = async (server, fill) => {
  const agent = new Agent({ keepAlive: true, maxSockets: workers });
  const call = caller(server, agent);
  if (fill) await share(jobs, () => call('POST', '/v2/ep-a/run', '{"input":{"a":1}}'));
  const [begin, cpu] = [performance.now(), cpuOf(server.pid)];
  await share(jobs, async (name) => {
    const { id } = await call('GET', `/v2/ep-a/job-take/${name}?gpu=x&job_in_progress=0`);
    await call('POST', `/v2/ep-a/job-done/${name}/${id}?gpu=x&isStream=false`, '{"output":{"a":1}}');
  });
  agent.destroy();
  return { perSecond: (jobs / (performance.now() - begin)) * 1_000, cpu: (cpuOf(server.pid) - cpu) / jobs };
};

/** The same jobs without HTTP. */
const inProcess = () => {
  const world = new World(parseScenario('bench.scenario.yaml', `${scenario}steps: []\n`, () => undefined).right[0].definition, {
    invariants: false,
    sink: () => undefined,
  });
  const call = (operation, params, body) =>
    world.call({
      operation,
      client: { key: 'podsim-dev-key' },
      request: { params: { endpoint_id: 'ep-a', ...params }, query: {}, ...(body === undefined ? {} : { body }) },
      unguarded: true,
    }).answer;
  world.advance({ by: 0 });
  for (let k = 0; k < jobs; k++) call('run', {}, { input: { a: 1 } });
  const begin = performance.now();
  for (let k = 0; k < jobs; k++) {
    const worker = `ep-a-w${1 + (k % workers)}`;
    const { body } = call('takeJob', { worker });
    const { status } = call('postOutput', { worker, job: body.id }, { output: { a: 1 } });
    if (status !== 200) throw new Error(`a result was answered with ${status}`);
  }
  return (jobs / (performance.now() - begin)) * 1_000;
};

export const workerFigures = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'podsim-bench-'));
  const file = join(folder, 'workers.scenario.yaml');
  writeFileSync(file, scenario);
  const podsim = (clock) =>
    started([here('../../dist/bin/podsim.js'), 'serve', '--port', '0', '--clock', clock, '--scenario', file], '/v2/ep-a/health');
  const servers = {
    bare: await started([here('bareTakes.mjs')], '/'),
    manual: await podsim('manual'),
    measured: await podsim('measured'),
  };
  const rows = [];
  for (let k = 0; k < rounds; k++) {
    const row = { inside: inProcess() };
    for (const [name, server] of Object.entries(servers)) row[name] = await measured(server, name !== 'bare');
    rows.push(row);
  }
  await Promise.all(Object.values(servers).map((server) => server.stop()));
  rmSync(folder, { recursive: true });
  const of = (name, figure) => median(rows.map((row) => row[name][figure]));
  const ratio = (name) => median(rows.map((row) => row[name].perSecond / row.bare.perSecond));
  return [
    ['bare HTTP server, takes and results a second', of('bare', 'perSecond'), ''],
    ['takes and results a second', of('manual', 'perSecond'), 'at least 2000'],
    ['takes and results : bare', ratio('manual'), ''],
    ['a take and its result, µs of CPU', of('manual', 'cpu'), `at most 500, bare ${of('bare', 'cpu').toFixed(0)}`],
    // An answer is held until all other workers have come as far: its rate is theirs.
    ['measured clock, takes and results a second', of('measured', 'perSecond'), ''],
    ['measured clock, µs of CPU', of('measured', 'cpu'), ''],
    ['without HTTP, takes and results a second', median(rows.map(({ inside }) => inside)), ''],
  ];
};
