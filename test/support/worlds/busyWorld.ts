import type { Answer } from '../../../engine/api/operation.ts';
import type { FaultSpec } from '../../../engine/cloud/fault/events.ts';
import { later, minutes, seconds, type VirtualTime, worldStart } from '../../../engine/kernel/time.ts';
import type { WorldDefinition } from '../../../engine/simulator/definition.ts';
import type { World } from '../../../engine/world/world.ts';
import { chores } from './busyChores.ts';
import { callOf, cpuHost, endpointOf, gpuHost, jobIdOf, worldOf } from './worlds.ts';

/** A world in which every type of event occurs: queues and a load balancer, too few GPUs, random outcomes, and all kinds of fault. */
export const busyWorld = (seed = 'busy-8'): WorldDefinition =>
  worldOf({
    seed,
    settings: {
      worker: { imagePull: seconds(3), start: seconds(1), unhealthyRetry: seconds(30), crashLoop: 2, pullFails: seconds(2) },
      pod: { provision: seconds(1), imagePull: seconds(3), start: seconds(1), pullFails: seconds(4) },
      job: { workerMissedAfter: seconds(5), webhookAnswers: [500, 200], retentionRun: minutes(2) },
    },
    hosts: [
      gpuHost('ada-1', 1),
      gpuHost('ada-2', 1),
      gpuHost('a40-1', 4, { gpuTypeId: 'NVIDIA A40' }),
      gpuHost('a40-2', 4, { gpuTypeId: 'NVIDIA A40' }),
      cpuHost('cpu-1', 64),
    ],
    webhooks: ['https://hooks.example.com'],
    endpoints: [endpointOf('ep-a', onGpus, byChance), endpointOf('ep-b', onCpus, streaming), endpointOf('ep-c', balanced, requested)],
    faults: [
      faultOf({ fault: 'worker-crash', chance: [1, 10] }),
      faultOf({ fault: 'worker-crash', match: { endpoint: 'ep-b' }, from: 40_000 as VirtualTime, atOnce: true }),
      faultOf({ fault: 'host-failure', match: { host: 'a40-1' }, from: 50_000 as VirtualTime, atOnce: true, until: 62_000 as VirtualTime }),
      faultOf({ fault: 'host-failure', match: { host: 'ada-1' }, from: 70_000 as VirtualTime, atOnce: true, until: 75_000 as VirtualTime }),
      faultOf({ fault: 'image-pull-failure', match: { image: 'no-such-image' } }),
      faultOf({ fault: 'slow-image-pull', match: { endpoint: 'ep-b' }, delayMs: seconds(7), limit: 2 }),
      faultOf({ fault: 'api-error', match: { operation: 'run' }, chance: [1, 8], status: 503 }),
      faultOf({ fault: 'api-latency', chance: [1, 5], delayMs: 700, until: 90_000 as VirtualTime }),
      faultOf({ fault: 'host-failure', match: { host: 'ada-1' }, from: 71_000 as VirtualTime, atOnce: true, until: 74_000 as VirtualTime }),
      faultOf({ fault: 'image-pull-failure', match: { endpoint: 'ep-c' }, until: 9_000 as VirtualTime }),
      faultOf({ fault: 'slow-image-pull', match: { endpoint: 'ep-a' }, delayMs: minutes(1), until: 2_000 as VirtualTime }),
      faultOf({ fault: 'slow-image-pull', match: { gpu: 'NVIDIA A40' }, delayMs: minutes(1), until: 30_000 as VirtualTime }),
      faultOf({ fault: 'api-latency', match: { operation: 'runsync' }, delayMs: minutes(1), until: 9_500 as VirtualTime }),
      faultOf({ fault: 'no-capacity', match: { endpoint: 'ep-b' }, limit: 1 }),
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
const balanced = { type: 'LOAD_BALANCER', workers: { min: 1, max: 2 } } as const;
const requested = {
  duration: { kind: 'uniform', fromMs: 500, toMs: 4_000 },
  chances: [
    { ending: 'fail', of: 1, among: 6 },
    { ending: 'crash', of: 1, among: 9 },
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

/** Plays sixty jobs, the calls of their clients, and calls for pods and clusters; then runs the world until it is idle. */
export const playBusily = (world: World, rounds = 60): void => {
  const jobs: string[] = [];
  const ids: Record<string, string> = { 'ep-b': 'ep-b' };
  for (let k = 0; k < rounds; k++) {
    const at = 1_500 * k;
    const endpoint = k % 2 === 0 ? 'ep-a' : 'ep-b';
    const webhook = ['https://example.com/hook', 'https://hooks.example.com/hook'][k % 3];
    const body = { input: { k }, ...(webhook === undefined ? {} : { webhook }), policy: { lowPriority: k % 11 === 10 } };
    const run = k % 7 === 6 ? 'runsync' : 'run';
    jobs.push(jobIdOf(world.call(callOf(run, { endpoint_id: endpoint }, { at, body }))));
    const of = { endpoint_id: k % 2 === 0 ? 'ep-b' : 'ep-a', job_id: jobs[k - 5] ?? 'nobody' };
    const also = { at: at + 400 };
    if (k % 5 === 1) world.call(callOf('retry', of, also));
    if (k % 15 === 14) retryFailed(world, also.at);
    if (k % 5 === 2) world.call(callOf('status', of, { ...also, query: { ttl: k % 20 === 17 ? '500' : '20000' } }));
    if (k % 5 === 3) world.call(callOf('stream', of, { ...also, query: { wait: '3000' } }));
    if (k % 5 === 4) leave(world, world.call(callOf('statusSync', of, also)));
    if (k % 3 === 1) ask(world, k, also.at);
    if (k % 9 === 8) world.call(callOf('cancel', of, also));
    if (k === 29) world.call(callOf('purgeQueue', { endpoint_id: 'ep-a' }, also));
    if (k === 35)
      world.call(callOf('updateEndpoint', { id: 'ep-a' }, { ...also, body: { image: 'another-image', workers: { min: 2, max: 2 } } }));
    for (const { act, to, params: named, body: written, keep } of chores.filter(({ round }) => round === k)) {
      const params = named ?? (to === undefined ? {} : { id: ids[to] ?? 'nobody' });
      // An answer that a fault delays is returned later.
      const kept = (answer: Answer) => {
        if (keep !== undefined) ids[keep] = jobIdOf({ answer });
      };
      const reply = world.call(callOf(act, params, { at: at + 600, ...(written === undefined ? {} : { body: written(ids) }) }), kept);
      if ('answer' in reply) kept(reply.answer);
    }
    reportWebhooks(world, at + 700, k % 2 === 0 ? 503 : 200);
    if (k % 10 === 0) world.advance({ to: later(worldStart, at + 700) });
  }
  world.advance({ untilIdle: true });
};

/** Reports the answer of the receiver for every pending webhook. */
const reportWebhooks = (world: World, at: number, status: number): void => {
  const awaited = [...world.state.all('job')].filter(({ webhookPostedAt, webhookDue }) => webhookPostedAt !== null && !webhookDue);
  for (const { id, webhookTries } of awaited) {
    world.call(callOf('reportWebhook', { job_id: id }, { at, body: { attempt: webhookTries, status } }));
  }
};

/** The job that failed first. */
const retryFailed = (world: World, at: number): void => {
  const failed = [...world.state.all('job')].find(({ status, resultDropped }) => status === 'FAILED' && !resultDropped);
  if (failed !== undefined) world.call(callOf('retry', { endpoint_id: failed.endpointId, job_id: failed.id }, { at }));
};

/** Two requests to the load balancer; sometimes a client disconnects. */
const ask = (world: World, k: number, at: number): void => {
  const input = callOf('requestEndpoint', { endpoint_id: 'ep-c', path: `v1/${k}` }, { at, body: { k } });
  const put = (method: string) => world.call({ ...input, request: { ...input.request, method } });
  const reply = put('POST');
  put('PUT');
  if (k % 9 === 1) leave(world, reply);
};

const leave = (world: World, reply: ReturnType<World['call']>): void => {
  if ('held' in reply) world.abandon(reply.held);
};
