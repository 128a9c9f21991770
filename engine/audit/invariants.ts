import type { Dumpable } from '../kernel/dump.ts';
import { invariant } from '../kernel/invariant.ts';
import type { Steps } from '../kernel/steps.ts';
import { hours, later } from '../kernel/time.ts';
import { actionsIn, type PodStatus } from '../pod/lifecycle.ts';
import { podCost } from '../pod/price.ts';
import type { State, StateChange } from '../state.ts';
import { AuditState, type AuditStateDump } from './auditState.ts';

/** Something that must hold after every event. A broken one is our bug, and the world stops. */
export interface Invariant {
  readonly name: string;
  readonly about: string;
  /** Looks at one change, with the books as they stood before it; the words say what is wrong. */
  readonly broken: (change: StateChange, books: AuditState, state: State) => string | undefined;
}

// biome-ignore format: a table
export const invariants: readonly Invariant[] = [
  { name: 'one-worker-a-job',   about: 'a job is on at most one worker',                  broken: startedTwice },
  { name: 'one-job-a-worker',   about: 'a worker runs at most one job',                   broken: tookTwo },
  { name: 'one-worker-a-request', about: 'a request is on at most one worker, which has taken it', broken: requestStartedTwice },
  { name: 'requests-recounted', about: 'the requests that wait, are in flight, and are with each worker equal a recount from the log', broken: miscountedRequests },
  { name: 'purge-spares',       about: 'purge touches no running job',                    broken: purgedRunning },
  { name: 'retry-keeps',        about: 'retry keeps id and input',                        broken: retryChanged },
  { name: 'expired-unreadable', about: 'an expired result is never readable',             broken: stillReadable },
  { name: 'health-recounted',   about: 'health counters equal a recount from the log',    broken: miscounted },
  { name: 'actions-published',  about: 'published actions are those of the status',       broken: wrongActions },
  { name: 'cost-while-held',    about: 'a pod costs nothing exactly while it holds no compute', broken: wrongCost },
  { name: 'address-while-up',   about: 'a pod has an address, and so a runtime, exactly while it runs', broken: wrongAddress },
  { name: 'host-has-room',      about: 'no host holds more than it has',                  broken: overfull },
  { name: 'one-center-a-cluster', about: 'the members of a cluster are in one data centre, or nowhere', broken: strayed },
  { name: 'bills-recounted',    about: 'amounts billed equal a recount of what the log says was held', broken: misbilled },
];

/** Checked where a call is refused, in the world itself: a refused operation changes nothing. */
export const refusalsSpare = 'refusals-spare';

/** Checked where a timer rings, in the loop itself: a timer that rings belongs to the status it rang in. */
export const timersFit = 'timers-fit';

/** Checks every invariant against each change, and keeps books of its own: from the events alone, by other code than the state's. */
export class Audit implements Dumpable<AuditStateDump> {
  readonly #state: State;
  readonly #books = new AuditState();
  readonly #checked: readonly Invariant[];

  /** Without names, all of them. */
  constructor(state: State, names?: readonly string[]) {
    this.#state = state;
    this.#checked = names === undefined ? invariants : invariants.filter(({ name }) => names.includes(name));
  }

  check(change: StateChange): void {
    for (const { name, broken } of this.#checked) {
      const words = broken(change, this.#books, this.#state);
      invariant(words === undefined, () => `${name}: ${words} (entry ${change.seq})`);
    }
    this.#books.record(change.event, change.id);
  }

  dump(): AuditStateDump {
    return this.#books.dump();
  }

  load(dump: AuditStateDump): Steps<void> {
    return this.#books.load(dump);
  }
}

function startedTwice({ event, id }: StateChange, { jobs, jobOf }: AuditState): string | undefined {
  if (event.type !== 'JobStarted') return undefined;
  if (jobs.get(id)?.place !== 'queue') return `${id} started on ${event.workerId} while it was not waiting`;
  return jobOf.get(event.workerId) === id ? undefined : `${id} started on ${event.workerId}, which has not taken it`;
}

function tookTwo({ event, id }: StateChange, { jobOf }: AuditState): string | undefined {
  return event.type === 'WorkerTookJob' && jobOf.has(id) ? `${id} took ${event.jobId} and still has ${jobOf.get(id)}` : undefined;
}

function requestStartedTwice({ event, id }: StateChange, { requests }: AuditState, { traffic }: State): string | undefined {
  if (event.type !== 'RequestStarted') return undefined;
  if (requests.get(id)?.place !== 'waiting') return `${id} started on ${event.workerId} while it was not waiting`;
  return [...traffic.onWorker(event.workerId)].includes(id) ? undefined : `${id} started on ${event.workerId}, which does not have it`;
}

/** An event of a worker changes its own count, one of a request those of its endpoint. */
function miscountedRequests({ kind, event, entity, id }: StateChange, books: AuditState, { traffic }: State): string | undefined {
  if (kind !== 'request' && kind !== 'worker') return undefined;
  books.countRequests(event);
  const { requestCounts: counts } = books;
  if (kind === 'worker') {
    const counted = counts.get(id) ?? 0;
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

function purgedRunning({ event, id }: StateChange, { jobs }: AuditState): string | undefined {
  return event.type === 'JobPurged' && jobs.get(id)?.place !== 'queue' ? `${id} was purged while it was not waiting` : undefined;
}

function retryChanged({ kind, event, id, entity }: StateChange, { jobs }: AuditState): string | undefined {
  if (kind !== 'job' || event.type !== 'JobRetried') return undefined;
  if (entity.id !== id || entity.output !== null || entity.error !== null) return `${id} came back as ${entity.id}, or with its old result`;
  return entity.input === jobs.get(id)?.input ? undefined : `${id} was retried with another input`;
}

function stillReadable({ event, id }: StateChange, _books: AuditState, state: State): string | undefined {
  if (event.type !== 'JobExpired' && event.type !== 'JobPurged') return undefined;
  return state.find('job', id) === undefined ? undefined : `${id} can still be read`;
}

function strayed({ kind, event, id, entity }: StateChange, { centerOf }: AuditState): string | undefined {
  if (kind !== 'pod' || (event.type !== 'PodCreated' && event.type !== 'PodResumed') || entity.member === null) return undefined;
  const { dataCenterId } = event.placement;
  const others = centerOf.get(entity.member.clusterId) ?? dataCenterId;
  return others === dataCenterId ? undefined : `${id} is placed in ${dataCenterId}, the other members of its cluster are in ${others}`;
}

function miscounted({ kind, event }: StateChange, books: AuditState, state: State): string | undefined {
  if (kind !== 'job') return undefined;
  const recount = books.recount(event);
  if (recount === undefined) return undefined;
  const { endpointId } = recount;
  const counters = state.find('endpoint', endpointId) === undefined ? books.close(endpointId) : recount.counters;
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

/** The interface document's own table, against what the lifecycle gives. */
const actionsOf: Readonly<Record<PodStatus, string>> = {
  NEW: '',
  PROVISIONING: 'stop,terminate',
  STARTING: 'stop,terminate',
  RUNNING: 'stop,restart,terminate',
  EXITED: 'start,terminate',
  ERROR: 'start,terminate',
  TERMINATED: '',
};

function wrongActions({ kind, entity, id }: StateChange): string | undefined {
  if (kind !== 'pod') return undefined;
  const published = actionsIn(entity.status).join(',');
  return published === actionsOf[entity.status] ? undefined : `${id} is ${entity.status} and publishes ${published}`;
}

function wrongCost({ kind, entity, id }: StateChange): string | undefined {
  if (kind !== 'pod') return undefined;
  const holds = entity.status === 'PROVISIONING' || entity.status === 'STARTING' || entity.status === 'RUNNING';
  const cost = podCost(entity);
  return holds === cost > 0 ? undefined : `${id} is ${entity.status} and costs ${cost}`;
}

function wrongAddress({ kind, entity, id }: StateChange): string | undefined {
  if (kind !== 'pod') return undefined;
  return (entity.ip !== null) === (entity.status === 'RUNNING') ? undefined : `${id} is ${entity.status} and has the address ${entity.ip}`;
}

function overfull({ kind, entity }: StateChange, _books: AuditState, { placements }: State): string | undefined {
  if (kind !== 'pod' && kind !== 'worker') return undefined;
  const host = placements.hosts.find(entity.placement?.hostId ?? '');
  if (host === undefined) return undefined;
  const { gpus, vcpus } = placements.free(host);
  return gpus >= 0 && vcpus >= 0 ? undefined : `${host.id} holds more than its ${host.gpus} GPUs and ${host.vcpus} vCPUs`;
}

/** Looks an hour ahead: the amounts so far and the rates from now on must both be right. */
function misbilled({ event, at }: StateChange, { held }: AuditState, state: State): string | undefined {
  const billed = held.record(event, at);
  if (billed === undefined) return undefined;
  const then = later(at, hours(1));
  const shown = state.billing.find(billed.product, billed.id)?.amount(then) ?? 0n;
  const counted = held.amount(billed, then);
  return shown === counted ? undefined : `${billed.product} ${billed.id} is billed ${shown}, the log says ${counted}`;
}
