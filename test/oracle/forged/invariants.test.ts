import { expect, test } from 'vitest';
import { findKind } from '../../../engine/cloud/entities.ts';
import type { DomainEvent } from '../../../engine/cloud/input.ts';
import type { State, StateChange } from '../../../engine/cloud/state/state.ts';
import { worldStart } from '../../../engine/kernel/time.ts';
import { runningPod } from '../../support/worlds/runningPod.ts';
import { AuditState } from '../audit/auditState.ts';
import { invariants } from '../audit/invariants.ts';

const pod = runningPod();
const placement = { hostId: 'h', dataCenterId: 'EU-RO-1', gpuTypeId: 'NVIDIA L4', cudaVersion: null };
const job = { jobId: 'j', endpointId: 'ep', workerId: 'w' };
const queued = { ...job, type: 'JobQueued', input: { n: 1 }, terms: { lowPriority: false } };
const took = { ...job, type: 'WorkerTookJob' };
const started = { ...job, type: 'JobStarted' };
const request = { requestId: 'r', endpointId: 'ep', workerId: 'w' };
const member = { clusterId: 'c' };
const worker = { id: 'w', endpointId: 'ep', real: null, status: 'IDLE', jobId: null, requests: 0 };
const anEndpoint = { find: (kind: string) => (kind === 'endpoint' ? {} : undefined) };
const noJobs = { inQueue: 0, inProgress: 0, completed: 0, failed: 0, retried: 0 };
const shape = { size: 100, tier: 'STANDARD', dataCenterId: 'EU-RO-1', name: 'v' };

type Forged = Readonly<Record<string, unknown>>;
/** What came before, by kind; then the change that must not happen; and what of the state it is checked against. */
type Story = readonly [before: readonly Forged[], change: Forged, state: Forged, words: string];

/** For each invariant a change that breaks it. In a world none happens, so that nothing else shows that the audit would notice. */
const stories: Readonly<Record<string, Story>> = {
  'one-worker-a-job': [[queued], { kind: 'job', event: started }, {}, 'which has not taken it'],
  'freed-after-its-job': [
    [queued, took, started],
    { kind: 'worker', id: 'w', event: { ...job, type: 'WorkerFreed' } },
    {},
    'which still runs there',
  ],
  'one-worker-a-request': [
    [{ ...request, type: 'RequestReceived' }],
    { kind: 'request', id: 'r', event: { ...request, type: 'RequestStarted' } },
    { traffic: { onWorker: () => [] } },
    'which does not have it',
  ],
  'requests-recounted': [
    [],
    { kind: 'request', id: 'r', event: { ...request, type: 'RequestReceived' }, entity: { endpointId: 'ep' } },
    { traffic: { of: () => ({ waiting: new Set(), inFlight: 0 }) } },
    'shows 0 requests that wait',
  ],
  'purge-spares': [
    [queued, took, started],
    { kind: 'job', event: { ...job, type: 'JobPurged' } },
    {},
    'was purged while it was not waiting',
  ],
  'retry-keeps': [
    [queued],
    { kind: 'job', event: { ...job, type: 'JobRetried' }, entity: { id: 'j', output: null, error: null, input: { n: 2 } } },
    {},
    'was retried with another input',
  ],
  'health-recounted': [
    [],
    { kind: 'job', event: queued },
    { ...anEndpoint, jobCounters: { of: () => noJobs }, queues: { length: () => 1 } },
    'the log says',
  ],
  'actions-published': [[], { kind: 'pod', id: 'p', entity: { ...pod, status: 'ASLEEP' } }, {}, 'is ASLEEP and publishes'],
  'one-center-a-cluster': [
    [{ type: 'PodCreated', podId: 'o', member, placement, config: pod.config }],
    {
      kind: 'pod',
      id: 'p',
      event: { type: 'PodCreated', podId: 'p', member, placement: { ...placement, dataCenterId: 'US-KS-2' } },
      entity: { member },
    },
    {},
    'the other members of its cluster are in EU-RO-1',
  ],
  'gone-with-its-owner': [[], { kind: 'worker', id: 'w', event: took, entity: worker }, { find: () => undefined }, 'though ep is deleted'],
  'bills-recounted': [
    [],
    { kind: 'volume', id: 'v', event: { type: 'VolumeCreated', volumeId: 'v', accountId: 'a', shape } },
    { billing: { find: () => undefined } },
    'is billed 0 for standard, the log says',
  ],
};

const idOf = (event: Forged): string =>
  String(event['type']).startsWith('Worker') ? 'w' : String(event['jobId'] ?? event['requestId'] ?? event['podId']);

test.each(invariants.flatMap((row) => ('broken' in row ? [[row.name, row.broken] as const] : [])))(
  'the audit notices what breaks %s',
  (name, broken) => {
    const [before, change, state, words] = stories[name] ?? expect.fail(`there is no story that breaks ${name}`);
    const audit = new AuditState();
    for (const event of before) {
      const change = { kind: findKind(event as unknown as DomainEvent), event, id: idOf(event), at: worldStart } as unknown as StateChange;
      audit.count(change);
      audit.record(change);
    }
    const forged = { id: 'j', seq: 9, at: 1_000, from: '', event: { type: 'PodUpdated' }, entity: {}, ...change };
    audit.count(forged as unknown as StateChange);
    expect(broken(forged as unknown as StateChange, audit, state as unknown as State)).toContain(words);
  },
);
