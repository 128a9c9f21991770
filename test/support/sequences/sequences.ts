import { controlCommands } from '../../../engine/api/commands/commands.ts';
import type { Operation } from '../../../engine/api/operation.ts';
import { findOperation } from '../../../engine/api/operations.ts';
import { operations } from '../../../engine/api/table.ts';
import { type ResourceGroup, resourceGroups } from '../../../engine/cloud/account/events.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import type { Choice } from '../../../engine/lab/explorer/choice.ts';
import { callFor } from './calls.ts';
import { deedFor } from './deeds.ts';
import { sequenceFaultsFor } from './faults.ts';
import { operator, type Sequence, type SequenceCall, type Step } from './sequence.ts';

/**
 * A sequence over the whole operation table: valid and invalid calls of several callers, with faults and time in between.
 * Each sequence uses mostly one part of the platform; otherwise few of its entities would be used again.
 */
export const sequenceFor = (choice: Choice, stepsMax = 30): Sequence => {
  const part = choice.of(parts);
  const rows = part === realWorkers ? ofRealWorkers : rowsOf(part);
  const first = beginnings.filter(({ call }) => part.includes(groupOf(call.operation)) && choice.happens(1, 2));
  const rest = Array.from({ length: 1 + choice.below(stepsMax) }, () => ({ afterMs: pauseFor(choice), ...whatFor(rows, choice) }));
  return {
    seed: `sequence-${choice.below(100)}`,
    faults: sequenceFaultsFor(choice),
    steps: [...first, ...rest],
  };
};

/** The jobs of an endpoint, and the real workers that take them. */
const realWorkers: readonly ResourceGroup[] = ['queue'];

const parts: readonly (readonly ResourceGroup[])[] = [
  ['pods'],
  ['pods', 'volumes', 'templates', 'registries'],
  ['clusters', 'pods'],
  ['serverless', 'queue'],
  ['queue'],
  realWorkers,
  ['serverless', 'volumes', 'templates', 'registries', 'account', 'billing'],
];

/** What a step does. Nothing is time that passes. */
const whatFor = (rows: readonly Operation[], choice: Choice): Omit<Step, 'afterMs'> =>
  choice.pickWeighted<() => Omit<Step, 'afterMs'>>([
    [2, () => ({})],
    [16, () => ({ call: callIn(rows, choice) })],
    [2, () => ({ call: callIn(rowsOf(resourceGroups), choice) })],
    [
      1,
      () => ({
        call:
          rows === ofRealWorkers && choice.happens(1, 3)
            ? standIn
            : { ...callFor(choice.pickWeighted(weighted(ofOperator)), choice), as: operator },
      }),
    ],
    [3, () => ({ deed: deedFor(choice) })],
  ])();

const callIn = (rows: readonly Operation[], choice: Choice): SequenceCall => {
  const call = callFor(choice.pickWeighted(weighted(rows)), choice);
  // The newest job is then one that its worker may hold.
  const named = { ...call.named, ...(rows === ofRealWorkers && choice.happens(6, 7) ? { endpoint: 'ep-real' } : {}) };
  return { ...call, named };
};

/** From then on no real worker is asked: the jobs that one runs go on without it. */
const standIn: SequenceCall = {
  operation: 'setHandler',
  as: operator,
  named: { endpoint: 'ep-real' },
  query: {},
  body: {
    answers: [
      { input: {}, duration: { fixed: '3s' } },
      { duration: { fixed: '9s' }, outcomes: ['crash'] },
      { attempt: 2, outcomes: ['fail'] },
    ],
  },
};

const rowsOf = (groups: readonly ResourceGroup[]): readonly Operation[] =>
  operations.filter(
    ({ api, permission, since }) => since === undefined && permission !== null && api !== 'worker' && groups.includes(permission.group),
  );

const ofRealWorkers = operations.filter(({ api, id }) => api === 'worker' || ['run', 'status', 'cancel', 'stream'].includes(id));

/** Operations of the operator. Webhooks are not really posted here, so none is reported. */
const ofOperator: readonly Operation[] = controlCommands.filter(({ id }) => id !== 'reportWebhook');

const weighted = (rows: readonly Operation[]): readonly (readonly [number, Operation])[] =>
  rows.map((row) => [weights[row.id] ?? 1, row] as const);

const pauseFor = (choice: Choice): number =>
  choice.pickWeighted<() => number>([
    [4, () => 0],
    [4, () => 1 + choice.below(9_000)],
    [3, () => 9_000 + choice.below(81_001)],
    [1, () => choice.of([600_000, 3_600_000])],
  ])();

const beginning = (operation: string, body: Json, named: SequenceCall['named'] = {}): Step & { readonly call: SequenceCall } => ({
  afterMs: 0,
  call: { operation, as: 'dev', named, query: {}, body },
});

/** The first steps: they create the entities that the sequence uses. */
const beginnings = [
  beginning('createRegistry', { name: 'r', username: 'u', password: 'p' }),
  beginning('createDelegation', { resource: 'arn:aws:ecr:eu-west-1:123456789012:repository/acme/train:1' }),
  beginning('createNetworkVolume', { name: 'v', size: 20, dataCenter: 'EU-RO-1' }),
  beginning('createTemplate', { name: 't', image: 'an-image' }),
  beginning('createTemplate', { name: 's', image: 'an-image', serverless: true, public: true }),
  beginning('createCluster', {
    name: 'c',
    type: 'SLURM',
    compute: { gpuTypeId: 'NVIDIA GeForce RTX 4090', gpuCountPerPod: 1, podCount: 2 },
  }),
  beginning('createPod', { name: 'p', image: 'an-image', gpu: { id: 'NVIDIA GeForce RTX 4090' } }),
  beginning('createPod', { name: 'q', image: 'an-image', cpu: { id: 'cpu3c', vcpuCount: 2 } }),
  beginning('createEndpoint', {
    name: 'lb',
    type: 'LOAD_BALANCER',
    scaling: { type: 'REQUEST_COUNT', requestCount: 1 },
    image: 'an-image',
    cpu: [{ id: 'cpu3c', vcpuCount: 2 }],
    workers: { min: 1 },
  }),
  beginning('run', { input: {} }, { endpoint: 'ep-b' }),
  beginning('run', { input: {} }, { endpoint: 'ep-a' }),
];

const groupOf = (operation: string): ResourceGroup => findOperation(operation)?.permission?.group ?? 'pods';

/** Operations that are used more often than the rest of the table. */
const weights: Readonly<Record<string, number>> = {
  createPod: 10,
  podAction: 12,
  updatePod: 5,
  createCluster: 6,
  createEndpoint: 4,
  updateEndpoint: 11,
  run: 8,
  takeJob: 4,
  postOutput: 3,
  postStream: 2,
  runsync: 5,
  statusSync: 3,
  stream: 3,
  retry: 4,
  cancel: 3,
  createTemplate: 4,
  createNetworkVolume: 4,
  createRegistry: 3,
  createDelegation: 3,
  updateCluster: 4,
  purgeQueue: 3,
  requestEndpoint: 8,
  status: 4,
  updateNetworkVolume: 3,
  revokeDelegation: 2,
  injectFault: 6,
  setHandler: 3,
  createKey: 2,
};
