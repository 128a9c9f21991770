import type { WorkerShape } from '../../../../engine/cloud/worker/events.ts';
import { fillInSteps, type Steps } from '../../../../engine/kernel/steps.ts';
import { formatVirtualTime, type VirtualTime } from '../../../../engine/kernel/time.ts';
import { DueWatch } from '../dueWatch.ts';
import type { Broken, Handlers, Recount, RecountRow, Sources } from '../recount.ts';
import { type Crew, count, countExpected, limitsOf, minimum, newCrew, type Standing, type WrongCrew, work, wrongWith } from './crew.ts';
import { OfEndpoints } from './ofEndpoints.ts';
import { armScaler, checkScaler, fleetInvariants, scale, whyNotWanted, wrongForWork } from './scaling.ts';

export const fleetRecount: RecountRow = {
  invariants: fleetInvariants,
  open: (sources) => new Fleet(sources),
};

/** Which workers an endpoint has (worker.min, worker.serving-counts, worker.rollout), and whether they are as many as its work wants. */
class Fleet implements Recount {
  readonly #sources: Sources;
  readonly #crews = new Map<string, Crew>();
  readonly #workers = new OfEndpoints<Standing>();
  /** The endpoints of which workers or work have changed at the newest instant, and whether their scalers have had to look. */
  readonly #touched = new Map<string, boolean>();
  readonly watch = new DueWatch();
  #now = 0 as VirtualTime;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  readonly on: Handlers = {
    EndpointCreated: ({ endpointId, config }, { at }) => {
      this.#crews.set(endpointId, newCrew(config, this.#sources.settings.endpoint.prepares > 0 ? at : undefined));
      return this.#touch(endpointId, at);
    },
    EndpointUpdated: ({ endpointId, config, version }, { at }) => {
      const crew = this.#crews.get(endpointId);
      if (crew !== undefined) Object.assign(crew, { config, version, ...limitsOf(config) });
      this.#ask(endpointId, at);
      return this.#touch(endpointId, at);
    },
    EndpointDeleted: ({ endpointId }) => {
      this.#crews.delete(endpointId);
    },
    EndpointHandlerSet: ({ endpointId, handler }, { at }) => {
      const crew = this.#crews.get(endpointId);
      if (crew !== undefined) Object.assign(crew, { isExternal: handler.external !== undefined, isShared: (handler.concurrency ?? 1) > 1 });
      return this.#touch(endpointId, at);
    },
    EndpointScalerArmed: ({ endpointId, checkAt }, { at }) => {
      const crew = this.#crews.get(endpointId);
      return crew && armScaler(endpointId, crew, checkAt, at, this.#sources);
    },
    EndpointScalerChecked: ({ endpointId }, { at }) => {
      this.#ask(endpointId, at);
      const crew = this.#crews.get(endpointId);
      return crew && checkScaler(endpointId, crew, at);
    },
    JobQueued: ({ endpointId }, { at }) => this.#ask(endpointId, at),
    JobRetried: (_event, { at, entity }) => this.#ask(entity.endpointId, at),
    JobRequeued: (_event, { at, entity }) => this.#ask(entity.endpointId, at),
    RequestReceived: ({ endpointId, onlyWorkerId }, { at }) => {
      const crew = this.#crews.get(endpointId);
      if (crew !== undefined && onlyWorkerId !== null) crew.isBinding = true;
      return this.#ask(endpointId, at);
    },
    WorkerLaunched: (event, { at }) => this.#launches(event, at),
    WorkerThrottled: (event, { at }) => this.#launches(event, at),
    WorkerWoken: ({ workerId, kept }, { at }) => this.#joins(workerId, { is: 'coming', kept }, at),
    WorkerCalled: ({ workerId }, { at }) => this.#touch(this.#set(workerId, { looks: 'called' }), at),
    WorkerLooked: ({ workerId }, { at }) => this.#touch(this.#set(workerId, { looks: 'no' }), at),
    WorkerPolled: ({ workerId, answer }, { at }) => this.#touch(this.#set(workerId, { isHealthy: answer === 200 }), at),
    WorkerPlaced: ({ workerId }, { at }) => this.#becomes(workerId, { is: 'coming' }, at),
    WorkerReady: ({ workerId }, { at }) => this.#becomes(workerId, { is: 'up' }, at),
    WorkerCrashed: ({ workerId }, { at }) => this.#becomes(workerId, { is: 'coming' }, at),
    WorkerTriedAgain: ({ workerId }, { at }) => this.#becomes(workerId, { is: 'coming' }, at),
    WorkerLostHost: ({ workerId }, { at }) => this.#becomes(workerId, { is: 'coming' }, at),
    WorkerPullFailed: ({ workerId }, { at }) => this.#loses(workerId, 'broken', at),
    WorkerTurnedUnhealthy: ({ workerId }, { at }) => this.#loses(workerId, 'broken', at),
    WorkerStopped: ({ workerId, reason }, { at }) => {
      const crew = this.#crews.get(this.#workers.get(workerId)?.endpointId ?? '');
      if (crew !== undefined && (reason === 'refreshed' || reason === 'stale' || reason === 'outside'))
        crew.replaces = [...crew.replaces, workerId];
      // One that gives its place away slept, and is not missed (worker.sleep).
      if (reason === 'given') return undefined;
      return this.#loses(workerId, 'out', at);
    },
    WorkerSlept: ({ workerId }, { at }) => {
      this.#becomes(workerId, { is: 'out' }, at);
      // What its scaler was asked before in this instant, it was asked of a crew with this worker.
      const { endpointId = '' } = this.#workers.get(workerId) ?? {};
      if (this.#touched.has(endpointId)) this.#touched.set(endpointId, false);
    },
    WorkerRetuned: ({ workerId, kept }, { at }) => this.#becomes(workerId, { kept }, at),
    WorkerTerminated: ({ workerId }, { at }) => {
      this.#becomes(workerId, { is: 'out' }, at);
      this.#workers.delete(workerId);
    },
    WorkerTookJob: ({ workerId, jobId }, { at }) => this.#takes(workerId, jobId, at),
    WorkerTookRequest: ({ workerId, requestId }, { at }) => this.#takes(workerId, requestId, at),
    WorkerFreed: (event, { at }) => this.#rests(event.workerId, 'looksInMs' in event && event.looksInMs !== undefined, at),
  };

  timePasses(): Broken | undefined {
    this.watch.clear();
    for (const [endpointId, isAsked] of this.#touched) {
      const crew = this.#crews.get(endpointId);
      if (crew === undefined) continue;
      const wrong = wrongForWork(endpointId, crew, isAsked, this.#now, this.#sources) ?? wrongWith(crew);
      crew.mayAdd = false;
      crew.addedAt = undefined;
      crew.replaces = [];
      if (wrong !== undefined) return { name: wrong.name, words: `${endpointId} has ${wrong.has}, at ${formatVirtualTime(this.#now)}` };
    }
    this.#touched.clear();
    return undefined;
  }

  dump(): FleetDump {
    return { crews: this.#crews, workers: this.#workers.all(), touched: this.#touched, now: this.#now };
  }

  *load({ crews, workers, touched, now }: FleetDump): Steps<void> {
    yield* fillInSteps(this.#crews, crews);
    yield* this.#workers.load(workers);
    yield* fillInSteps(this.#touched, touched);
    this.#now = now;
  }

  /** A worker that was stopped may be launched again, with another release. */
  #launches({ workerId, endpointId, number, version, kept }: WorkerShape & { readonly workerId: string }, at: VirtualTime) {
    this.#workers.set(workerId, { endpointId, number, version, kept, is: 'out', looks: 'no', isHealthy: false });
    return this.#joins(workerId, { is: 'coming', kept }, at);
  }

  #joins(workerId: string, change: { readonly is: 'coming'; readonly kept: boolean }, at: VirtualTime): Broken | undefined {
    const { endpointId } = this.#workers.get(workerId) ?? unknown;
    const crew = this.#crews.get(endpointId);
    if (crew === undefined) return undefined;
    const wrong = this.#wrongJoin(workerId, endpointId, crew, change.kept, at);
    this.#becomes(workerId, change, at);
    const joined = `${workerId} joined at ${formatVirtualTime(at)}, and ${endpointId}`;
    if (crew.active > crew.max) return { name: work, words: `${joined} has ${crew.active} workers then, of ${crew.max}` };
    return wrong === undefined ? undefined : { name: wrong.name, words: `${joined} ${wrong.has}` };
  }

  /** What is wrong with one more worker: the crew is as it was before. */
  #wrongJoin(workerId: string, endpointId: string, crew: Crew, kept: boolean, at: VirtualTime): WrongCrew | undefined {
    if (crew.replaces.includes(workerId)) {
      crew.replaces = crew.replaces.filter((one) => one !== workerId);
      return undefined;
    }
    if (kept) return countExpected(crew) < crew.min ? undefined : { name: minimum, has: `had its minimum of ${crew.min} before` };
    if (at === crew.preparedAt && crew.active < this.#sources.settings.endpoint.prepares) return undefined;
    const why = crew.isBinding ? undefined : whyNotWanted(endpointId, crew, at, this.#sources);
    if (crew.mayAdd) crew.addedAt = at;
    crew.mayAdd = false;
    return why === undefined ? undefined : { name: scale, has: `does not want it: ${why}` };
  }

  #becomes(workerId: string, change: Partial<Standing>, at: VirtualTime): undefined {
    const endpointId = this.#set(workerId, change);
    if (this.#crews.has(endpointId)) return this.#touch(endpointId, at);
  }

  /** Returns its endpoint. One that is not up asks for nothing, and is not healthy. */
  #set(workerId: string, change: Partial<Standing>): string {
    const worker = this.#workers.get(workerId);
    const crew = this.#crews.get(worker?.endpointId ?? '');
    if (worker === undefined || crew === undefined) return '';
    count(crew, worker, -1);
    Object.assign(worker, change);
    if (change.is !== undefined) worker.looks = 'no';
    if (change.is !== undefined && change.is !== 'up') worker.isHealthy = false;
    count(crew, worker, 1);
    return worker.endpointId;
  }

  #takes(workerId: string, taken: string, at: VirtualTime): Broken | undefined {
    const worker = this.#workers.get(workerId) ?? unknown;
    const crew = this.#crews.get(worker.endpointId);
    if (crew === undefined) return undefined;
    if (worker.is === 'up') {
      count(crew, worker, -1);
      worker.is = 'busy';
      worker.looks = 'no';
      count(crew, worker, 1);
    }
    const { endpointId, version } = worker;
    if (version === crew.version && (crew.active <= crew.max || this.#before(worker) < crew.max)) return undefined;
    const took = `${workerId} took ${taken} at ${formatVirtualTime(at)}`;
    if (version !== crew.version)
      return { name: work, words: `${took} with release ${version}, and ${endpointId} has release ${crew.version}` };
    return { name: work, words: `${took}, and is one too many of the ${crew.max} that ${endpointId} may have` };
  }

  /** An endpoint is looked at again where it has too many workers, or work for this one. */
  #rests(workerId: string, looks: boolean, at: VirtualTime): undefined {
    const worker = this.#workers.get(workerId);
    const crew = this.#crews.get(worker?.endpointId ?? '');
    if (worker === undefined || crew === undefined || worker.is !== 'busy') return;
    count(crew, worker, -1);
    worker.is = 'up';
    worker.looks = looks ? 'later' : 'no';
    count(crew, worker, 1);
    if (crew.active > crew.max) return this.#touch(worker.endpointId, at);
    if (this.#hasWork(worker.endpointId)) return this.#touch(worker.endpointId, at);
  }

  #hasWork(endpointId: string): boolean {
    const { counters, requestCounts } = this.#sources.counted;
    return (counters.get(endpointId)?.inQueue ?? 0) > 0 || (requestCounts.size > 0 && requestCounts.has(`${endpointId} waiting`));
  }

  /** How many active workers of its endpoint were made before it. */
  #before({ endpointId, number }: Standing): number {
    let before = 0;
    for (const other of this.#workers.of(endpointId).values()) if (other.is !== 'out' && other.number < number) before += 1;
    return before;
  }

  /** Its scaler has to look at its work. */
  #ask(endpointId: string, at: VirtualTime): undefined {
    this.#now = at;
    this.#touched.set(endpointId, true);
    this.watch.set();
  }

  #loses(workerId: string, is: 'broken' | 'out', at: VirtualTime): undefined {
    this.#becomes(workerId, { is }, at);
    return this.#ask(this.#workers.get(workerId)?.endpointId ?? '', at);
  }

  #touch(endpointId: string, at: VirtualTime): undefined {
    this.#now = at;
    if (!this.#touched.has(endpointId)) this.#touched.set(endpointId, false);
    this.watch.set();
  }
}

interface FleetDump {
  readonly crews: ReadonlyMap<string, Crew>;
  readonly workers: ReadonlyMap<string, Standing>;
  /** It matters to what is checked at the end of this instant alone. */
  readonly touched: ReadonlyMap<string, boolean>;
  readonly now: VirtualTime;
}

const unknown: Standing = { endpointId: '', number: 0, version: 0, kept: false, is: 'out', looks: 'no', isHealthy: false };
