import type { DomainEvent } from '../cloud/input.ts';
import { podCost } from '../cloud/pod/price.ts';
import type { State, StateChange } from '../cloud/state/state.ts';
import type { Worker } from '../cloud/worker/state.ts';
import { InvariantViolation } from '../kernel/invariant.ts';
import { hours, later } from '../kernel/time.ts';

type ChangeOf<Kind extends StateChange['kind']> = Extract<StateChange, { readonly kind: Kind }>;

/** A condition that must hold after every event, and depends only on the state. A violation is a bug in podsim, and the world stops. */
export interface Invariant {
  readonly name: string;
  /** The condition. */
  readonly about: string;
  /** The kinds of entity at whose events it looks; absent = all. */
  readonly of?: readonly StateChange['kind'][];
  /** The only ones of their events at which it looks; absent = all. */
  readonly on?: readonly DomainEvent['type'][];
  /** The violation after one change; undefined if the condition holds. */
  readonly broken: (change: StateChange, state: State) => string | undefined;
}

const placing = ['PodCreated', 'PodResumed', 'WorkerLaunched', 'WorkerPlaced', 'WorkerWoken'] as const;
const leaving = ['JobCancelled', 'JobExpired', 'JobPurged', 'JobStarted'] as const;
const starting = [...placing, 'PodStarted', 'WorkerReady'] as const;
const ending = ['PodTerminated', 'VolumeDeleted'] as const;
const freeing = ['WorkerCrashed', 'WorkerEndedJob', 'WorkerEndedRequest', 'WorkerFreed'] as const;

// biome-ignore format: a table
export const invariants: readonly Invariant[] = [
  { name: 'one-worker-a-job',     about: 'a job runs on one worker, which has taken it',                of: ['job'],     on: ['JobStarted'],                 broken: checkJobIsTaken },
  { name: 'freed-after-its-job',  about: 'a worker is freed of a job only once the job has ended, or waits again', of: ['worker'], on: ['WorkerEndedJob', 'WorkerFreed'], broken: checkFreedAfterItsJob },
  { name: 'one-worker-a-request', about: 'a request is with one worker, which has taken it',            of: ['request'], on: ['RequestStarted'],             broken: checkRequestIsTaken },
  { name: 'busy-while-it-works',  about: 'a worker is RUNNING exactly while it has a job or a request', of: ['worker'],  on: freeing,                        broken: checkBusyWhileItWorks },
  { name: 'queue-counted',        about: 'health says as many waiting jobs as the queue holds',         of: ['job'],     on: leaving,                        broken: checkQueueCount },
  { name: 'expired-unreadable',   about: 'a removed job cannot be read',                                of: ['job'],     on: ['JobExpired', 'JobPurged'],    broken: checkRemovedIsGone },
  { name: 'cost-while-held',      about: 'a pod costs something exactly while it holds compute',        of: ['pod'],                                         broken: checkCostWhileHeld },
  { name: 'address-while-up',     about: 'a pod has an address exactly while it runs, and waits to be reached only then', of: ['pod'],                       broken: checkAddressWhileUp },
  { name: 'host-has-room',        about: 'no host holds more than it has',                              of: ['pod', 'worker'], on: placing,                  broken: checkHostHasRoom },
  { name: 'one-center-a-cluster', about: 'the members of a cluster are in one data center, or nowhere', of: ['pod'],     on: ['PodCreated', 'PodResumed'],   broken: checkOneDataCenter },
  { name: 'gone-with-its-owner',  about: 'no worker of a deleted endpoint starts, and no member of a deleted cluster', of: ['pod', 'worker'], on: starting,   broken: checkGoneWithOwner },
  { name: 'money-kept',           about: 'the bill of a pod or volume that is gone stays, and grows no more', of: ['pod', 'volume'], on: ending,                   broken: checkMoneyIsKept },
];

/** Checked when a call is refused (`engine/world/receive.ts`): a refused operation changes nothing. */
export const refusalsSpare = 'refusals-spare';

/** Checked when a timer fires (`engine/simulator/timers.ts`): a timer fires only in a status in which it runs. */
export const timersFit = 'timers-fit';

/** Checks each change of one state against the invariants, or the named ones. */
export class Invariants {
  readonly #state: State;
  readonly #rows: readonly Invariant[];
  readonly #lookingAt = new Map<DomainEvent['type'], readonly Invariant[]>();

  constructor(state: State, names?: readonly string[]) {
    this.#state = state;
    this.#rows = invariants.filter(({ name }) => names?.includes(name) !== false);
  }

  /** Throws {@link InvariantViolation} at the first of these that does not hold. */
  check(change: StateChange, rows: readonly Invariant[] = this.rowsFor(change.kind, change.event.type)): void {
    for (const { name, broken } of rows) {
      const words = broken(change, this.#state);
      if (words !== undefined) throw new InvariantViolation(`${words} (entry ${change.seq})`, name);
    }
  }

  /** The invariants that look at events of that type, which are of that kind. */
  rowsFor(kind: StateChange['kind'], type: DomainEvent['type']): readonly Invariant[] {
    const known = this.#lookingAt.get(type);
    if (known !== undefined) return known;
    const rows = this.#rows.filter(({ of, on }) => of?.includes(kind) !== false && on?.includes(type) !== false);
    this.#lookingAt.set(type, rows);
    return rows;
  }
}

const has = (worker: Worker, jobId: string): boolean => worker.jobId === jobId || worker.otherJobs.includes(jobId);

function checkJobIsTaken({ event, id }: StateChange, state: State): string | undefined {
  if (event.type !== 'JobStarted') return undefined;
  const worker = state.find('worker', event.workerId);
  return worker !== undefined && has(worker, id) ? undefined : `${id} started on ${event.workerId}, which has not taken it`;
}

function checkFreedAfterItsJob({ event, id }: StateChange, state: State): string | undefined {
  if ((event.type !== 'WorkerFreed' && event.type !== 'WorkerEndedJob') || !('jobId' in event)) return undefined;
  const job = state.find('job', event.jobId);
  return job?.status === 'IN_PROGRESS' && job.workerId === id ? `${id} was freed of ${event.jobId}, which still runs there` : undefined;
}

function checkRequestIsTaken({ event, id }: StateChange, { traffic }: State): string | undefined {
  if (event.type !== 'RequestStarted') return undefined;
  for (const taken of traffic.onWorker(event.workerId)) if (taken === id) return undefined;
  return `${id} started on ${event.workerId}, which does not have it`;
}

function checkBusyWhileItWorks({ entity, id }: StateChange): string | undefined {
  const { status, jobId, requests } = entity as ChangeOf<'worker'>['entity'];
  const works = jobId !== null || requests > 0;
  return works === (status === 'RUNNING') ? undefined : `${id} is ${status} with ${jobId ?? 'no job'} and ${requests} requests`;
}

function checkQueueCount({ entity }: StateChange, { jobCounters, queues }: State): string | undefined {
  const { endpointId } = entity as ChangeOf<'job'>['entity'];
  const [shown, held] = [jobCounters.of(endpointId).inQueue, queues.length(endpointId)];
  return shown === held ? undefined : `${endpointId} shows ${shown} jobs that wait, and ${held} do`;
}

function checkRemovedIsGone({ id }: StateChange, state: State): string | undefined {
  return state.find('job', id) === undefined ? undefined : `${id} can still be read`;
}

function checkCostWhileHeld({ entity, id }: StateChange): string | undefined {
  const pod = entity as ChangeOf<'pod'>['entity'];
  const holds = pod.status === 'PROVISIONING' || pod.status === 'STARTING' || pod.status === 'RUNNING';
  const cost = podCost(pod);
  return holds === cost > 0 ? undefined : `${id} is ${pod.status} and costs ${cost}`;
}

function checkAddressWhileUp({ entity, id }: StateChange): string | undefined {
  const { status, ip, reachMs } = entity as ChangeOf<'pod'>['entity'];
  const runs = status === 'RUNNING';
  if (!runs && reachMs !== null) return `${id} is ${status} and waits to be reached`;
  return (ip !== null) === runs ? undefined : `${id} is ${status} and has the address ${ip}`;
}

function checkHostHasRoom({ entity }: StateChange, { placements }: State): string | undefined {
  const { placement } = entity as ChangeOf<'pod' | 'worker'>['entity'];
  const host = placements.hosts.find(placement?.hostId ?? '');
  if (host === undefined) return undefined;
  const { gpus, vcpus } = placements.free(host);
  return gpus >= 0 && vcpus >= 0 ? undefined : `${host.id} holds more than its ${host.gpus} GPUs and ${host.vcpus} vCPUs`;
}

function checkOneDataCenter({ entity, id }: StateChange, state: State): string | undefined {
  const { member, placement } = entity as ChangeOf<'pod'>['entity'];
  if (member === null || placement === null) return undefined;
  for (const other of state.members.of(member.clusterId).podIds) {
    const there = state.find('pod', other)?.placement?.dataCenterId;
    if (there !== undefined && there !== placement.dataCenterId)
      return `${id} is placed in ${placement.dataCenterId}, and ${other} of its cluster in ${there}`;
  }
  return undefined;
}

function checkGoneWithOwner({ kind, event: { type }, entity, id }: StateChange, state: State): string | undefined {
  if (kind === 'worker' && state.find('endpoint', entity.endpointId) === undefined)
    return `${id} has ${type}, though ${entity.endpointId} is deleted`;
  if (kind === 'pod' && entity.member !== null && state.find('cluster', entity.member.clusterId) === undefined)
    return `${id} has ${type}, though ${entity.member.clusterId} is deleted`;
  return undefined;
}

/** The members of a cluster share its bill, which goes on with the others. */
function checkMoneyIsKept({ kind, entity, id, at }: StateChange, { billing }: State): string | undefined {
  const clusterId = kind === 'pod' ? entity.member?.clusterId : undefined;
  const bill = clusterId === undefined ? billing.find(kind === 'pod' ? 'pod' : 'volume', id) : billing.find('cluster', clusterId);
  if (bill === undefined) return `the bill of ${clusterId ?? id} is gone with ${id}`;
  const grows = bill.amount(later(at, hours(1))) > bill.amount(at);
  return clusterId === undefined && grows ? `${id} is gone, and its bill still grows` : undefined;
}
