import type { PriceList } from '../../cloud/catalog/priceList.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import type { JobEvent } from '../../cloud/job/events.ts';
import { isOver, type JobCounts, noJobs } from '../../cloud/projections/jobCounters.ts';
import type { RequestEvent } from '../../cloud/request/events.ts';
import type { StateChange } from '../../cloud/state/state.ts';
import type { WorkerEvent } from '../../cloud/worker/events.ts';
import type { Json } from '../../kernel/canonical.ts';
import type { Dumpable } from '../../kernel/dump.ts';
import { fillInSteps, type Steps } from '../../kernel/steps.ts';
import { type VirtualTime, worldStart } from '../../kernel/time.ts';
import { BillingLedger } from './billingLedger.ts';

/** What the audit derives from the log, from events alone. */
export class AuditState implements Dumpable<AuditStateDump> {
  readonly jobs = new Map<string, JobRecord>();
  readonly jobOf = new Map<string, string>();
  /** By job, the worker that took it beside its first: a real worker may take several. */
  readonly alsoOn = new Map<string, string>();
  readonly counters = new Map<string, CountedJobs>();
  /** The counters that the newest event of a job has changed; undefined if it changed none. And those of the endpoint that most events are of. */
  changed: CountedJobs | undefined;
  #recent: CountedJobs | undefined;
  /** The job of the newest event as it was before, and where the event brings it. */
  newest: JobRecord | undefined;
  #comesTo: JobPlace = 'nowhere';
  readonly requests = new Map<string, RequestRecord>();
  /** Where the request of the newest event was before. */
  placeBefore: RequestPlace | undefined;
  /** How many requests are on each worker, and how many are waiting and in flight at each endpoint. */
  readonly requestCounts = new Map<string, number>();
  readonly held: BillingLedger;
  /** For each cluster, the data center of the first member placed. */
  readonly centerOf = new Map<string, string>();

  constructor(prices: PriceList) {
    this.held = new BillingLedger(prices);
  }

  dump(): AuditStateDump {
    const { jobs, jobOf, alsoOn, counters, requests, requestCounts, centerOf, held } = this;
    return { jobs, jobOf, alsoOn, counters, requests, requestCounts, centerOf, held: held.dump() };
  }

  *load({ jobs, jobOf, alsoOn, counters, requests, requestCounts, centerOf, held }: AuditStateDump): Steps<void> {
    yield* fillInSteps(this.jobs, jobs);
    yield* fillInSteps(this.jobOf, jobOf);
    yield* fillInSteps(this.alsoOn, alsoOn);
    yield* fillInSteps(this.counters, counters);
    yield* fillInSteps(this.requests, requests);
    yield* fillInSteps(this.requestCounts, requestCounts);
    yield* fillInSteps(this.centerOf, centerOf);
    yield* this.held.load(held);
  }

  /** Counts anew, before anything is checked. */
  count({ kind, event }: Pick<StateChange, 'kind' | 'event'>): void {
    if (kind === 'job') this.countJobs(event as JobEvent);
    else if (kind === 'request' || kind === 'worker') this.countRequests(event as RequestEvent | WorkerEvent);
  }

  /** Counts the jobs of an endpoint anew, as they must be after the event. */
  countJobs(event: JobEvent): void {
    const record = this.jobs.get(event.jobId);
    const before = record?.place ?? 'nowhere';
    const after = placeAfter(event, before);
    this.newest = record;
    this.#comesTo = after;
    this.changed = undefined;
    if (before === after) return;
    const isLow = event.type === 'JobQueued' ? event.terms.lowPriority : record?.isLow === true;
    const counters = this.#countersOf(event.type === 'JobQueued' ? event.endpointId : (record?.endpointId ?? ''));
    this.changed = counters;
    if (before === 'queue') counters.inQueue -= 1;
    if (before === 'queue' && isLow) counters.lowInQueue -= 1;
    if (before === 'worker') counters.inProgress -= 1;
    if (after === 'queue') counters.inQueue += 1;
    if (after === 'queue' && isLow) counters.lowInQueue += 1;
    if (after === 'worker') counters.inProgress += 1;
    if (event.type === 'JobCompleted') counters.completed += 1;
    if (event.type === 'JobFailed' || event.type === 'JobTimedOut') counters.failed += 1;
    if (event.type === 'JobRequeued' && event.returned !== true) counters.retried += 1;
  }

  #countersOf(endpointId: string): CountedJobs {
    if (this.#recent?.endpointId !== endpointId) {
      this.#recent = this.counters.get(endpointId) ?? { ...noneCounted, endpointId };
      this.counters.set(endpointId, this.#recent);
    }
    return this.#recent;
  }

  /** Drops the counters of a deleted endpoint once none of its jobs waits or runs. Returns the counters as they are then. */
  close(endpointId: string): CountedJobs {
    const counters = this.counters.get(endpointId);
    if (counters !== undefined && !isOver(counters)) return counters;
    this.counters.delete(endpointId);
    this.#recent = undefined;
    return noneCounted;
  }

  /** Updates the counts of requests that the event changes: those of its endpoint or its worker. */
  countRequests(event: RequestEvent | WorkerEvent): void {
    switch (event.type) {
      case 'RequestReceived':
        this.requests.set(event.requestId, { endpointId: event.endpointId, place: 'waiting' });
        return this.#add(`${event.endpointId} waiting`, 1);
      case 'RequestStarted':
        return this.#move(event.requestId, 'in flight');
      case 'RequestAnswered':
      case 'RequestFailed':
        return this.#move(event.requestId, 'ended');
      case 'RequestClosed':
        this.#move(event.requestId, 'ended');
        this.requests.delete(event.requestId);
        return;
      case 'WorkerTookRequest':
        return this.#add(event.workerId, 1);
      case 'WorkerEndedRequest':
        return this.#add(event.workerId, -1);
      case 'WorkerFreed':
        if ('requestId' in event) this.#add(event.workerId, -1);
        return;
      case 'WorkerCrashed':
      case 'WorkerTurnedUnhealthy':
      case 'WorkerLostHost':
      case 'WorkerTerminated':
        this.requestCounts.delete(event.workerId);
        return;
      default:
    }
  }

  #move(requestId: string, place: RequestPlace): void {
    const record = this.requests.get(requestId);
    this.placeBefore = record?.place;
    if (record === undefined || record.place === place) return;
    this.#add(`${record.endpointId} ${record.place}`, -1);
    if (place !== 'ended') this.#add(`${record.endpointId} ${place}`, 1);
    record.place = place;
  }

  #add(what: string, by: number): void {
    const count = (this.requestCounts.get(what) ?? 0) + by;
    if (count === 0) this.requestCounts.delete(what);
    else this.requestCounts.set(what, count);
  }

  record(event: DomainEvent, id: string, at: VirtualTime): void {
    switch (event.type) {
      case 'JobQueued': {
        const { endpointId, input, terms } = event;
        this.jobs.set(id, { endpointId, input, isLow: terms.lowPriority, place: 'queue', queuedAt: at, workerId: undefined });
        return;
      }
      case 'WorkerTookJob':
        if (this.jobOf.has(id)) this.alsoOn.set(event.jobId, id);
        else this.jobOf.set(id, event.jobId);
        return;
      case 'WorkerEndedJob':
        if (this.jobOf.get(id) === event.jobId) this.jobOf.delete(id);
        return;
      case 'WorkerFreed':
      case 'WorkerCrashed':
      case 'WorkerTurnedUnhealthy':
      case 'WorkerLostHost':
      case 'WorkerTerminated':
        this.jobOf.delete(id);
        return;
      case 'PodCreated':
        if (event.member !== null && !this.centerOf.has(event.member.clusterId))
          this.centerOf.set(event.member.clusterId, event.placement.dataCenterId);
        return;
      case 'EndpointDeleted':
        return void this.close(id);
      case 'ClusterTerminated':
        return void this.centerOf.delete(id);
      default: {
        const record = this.newest;
        if (record === undefined) return;
        record.place = this.#comesTo;
        this.newest = undefined;
        if (event.type === 'JobRetried') record.queuedAt = at;
        if (record.place === 'ended') record.queuedAt = worldStart;
        if (event.type === 'JobStarted') record.workerId = event.workerId;
        if (record.place !== 'worker' && this.alsoOn.size > 0) this.alsoOn.delete(id);
        if (record.place === 'nowhere') this.jobs.delete(id);
      }
    }
  }
}

export interface AuditStateDump {
  readonly jobs: ReadonlyMap<string, JobRecord>;
  readonly jobOf: ReadonlyMap<string, string>;
  readonly alsoOn: ReadonlyMap<string, string>;
  readonly counters: ReadonlyMap<string, CountedJobs>;
  readonly requests: ReadonlyMap<string, RequestRecord>;
  readonly requestCounts: ReadonlyMap<string, number>;
  readonly centerOf: ReadonlyMap<string, string>;
  readonly held: ReturnType<BillingLedger['dump']>;
}

/** The counters of an endpoint, and how many of its waiting jobs are of low priority. */
export interface CountedJobs extends JobCounts {
  readonly endpointId: string;
  lowInQueue: number;
}

const noneCounted: CountedJobs = { ...noJobs, endpointId: '', lowInQueue: 0 };

interface RequestRecord {
  readonly endpointId: string;
  place: RequestPlace;
}

type RequestPlace = 'waiting' | 'in flight' | 'ended';
type JobPlace = 'nowhere' | 'queue' | 'worker' | 'ended';

interface JobRecord {
  readonly endpointId: string;
  readonly input: Json;
  readonly isLow: boolean;
  place: JobPlace;
  /** When a client last put it in the queue. */
  queuedAt: VirtualTime;
  /** The worker that started it last. */
  workerId: string | undefined;
}

const placeAfter = (event: JobEvent, before: JobPlace): JobPlace => {
  switch (event.type) {
    case 'JobQueued':
    case 'JobRequeued':
    case 'JobRetried':
      return 'queue';
    case 'JobStarted':
      return 'worker';
    case 'JobCompleted':
    case 'JobFailed':
    case 'JobTimedOut':
    case 'JobCancelled':
      return 'ended';
    case 'JobExpired':
    case 'JobPurged':
      return 'nowhere';
    default:
      return before;
  }
};
