import type { DomainEvent } from '../../../engine/cloud/input.ts';
import type { JobEvent } from '../../../engine/cloud/job/events.ts';
import { isOver, type JobCounts, noJobs } from '../../../engine/cloud/projections/jobCounters.ts';
import type { RequestEvent } from '../../../engine/cloud/request/events.ts';
import type { StateChange } from '../../../engine/cloud/state/state.ts';
import type { WorkerEvent } from '../../../engine/cloud/worker/events.ts';
import type { Dumpable } from '../../../engine/kernel/dump.ts';
import { fillInSteps, pacer, type Steps } from '../../../engine/kernel/steps.ts';
import { type VirtualTime, worldStart } from '../../../engine/kernel/time.ts';
import { BillingLedger } from './billingLedger.ts';
import { type JobPage, type JobPlace, newJobPage, placeAfter } from './deadlines/jobPage.ts';

/** What the audit derives from the log, from events alone. */
export class AuditState implements Dumpable<AuditStateDump> {
  /** One page for each job, in which every recount that looks at jobs reads and writes: to find it costs as much as to check it. */
  readonly jobs = new Map<string, JobPage>();
  #turns = 0;
  /** What each worker has in hand; `slots-recounted` writes it down, and says what is wrong with it. */
  readonly hands = new Map<string, Hands>();
  readonly counters = new Map<string, CountedJobs>();
  /** The counters that the newest event of a job has changed; undefined if it changed none. And those of the endpoint that most events are of. */
  changed: CountedJobs | undefined;
  #recent: CountedJobs | undefined;
  /** The job of the newest event, which still is where it was before, and where the event brings it. */
  newest: JobPage | undefined;
  #comesTo: JobPlace = 'nowhere';
  readonly requests = new Map<string, RequestRecord>();
  /** Where the request of the newest event was before. */
  placeBefore: RequestPlace | undefined;
  /** How many requests are on each worker, and how many are waiting and in flight at each endpoint. */
  readonly requestCounts = new Map<string, number>();
  readonly held = new BillingLedger();
  /** For each cluster, the data center of the first member placed. */
  readonly centerOf = new Map<string, string>();

  *dump(): Steps<AuditStateDump> {
    const { hands, counters, requests, requestCounts, centerOf, held } = this;
    // Turns are numbered anew: equal worlds have equal books, whatever came before.
    const inTurn = [...this.jobs.values()].sort((one, other) => one.turn - other.turn);
    const jobs = new Map<string, JobPage>();
    const pauses = pacer();
    for (const page of inTurn) {
      jobs.set(page.id, { ...page, turn: jobs.size + 1 });
      if (pauses()) yield;
    }
    return { jobs, hands, counters, requests, requestCounts, centerOf, held: held.dump() };
  }

  *load({ jobs, hands, counters, requests, requestCounts, centerOf, held }: AuditStateDump): Steps<void> {
    const pauses = pacer();
    for (const page of jobs.values()) {
      this.jobs.set(page.id, { ...page });
      if (pauses()) yield;
    }
    this.#turns = jobs.size;
    yield* fillInSteps(this.hands, hands);
    yield* fillInSteps(this.counters, counters);
    yield* fillInSteps(this.requests, requests);
    yield* fillInSteps(this.requestCounts, requestCounts);
    yield* fillInSteps(this.centerOf, centerOf);
    yield* this.held.load(held);
  }

  /** Counts anew, before anything is checked. */
  count({ kind, event, at }: Pick<StateChange, 'kind' | 'event' | 'at'>): void {
    if (kind === 'job') this.countJobs(event as JobEvent, at);
    else if (kind === 'request' || kind === 'worker') this.countRequests(event as RequestEvent | WorkerEvent);
  }

  /** Counts the jobs of an endpoint anew, as they must be after the event. */
  countJobs(event: JobEvent, at: VirtualTime): void {
    const page = event.type === 'JobQueued' ? this.#openPage(event, at) : this.jobs.get(event.jobId);
    const before = page?.is ?? 'nowhere';
    const after = placeAfter(event, before);
    this.newest = page;
    this.#comesTo = after;
    this.changed = undefined;
    if (before === after) return;
    const isLow = page?.terms.lowPriority === true;
    const counters = this.#countersOf(page?.endpointId ?? '');
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

  #openPage(event: Extract<JobEvent, { type: 'JobQueued' }>, at: VirtualTime): JobPage {
    const page = newJobPage(event, this.nextTurn(), at);
    this.jobs.set(page.id, page);
    return page;
  }

  /** The number of the next job that a client puts into a queue. */
  nextTurn(): number {
    return ++this.#turns;
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

  /** Writes the event down, once it is checked. */
  record({ kind, event, id, at }: Pick<StateChange, 'kind' | 'event' | 'id' | 'at'>): void {
    if (kind === 'job') this.#recordJob(event as JobEvent, at);
    else this.#recordOther(event, id);
  }

  #recordOther(event: DomainEvent, id: string): void {
    switch (event.type) {
      case 'PodCreated':
        if (event.member !== null && !this.centerOf.has(event.member.clusterId))
          this.centerOf.set(event.member.clusterId, event.placement.dataCenterId);
        return;
      case 'EndpointDeleted':
        return void this.close(id);
      case 'ClusterTerminated':
        return void this.centerOf.delete(id);
      default:
    }
  }

  #recordJob(event: JobEvent, at: VirtualTime): void {
    const page = this.newest;
    if (page === undefined) return;
    page.is = this.#comesTo;
    this.newest = undefined;
    if (event.type === 'JobRetried') page.queuedAt = at;
    if (page.is === 'ended') page.queuedAt = worldStart;
    if (event.type === 'JobStarted') page.workerId = event.workerId;
    if (page.is === 'nowhere') this.jobs.delete(page.id);
  }
}

export interface AuditStateDump {
  readonly jobs: ReadonlyMap<string, JobPage>;
  readonly hands: ReadonlyMap<string, Hands>;
  readonly counters: ReadonlyMap<string, CountedJobs>;
  readonly requests: ReadonlyMap<string, RequestRecord>;
  readonly requestCounts: ReadonlyMap<string, number>;
  readonly centerOf: ReadonlyMap<string, string>;
  readonly held: ReturnType<BillingLedger['dump']>;
}

/** What a worker has in hand. */
export interface Hands {
  readonly endpointId: string;
  /** Its jobs and requests. */
  readonly has: Set<string>;
  /** In a row. */
  crashes: number;
  isReal: boolean;
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
