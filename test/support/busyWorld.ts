import type { WorldDefinition } from '../../engine/definition.ts';
import type { FaultSpec } from '../../engine/fault/events.ts';
import { later, minutes, seconds, type VirtualTime, worldStart } from '../../engine/kernel/time.ts';
import type { World } from '../../engine/world.ts';
import { callOf, endpointOf, jobIdOf, worldOf } from './worlds.ts';

/** A world in which nearly everything happens that can: two endpoints, too few GPUs, chance, and four kinds of fault. */
export const busyWorld = (seed = 'busy'): WorldDefinition =>
  worldOf({
    seed,
    settings: {
      worker: { imagePull: seconds(3), start: seconds(1), unhealthyRetry: seconds(30), crashLoop: 2 },
      job: { workerMissedAfter: seconds(5), webhookAnswers: [500, 200], retentionRun: minutes(2) },
    },
    capacity: { ADA_24: 2 },
    endpoints: [endpointOf('ep-a', onGpus, byChance), endpointOf('ep-b', onCpus, streaming)],
    faults: [
      faultOf({ fault: 'worker-crash', chance: [1, 10] }),
      faultOf({ fault: 'worker-crash', match: { endpoint: 'ep-b' }, from: 40_000 as VirtualTime, atOnce: true }),
      faultOf({ fault: 'slow-image-pull', delayMs: seconds(7), limit: 2 }),
      faultOf({ fault: 'api-error', match: { operation: 'run' }, chance: [1, 8], status: 503 }),
      faultOf({ fault: 'api-latency', chance: [1, 6], delayMs: 700, until: 90_000 as VirtualTime }),
    ],
  });

const onGpus = {
  workers: { min: 1, max: 3 },
  gpu: { pools: ['ADA_24'], excludedTypes: [], count: 1, allowedCudaVersions: [], minCudaVersion: null },
  cpu: null,
};
const byChance = {
  duration: { kind: 'lognormal', medianMs: 2_000, p95Ms: 9_000 },
  chances: [
    { ending: 'fail', of: 1, among: 5 },
    { ending: 'crash', of: 1, among: 8 },
    { ending: 'hang', of: 1, among: 30 },
  ],
} as const;
const onCpus = {
  scaling: { type: 'QUEUE_DELAY', queueDelay: 1 },
  workers: { min: 0, max: 2 },
  idleTimeoutMs: seconds(5),
  flashboot: 'FLASHBOOT',
  timeout: seconds(5),
} as const;
const streaming = {
  duration: { kind: 'uniform', fromMs: 500, toMs: 6_000 },
  chunks: { outputs: ['a', 'b', 'c'], metrics: { tokens: 1 } },
} as const;

const faultOf = (some: Partial<FaultSpec>): FaultSpec => ({
  fault: 'worker-crash',
  match: {},
  from: worldStart,
  atOnce: false,
  until: null,
  chance: null,
  limit: null,
  delayMs: 0,
  status: 0,
  ...some,
});

/** Plays sixty jobs and what clients do with them, and lets the world run until it is idle. */
export const playBusily = (world: World, rounds = 60): void => {
  const jobs: string[] = [];
  for (let k = 0; k < rounds; k++) {
    const at = 1_500 * k;
    const endpoint = k % 2 === 0 ? 'ep-a' : 'ep-b';
    const body = { input: { k }, ...(k % 3 === 0 ? { webhook: 'https://example.com/hook' } : {}), policy: { lowPriority: k % 11 === 10 } };
    const run = k % 7 === 6 ? 'runsync' : 'run';
    jobs.push(jobIdOf(world.call(callOf(run, { endpoint_id: endpoint }, { at, body }))));
    const of = { endpoint_id: k % 2 === 0 ? 'ep-b' : 'ep-a', job_id: jobs[k - 5] ?? 'nobody' };
    const also = { at: at + 400 };
    if (k % 5 === 1) world.call(callOf('retry', of, also));
    if (k % 5 === 2) world.call(callOf('status', of, { ...also, query: { ttl: '20000' } }));
    if (k % 5 === 3) world.call(callOf('stream', of, { ...also, query: { wait: '3000' } }));
    if (k % 5 === 4) leave(world, world.call(callOf('statusSync', of, also)));
    if (k % 9 === 8) world.call(callOf('cancel', of, also));
    if (k === 29) world.call(callOf('purgeQueue', { endpoint_id: 'ep-a' }, also));
    if (k === 35)
      world.call(callOf('updateEndpoint', { id: 'ep-a' }, { ...also, body: { image: 'another-image', workers: { min: 2, max: 2 } } }));
    if (k % 10 === 0) world.advance({ to: later(worldStart, at + 500) });
  }
  world.advance({ untilIdle: true });
};

const leave = (world: World, reply: ReturnType<World['call']>): void => {
  if ('held' in reply) world.abandon(reply.held);
};
