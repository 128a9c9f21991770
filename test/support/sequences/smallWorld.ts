import { isLeft } from 'fp-ts/lib/Either.js';
import type { Json } from '../../../engine/kernel/canonical.ts';
import { parseStoryScenario } from '../../../engine/lab/explorer/readStory.ts';
import type { Story } from '../../../engine/lab/explorer/story.ts';
import type { WorldDefinition } from '../../../engine/simulator/definition.ts';
import type { Sequence } from './sequence.ts';

/** The world of a sequence as a scenario writes it. */
export const written = ({ seed, faults }: Pick<Sequence, 'seed' | 'faults'>): Story => ({
  seed,
  world: isAsMeasured(seed) ? { ...smallWorld, settings: withMeasured } : smallWorld,
  faults,
});

/** The world of a sequence itself. Throws if its faults cannot be. */
export const worldOfSequence = (sequence: Sequence): WorldDefinition => {
  const scenario = parseStoryScenario({ title: 'a sequence', ...written(sequence) }, 'sequence.scenario.yaml', () => undefined);
  if (isLeft(scenario)) throw new Error(scenario.left.map(({ message }) => message).join('\n'));
  return scenario.right.definition;
};

/** Few hosts of few GPUs, narrow limits, four endpoints: where everything that can be short is soon short. */
/** A quarter of the worlds have what was measured on the platform, which the textbook does not have. */
const isAsMeasured = (seed: string): boolean => /(?:[02468][048]|[13579][26]|-[048])$/.test(seed);

const smallWorld = {
  settings: {
    account: { perMinute: 5, runPerWindow: 2, purgePerWindow: 1 },
    endpoint: { queuePerWorkerMax: 1, scalerEvery: '5s' },
    worker: { imagePull: '3s', start: '1s', crashLoop: 2, unhealthyRetry: '40s' },
    job: { workerMissedAfter: '5s', retentionRun: '2m', retentionRunsync: '6s', webhookAnswers: [500, 200] },
    request: { workerWait: '30s', perWorker: 2 },
  },
  hosts: [
    { id: 'host-a', gpu: 'NVIDIA GeForce RTX 4090', gpus: 3 },
    { id: 'host-b', gpu: 'NVIDIA GeForce RTX 4090', gpus: 2, dataCenter: 'US-KS-2', cuda: '12.4' },
    { id: 'host-c', gpu: 'NVIDIA GeForce RTX 4090', gpus: 1, cloud: 'COMMUNITY' },
    { id: 'host-d', vcpus: 8 },
  ],
  accounts: [
    {
      id: 'team',
      keys: [
        { name: 'dev', rateLimitExempt: true },
        {
          name: 'reader',
          permissions: {
            pods: 'read',
            serverless: 'read',
            templates: 'read',
            clusters: 'read',
            volumes: 'read',
            registries: 'read',
            account: 'read',
            billing: 'read',
            queue: 'read',
          },
        },
        { name: 'late', expiresAfter: '30s' },
        { name: 'narrow', permissions: { queue: 'write' }, endpoints: ['ep-b'] },
      ],
    },
    { id: 'rivals', keys: [{ name: 'rival' }] },
  ],
  endpoints: [
    { id: 'ep-rival', owner: 'rivals', workers: { min: 0, max: 1 } },
    { id: 'ep-a', workers: { min: 0, max: 2 }, handler: { duration: { fixed: '4s' }, chances: { fail: '1/4', crash: '1/6' } } },
    {
      id: 'ep-b',
      workers: { min: 1, max: 2, idleTimeout: 5 },
      scaling: { type: 'QUEUE_DELAY', queueDelay: 2 },
      flashboot: 'FLASHBOOT',
      cpu: [{ id: 'cpu3c', vcpuCount: 2 }],
      handler: {
        duration: { uniform: { from: '500ms', to: '9s' } },
        chunks: ['a', 'b'],
        concurrency: 2,
        sharing: { kind: 'processor', from: 1 },
      },
    },
    {
      id: 'ep-lb',
      type: 'LOAD_BALANCER',
      cpu: [{ id: 'cpu3c', vcpuCount: 2 }],
      workers: { min: 0, max: 2 },
      handler: { duration: { fixed: '3s' }, chances: { fail: '1/6', crash: '1/6' } },
    },
    { id: 'ep-real', workers: { min: 1, max: 1 }, cpu: [{ id: 'cpu3c', vcpuCount: 2 }], handler: { external: {} } },
  ],
} as const satisfies Json;

const { settings } = smallWorld;

const withMeasured: Json = {
  ...settings,
  job: { ...settings.job, cancelAnswers: '250ms', cancelEnds: '2s', unnamedLostAfter: '4s', webhookGaps: ['1s', '3s'], postDelay: '200ms' },
  worker: {
    ...settings.worker,
    takeEvery: '1s',
    takeDelay: '150ms',
    sleep: 'on',
    remove: '500ms',
    snapshotHit: 80,
    snapshotLife: '1m',
    handOver: '500ms',
    hostOrder: 'drawn',
    shortHours: 60,
    heldShare: 30,
    held: '2s',
  },
  call: { edgeCut: '3s' },
  request: { ...settings.request, noWorker: '400', affinity: 'by-word', strictWait: '10s' },
  pod: { pullIn: 'RUNNING', reach: '2s', reachAgain: '5s' },
};
