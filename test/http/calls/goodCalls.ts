import type { Described, Operation } from '../../../engine/api/operation.ts';
import { operations } from '../../../engine/api/table.ts';
import { controlOperations } from '../../../engine/control/table.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import { goodRequests } from '../../api/goodRequests.ts';
import { type PopulatedWorld, paramsOf } from '../../support/worlds/populatedWorld.ts';

/** Every row that is mounted, of both APIs and of the control plane. */
export const allRows: readonly Described[] = [...operations, ...controlOperations];

/** A call as it goes over HTTP. */
export interface GoodCall {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body?: Json;
}

/** A call of this operation that succeeds in a populated world. */
export const goodCall = (row: Described, stage: PopulatedWorld): GoodCall => {
  const { params, query, body } = row.api === 'control' ? controlRequest(row, stage) : platformRequest(row, stage);
  const search = new URLSearchParams(query).toString();
  const path = `${pathOf(row, params)}${search === '' ? '' : `?${search}`}`;
  return { method: row.methods[0] ?? 'GET', path, ...(body === undefined ? {} : { body }) };
};

/** The path of an operation, its parameters filled in. */
export const pathOf = ({ path }: Pick<Operation, 'path'>, params: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

interface Parts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Json | undefined;
}

const platformRequest = ({ id }: Described, stage: PopulatedWorld): Parts => {
  const { named, query = {}, body } = goodRequests[id] ?? {};
  return { params: paramsOf(id, named?.(stage) ?? {}), query, body: body?.(stage) };
};

const controlRequest = ({ id }: Described, stage: PopulatedWorld): Parts => {
  const { params, query = {}, body } = controlRequests[id] ?? {};
  return { params: params?.(stage) ?? {}, query, body };
};

interface ControlRequest {
  readonly params?: (stage: PopulatedWorld) => Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Json;
}

const scenario = `title: A job
world:
  endpoints:
    - { id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 1s } } }
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: { prompt: hi } } }, save: { job: id }, expect: { status: 200 } }
  - { when: job $job is COMPLETED, within: 1m, act: health, with: { endpoint: ep-a } }
`;

const world = {
  settings: { worker: { start: '1s' } },
  hosts: [{ id: 'host-a', gpu: 'NVIDIA GeForce RTX 4090', gpus: 2 }],
  accounts: [{ id: 'acc-a', keys: [{ name: 'alice', secret: 'key-of-alice', permissions: { pods: 'read' }, endpoints: ['ep-a'] }] }],
  endpoints: [{ id: 'ep-a', owner: 'acc-a', workers: { min: 0, max: 2 }, handler: { outcomes: ['fail', 'complete'] } }],
};

/** One for each row of the control plane. They use the populated world, and do not harm later calls. */
export const controlRequests: Readonly<Record<string, ControlRequest>> = {
  setHandler: {
    params: () => ({ id: 'ep-a' }),
    body: {
      duration: { uniform: { from: '1s', to: '2s' } },
      outcomes: ['fail', 'complete'],
      output: { a: [1] },
      error: 'boom',
      chunks: ['a'],
      status: 201,
      headers: { 'x-reason': 'asked' },
    },
  },
  injectFault: {
    body: { fault: 'api-latency', delay: '1s', match: { operation: 'listPods' }, window: { from: '1s', to: '2s' }, limit: 1 },
  },
  clearFault: { params: () => ({ id: 'fault-1' }) },
  clearFaults: {},
  createKey: { body: { account: 'acc-a', permissions: { pods: 'read' }, endpoints: ['ep-a'], rateLimitExempt: true, expiresIn: '1h' } },
  revokeKey: { params: () => ({ key: 'bob' }) },
  reportWebhook: { params: ({ waitingJob }) => ({ job_id: waitingJob }), body: { attempt: 1, status: 200 } },
  podPrinted: { params: ({ pod }) => ({ id: pod }), body: { lines: ['a line'] } },
  returnJobs: { params: () => ({ worker_id: 'ep-real-w1' }), body: { jobs: ['a-job'] } },
  workerPrinted: { params: () => ({ worker_id: 'ep-real-w1' }), body: { start: 1, lines: ['a line'] } },
  watchWorker: { params: () => ({ worker_id: 'ep-real-w1' }) },
  workerSilent: { params: () => ({ worker_id: 'ep-real-w1' }), body: { start: 1 } },
  workerGone: { params: () => ({ worker_id: 'ep-real-w1' }), body: { start: 1 } },
  getLiveness: {},
  getReadiness: {},
  getMetrics: {},
  getInfo: { query: { all: 'true' } },
  getClock: {},
  advanceClock: { body: { by: '1s', maxEntries: 10 } },
  setClockPolicy: { body: { clock: 'auto' } },
  resetWorld: { body: { seed: 'another', start: '2026-02-01T00:00:00Z', world } },
  listWorlds: {},
  createWorld: { body: { seed: 'another', start: '2026-02-01T00:00:00Z', world, clock: { clock: 'manual' } } },
  dropWorld: { params: () => ({ id: 'world-1' }) },
  getState: { query: { seq: '10', kind: 'pod,job' } },
  forkWorld: { body: { seed: 'another', id: 'fork' } },
  getScenario: {},
  compareWorlds: { body: { worlds: ['default', 'default'] } },
  listEvents: { query: { after: '3', type: 'PodCreated,JobQueued', entity: 'ep-a', limit: '10' } },
  downloadLog: {},
  getHeader: {},
  listRequests: { query: { operation: 'run', status: '4xx', limit: '10' } },
  verifyRequests: { body: { operation: 'run', times: { gte: 1 }, where: { status: 200, body: { input: { exists: true } } } } },
  explainEntity: { params: ({ pod }) => ({ entity: pod }) },
  listNext: { query: { limit: '10' } },
  listLifecycles: {},
  getLifecycle: { params: () => ({ kind: 'job' }) },
  listRules: { query: { id: 'job.run' } },
  listFaults: {},
  listKeys: {},
  runScenario: { body: { scenario, seed: 'another' } },
};
