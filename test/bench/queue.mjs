// The bench's queue, 8 workers that are 90 % busy: as a bare loop, and through the whole engine.
import { pathToFileURL } from 'node:url';
import alea from 'seedrandom/lib/alea.js';

/** What is measured: what this revision was built to, or another was (`against.mjs`). */
const built = process.env.PODSIM_BUILT === undefined ? new URL('../../dist/', import.meta.url) : pathToFileURL(process.env.PODSIM_BUILT);
export const from = (path) => import(new URL(path, built));
const { allPermissions, defaultStartMs } = await from('engine/simulator/definition.js');
const { World } = await from('engine/world/world.js');
const { Calendar } = await from('engine/kernel/calendar.js');
const { ln } = await from('engine/kernel/math/exactMath.js');
const { drawsFrom } = await from('engine/kernel/rng.js');

const workers = 8;
const meanArrivalMs = 1_000;
const meanServiceMs = 7_200;

export const definition = {
  seed: 'bench',
  startMs: defaultStartMs,
  settings: { worker: { imagePull: 0, start: 0 } },
  hosts: null,
  faults: [],
  accounts: [
    {
      id: 'team',
      keys: [{ name: 'dev', secret: 'key-dev', permissions: allPermissions, queueEndpoints: null, rateLimitExempt: true, expiresAt: null }],
    },
  ],
  endpoints: [
    {
      id: 'ep-a',
      accountId: 'team',
      config: {
        name: 'ep-a',
        type: 'QUEUE',
        scaling: { type: 'REQUEST_COUNT', requestCount: 1 },
        workers: { min: workers, max: workers },
        idleTimeoutMs: 10_000,
        timeout: 300_000,
        flashboot: 'OFF',
        dataCenterIds: [],
        networkVolumes: [],
        container: {},
        gpu: { pools: ['ADA_24'], excludedTypes: [], count: 1, allowedCudaVersions: [], minCudaVersion: null },
        cpu: null,
        templateId: null,
      },
      handler: { duration: { kind: 'exponential', meanMs: meanServiceMs }, outcomes: ['complete'] },
    },
  ],
};

/** The same queue with nothing around it: a heap of arrivals and departures, a generator, a logarithm. */
export const bareLoop = (jobs) => {
  const draw = alea('bench');
  const exponential = (mean) => -mean * ln(1 - draw());
  const calendar = new Calendar();
  const waiting = [];
  let first = 0;
  let busy = 0;
  let arrived = 0;
  let done = 0;
  let waited = 0;
  const depart = (now) => calendar.schedule({ due: now + exponential(meanServiceMs), order: 0, place: -1, departs: true });
  calendar.schedule({ due: exponential(meanArrivalMs), order: 0, place: -1, departs: false });
  while (done < jobs) {
    const { due, departs } = calendar.take();
    if (departs) {
      done += 1;
      if (first < waiting.length) {
        waited += due - waiting[first++];
        depart(due);
      } else busy -= 1;
    } else {
      arrived += 1;
      if (arrived < jobs) calendar.schedule({ due: due + exponential(meanArrivalMs), order: 0, place: -1, departs: false });
      if (busy < workers) {
        busy += 1;
        depart(due);
      } else waiting.push(due);
    }
  }
  return waited;
};

/** The same through the whole engine: calls, rules, workers, timers, log. `guarded`: requests are looked at and copied, too. */
export const engineRun = (jobs, { guarded, ...options }) => {
  const world = new World(definition, options);
  const draw = drawsFrom(definition.seed);
  const client = { key: 'key-dev' };
  let at = 0;
  for (let n = 1; n <= jobs; n++) {
    at += -meanArrivalMs * ln(1 - draw('load/arrival', 'bench', n));
    // Every call brings a request of its own, as over HTTP: one that is sent again and again would be known already.
    const request = { params: { endpoint_id: 'ep-a' }, query: {}, body: { input: { prompt: 'hi' } } };
    const key = `bench/${n}`;
    if (guarded) world.call({ operation: 'run', client, request, at: Math.round(at), key });
    else world.call({ operation: 'run', client, request, at: Math.round(at), key, unguarded: true });
  }
  world.advance({ untilIdle: true });
  const { completed } = world.state.jobCounters.of('ep-a');
  if (completed !== jobs) throw new Error(`${completed} of ${jobs} jobs completed`);
  return world;
};
