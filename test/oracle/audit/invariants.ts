import type { Kind } from '../../../engine/cloud/entities.ts';
import type { DomainEvent } from '../../../engine/cloud/input.ts';
import { actionsIn, type PodStatus } from '../../../engine/cloud/pod/lifecycle.ts';
import { isOver } from '../../../engine/cloud/projections/jobCounters.ts';
import type { State, StateChange } from '../../../engine/cloud/state/state.ts';
import type { WorkerEvent } from '../../../engine/cloud/worker/events.ts';
import { hours, later } from '../../../engine/kernel/time.ts';
import type { AuditState } from './auditState.ts';
import { billedComponents } from './heldRates.ts';
import type { NamedInvariant } from './recount.ts';
import { recounts } from './recounts.ts';

/** A condition that must hold after every event. A violation is a bug in the simulator, and the world stops. */
export interface Invariant extends NamedInvariant {
  /** The kinds of entity at whose events it looks; absent = all. */
  readonly of?: readonly Kind[];
  /** The only ones of their events at which it looks; absent = all. */
  readonly on?: readonly DomainEvent['type'][];
  /** It does not look at what workers do for each job or request, which is most of a log, but at the next event of the worker. */
  readonly sparesWork?: true;
  /** Checks one change against the audit state before it. Returns what is wrong; undefined if the invariant holds. */
  readonly broken: (change: StateChange, auditState: AuditState, state: State) => string | undefined;
}

// biome-ignore format: a table
const onEachChange: readonly Invariant[] = [
  { name: 'one-worker-a-job',   about: 'a job is on at most one worker',                  of: ['job'], on: ['JobStarted'], broken: checkJobOnOneWorker },
  { name: 'freed-after-its-job', about: 'a worker is freed of a job only once the job has ended, or waits again', of: ['worker'], on: ['WorkerEndedJob', 'WorkerFreed'], broken: checkFreedAfterItsJob },
  { name: 'one-worker-a-request', about: 'a request is on at most one worker, which has taken it', of: ['request'], on: ['RequestStarted'], broken: checkRequestOnOneWorker },
  { name: 'requests-recounted', about: 'the requests that wait, are in flight, and are with each worker equal a recount from the log', of: ['request', 'worker'], broken: checkRequestCounts },
  { name: 'purge-spares',       about: 'purge touches no running job',                    of: ['job'], on: ['JobPurged'], broken: checkPurgeSparesRunningJobs },
  { name: 'retry-keeps',        about: 'retry keeps id and input',                        of: ['job'], on: ['JobRetried'], broken: checkRetryKeepsIdAndInput },
  { name: 'health-recounted',   about: 'health counters equal a recount from the log',    of: ['job'], broken: checkJobCounters },
  { name: 'actions-published',  about: 'published actions are those of the status',       of: ['pod'], broken: checkPublishedActions },
  { name: 'one-center-a-cluster', about: 'the members of a cluster are in one data center, or nowhere', of: ['pod'], on: ['PodCreated', 'PodResumed'], broken: checkClusterInOneDataCenter },
  { name: 'gone-with-its-owner', about: 'a worker of a deleted endpoint, or a member of a deleted cluster, is terminated and does nothing else', of: ['pod', 'worker'], broken: checkGoneWithOwner },
  { name: 'bills-recounted',    about: 'amounts billed for each component (GPU, CPU, disk, volume), and who pays them, equal a recount of what the log says was held', of: ['pod', 'worker', 'endpoint', 'volume'], sparesWork: true, broken: checkBills },
];

/** Whether it looks at events of that type, which are of that kind. */
export const looksAt = ({ of, on, sparesWork }: Invariant, kind: Kind, type: DomainEvent['type']): boolean =>
  of?.includes(kind) !== false && on?.includes(type) !== false && !(sparesWork === true && work.has(type));

/** Every invariant: those above, and those of the recounts. */
export const invariants: readonly (Invariant | NamedInvariant)[] = [...onEachChange, ...recounts.flatMap((row) => row.invariants)];

function checkJobOnOneWorker({ event, id }: StateChange, { newest, hands }: AuditState): string | undefined {
  if (event.type !== 'JobStarted') return undefined;
  if (newest?.is !== 'queue') return `${id} started on ${event.workerId} while it was not waiting`;
  return hands.get(event.workerId)?.has.has(id) === true ? undefined : `${id} started on ${event.workerId}, which has not taken it`;
}

function checkFreedAfterItsJob({ event, id }: StateChange, { jobs }: AuditState): string | undefined {
  if ((event.type !== 'WorkerFreed' && event.type !== 'WorkerEndedJob') || !('jobId' in event)) return undefined;
  const job = jobs.get(event.jobId);
  return job?.is === 'worker' && job.workerId === id ? `${id} was freed of ${event.jobId}, which still runs there` : undefined;
}

function checkRequestOnOneWorker({ event, id }: StateChange, { placeBefore }: AuditState, { traffic }: State): string | undefined {
  if (event.type !== 'RequestStarted') return undefined;
  if (placeBefore !== 'waiting') return `${id} started on ${event.workerId} while it was not waiting`;
  return [...traffic.onWorker(event.workerId)].includes(id) ? undefined : `${id} started on ${event.workerId}, which does not have it`;
}

/** An event of a worker changes the count of that worker. An event of a request changes the counts of its endpoint. */
function checkRequestCounts({ kind, entity, id }: StateChange, auditState: AuditState, { traffic }: State): string | undefined {
  if (kind !== 'request' && kind !== 'worker') return undefined;
  const { requestCounts: counts } = auditState;
  if (kind === 'worker') {
    const counted = counts.size === 0 ? 0 : (counts.get(id) ?? 0);
    const isBusy = counted > 0 || entity.jobId !== null;
    return entity.requests === counted && isBusy === (entity.status === 'RUNNING')
      ? undefined
      : `${id} is ${entity.status} with ${entity.requests} requests, the log says ${counted}`;
  }
  const { waiting, inFlight } = traffic.of(entity.endpointId);
  const counted = [counts.get(`${entity.endpointId} waiting`) ?? 0, counts.get(`${entity.endpointId} in flight`) ?? 0];
  return waiting.size === counted[0] && inFlight === counted[1]
    ? undefined
    : `${entity.endpointId} shows ${waiting.size} requests that wait and ${inFlight} in flight, the log says ${counted.join(' and ')}`;
}

function checkPurgeSparesRunningJobs({ event, id }: StateChange, { newest }: AuditState): string | undefined {
  return event.type === 'JobPurged' && newest?.is !== 'queue' ? `${id} was purged while it was not waiting` : undefined;
}

function checkRetryKeepsIdAndInput({ kind, event, id, entity }: StateChange, { jobs }: AuditState): string | undefined {
  if (kind !== 'job' || event.type !== 'JobRetried') return undefined;
  if (entity.id !== id || entity.output !== null || entity.error !== null) return `${id} came back as ${entity.id}, or with its old result`;
  return entity.input === jobs.get(id)?.input ? undefined : `${id} was retried with another input`;
}

function checkClusterInOneDataCenter({ kind, event, id, entity }: StateChange, { centerOf }: AuditState): string | undefined {
  if (kind !== 'pod' || (event.type !== 'PodCreated' && event.type !== 'PodResumed') || entity.member === null) return undefined;
  const { dataCenterId } = event.placement;
  const others = centerOf.get(entity.member.clusterId) ?? dataCenterId;
  return others === dataCenterId ? undefined : `${id} is placed in ${dataCenterId}, the other members of its cluster are in ${others}`;
}

/** Once its owner is deleted, a worker or a member has one event left: its own end. */
function checkGoneWithOwner({ kind, event, id, entity }: StateChange, _auditState: AuditState, state: State): string | undefined {
  if (event.type === 'WorkerTerminated' || event.type === 'PodTerminated') return undefined;
  if (kind === 'worker' && state.find('endpoint', entity.endpointId) === undefined)
    return `${id} has ${event.type}, though ${entity.endpointId} is deleted`;
  if (kind === 'pod' && entity.member !== null && state.find('cluster', entity.member.clusterId) === undefined)
    return `${id} has ${event.type}, though ${entity.member.clusterId} is deleted`;
  return undefined;
}

function checkJobCounters({ kind }: StateChange, auditState: AuditState, state: State): string | undefined {
  if (kind !== 'job') return undefined;
  const { changed } = auditState;
  if (changed === undefined) return undefined;
  const { endpointId } = changed;
  const counters = isOver(changed) && state.find('endpoint', endpointId) === undefined ? auditState.close(endpointId) : changed;
  const shown = state.jobCounters.of(endpointId);
  const same =
    shown.inQueue === counters.inQueue &&
    shown.inProgress === counters.inProgress &&
    shown.completed === counters.completed &&
    shown.failed === counters.failed &&
    shown.retried === counters.retried &&
    shown.inQueue === state.queues.length(endpointId);
  return same ? undefined : `${endpointId} shows ${JSON.stringify(shown)}, the log says ${JSON.stringify(counters)}`;
}

/** The table of the interface document, to compare with what the lifecycle permits. */
const actionsOf: Readonly<Record<PodStatus, string>> = {
  NEW: '',
  PROVISIONING: 'stop,terminate',
  STARTING: 'stop,terminate',
  RUNNING: 'stop,restart,terminate',
  EXITED: 'start,terminate',
  ERROR: 'start,terminate',
  TERMINATED: '',
};

function checkPublishedActions({ kind, entity, id }: StateChange): string | undefined {
  if (kind !== 'pod') return undefined;
  const published = actionsIn(entity.status).join(',');
  return published === actionsOf[entity.status] ? undefined : `${id} is ${entity.status} and publishes ${published}`;
}

/**
 * Compares the amounts one hour later: both the amounts so far and the current rates must be right. An event that changes no bill leaves
 * that of its entity as it is; a member of a cluster has none of its own.
 */
function checkBills({ event, id, at }: StateChange, { held }: AuditState, state: State): string | undefined {
  const billed = held.record(event, at) ?? held.find(id);
  if (billed === undefined) return undefined;
  const then = later(at, hours(1));
  const { product, id: of, accountId } = billed;
  const own = product === 'cluster' ? (state.billing.find('pod', id)?.amount(then) ?? 0n) : 0n;
  if (own !== 0n) return `${id} is billed ${own} by itself, beside ${product} ${of}`;
  const bill = state.billing.find(product, of);
  const counted = held.amounts(billed, then);
  held.settle(billed);
  for (const [k, component] of billedComponents.entries()) {
    const shown = bill?.sumAmount(component, then) ?? 0n;
    if (shown !== counted[k]) return `${product} ${of} is billed ${shown} for ${component}, the log says ${counted[k]}`;
  }
  return bill === undefined || bill.accountId === accountId
    ? undefined
    : `${product} ${of} is billed to ${bill.accountId}, and ${accountId} holds it`;
}

/** What workers do for each job or request. */
const work: ReadonlySet<string> = new Set<WorkerEvent['type']>([
  'WorkerCalled',
  'WorkerLooked',
  'WorkerTookJob',
  'WorkerBeganWork',
  'WorkerDidWork',
  'WorkerEndedJob',
  'WorkerTookRequest',
  'WorkerEndedRequest',
  'WorkerFreed',
  'WorkerReported',
]);
