// One measurement in a process of its own: `node measure.mjs NAME [N]` prints its figures as JSON.
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { median } from './median.mjs';
import { bareLoop, definition, engineRun, from } from './queue.mjs';

const { LogFileWriter } = await from('adapters/store/file/logFile.js');
const { gpuTypes } = await from('engine/cloud/catalog/gpuTypes.js');
const { replay } = await from('engine/world/history/rerun.js');
const { World } = await from('engine/world/world.js');

const timed = (work) => {
  const start = performance.now();
  const result = work();
  return { result, seconds: (performance.now() - start) / 1_000 };
};

/** How long the processor works on that, after all that was left over before. */
const cpuMs = (work) => {
  globalThis.gc?.();
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

/** 10 thousand pods, 500 endpoints, 100 thousand jobs in one world; how long a call takes among them, and how much memory they take. */
const platform = () => {
  const [endpoint] = definition.endpoints;
  const config = { ...endpoint.config, workers: { min: 0, max: 1 } };
  const endpoints = Array.from({ length: 500 }, (_, n) => ({ ...endpoint, id: `ep-${n}`, config: { ...config, name: `ep-${n}` } }));
  const handler = { duration: { kind: 'fixed', ms: 86_000_000 }, outcomes: ['complete'] };
  globalThis.gc?.();
  const empty = process.memoryUsage().heapUsed;
  const world = new World(
    { ...definition, endpoints: endpoints.map((each) => ({ ...each, handler })) },
    { invariants: false, sink: () => {} },
  );
  const client = { key: 'key-dev' };
  const call = (operation, params, body) => {
    const reply = world.call({ operation, client, request: { params, query: {}, ...(body === undefined ? {} : { body }) } });
    if (reply.answer.status >= 400) throw new Error(`${operation}: ${JSON.stringify(reply.answer)}`);
    return reply.answer.body;
  };
  const gpus = gpuTypes.filter(({ id, secure }) => secure !== null && id !== 'NVIDIA GeForce RTX 4090').map(({ id }) => id);
  const ids = Array.from(
    { length: 10_000 },
    (_, n) => call('createPod', {}, { name: `pod-${n}`, image: 'a/b:1', gpu: { id: gpus[n % gpus.length] } }).id,
  );
  world.advance({ by: 60_000 });
  const request = (n) => ({ params: { endpoint_id: `ep-${n % 500}` }, query: {}, body: { input: { n } } });
  const jobs = Array.from(
    { length: 100_000 },
    (_, n) => world.call({ operation: 'run', client, request: request(n), key: `job/${n}` }).answer.body.id,
  );
  globalThis.gc?.();
  const bytesPerEntity = (process.memoryUsage().heapUsed - empty) / 110_500;
  const perCall = (n, act) => (timed(() => Array.from({ length: n }, (_, k) => act(k))).seconds * 1_000) / n;
  const getMs = perCall(2_000, (k) => call('getPod', { id: ids[k] }));
  const statusMs = perCall(2_000, (k) => call('status', { endpoint_id: `ep-${k % 500}`, job_id: jobs[k] }));
  const actionMs = perCall(2_000, (k) => call('podAction', { id: ids[k] }, { action: 'stop' }));
  const startMs = perCall(2_000, (k) => call('podAction', { id: ids[k] }, { action: 'start' }));
  const listMs = perCall(5, () => call('listPods', {}));
  return { bytesPerEntity, getMs, statusMs, actionMs: Math.max(actionMs, startMs), listMsPerThousand: listMs / 10 };
};

const measurements = {
  platform,
  bare: (n) => ({ jobsPerSecond: n / timed(() => bareLoop(n)).seconds }),
  engine: (n) => {
    const { result, seconds } = timed(() => engineRun(n, { invariants: false }));
    return { jobsPerSecond: n / seconds, eventsPerSecond: result.log.length / seconds };
  },
  guarded: (n) => ({ jobsPerSecond: n / timed(() => engineRun(n, { invariants: false, guarded: true })).seconds }),
  audited: (n) => ({ jobsPerSecond: n / timed(() => engineRun(n, { invariants: true })).seconds }),
  // Both in one process and in turn, by the time that the processor takes: so other work on the machine slows both, or neither.
  audit: (n) => {
    const ratios = [];
    for (let round = 0; round < 12; round++) {
      const [without, within] = [false, true].map((invariants) => cpuMs(() => engineRun(n, { invariants })));
      // The first rounds warm the compiler up.
      if (round >= 3) ratios.push(within / without);
    }
    return { ratio: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
  },
  streamed: (n) => {
    const folder = mkdtempSync(join(tmpdir(), 'podsim-bench-'));
    const file = openSync(join(folder, 'events.ndjson'), 'w');
    const sink = (batch) => writeSync(file, batch.lines());
    // Small worlds are run repeatedly: one of 10 thousand jobs is too short to measure.
    const worlds = Math.max(1, Math.round(300_000 / n));
    const { seconds } = timed(() => {
      for (let k = 0; k < worlds; k++) engineRun(n, { invariants: false, sink });
    });
    closeSync(file);
    rmSync(folder, { recursive: true });
    return { jobsPerSecond: (worlds * n) / seconds, peakMegabytes: process.resourceUsage().maxRSS / 1_024 };
  },
  sealed: (n) => {
    const folder = mkdtempSync(join(tmpdir(), 'podsim-bench-'));
    const writer = new LogFileWriter(join(folder, 'sealed.log'), new World(definition).header);
    const { seconds } = timed(() => engineRun(n, { invariants: false, sink: writer.sink }).log.flush());
    writer.close();
    rmSync(folder, { recursive: true });
    return { jobsPerSecond: n / seconds, peakMegabytes: process.resourceUsage().maxRSS / 1_024 };
  },
  replay: (n) => {
    const world = engineRun(n, { invariants: false });
    const entries = [...world.log.entries()];
    const best = Math.min(...[1, 2, 3].map(() => timed(() => replay(world.header, entries)).seconds));
    return { eventsPerSecond: entries.length / best };
  },
  world: (n) => {
    const { seconds } = timed(() => {
      for (let k = 0; k < n; k++) new World(definition);
    });
    return { milliseconds: (seconds * 1_000) / n };
  },
};

// No figure includes the warm-up of the compiler.
engineRun(30_000, { invariants: false, sink: () => {} });
bareLoop(100_000);

const [name, n] = process.argv.slice(2);
process.stdout.write(`${JSON.stringify(measurements[name](Number(n)))}\n`);
