import type { EndpointConfig } from '../../../cloud/endpoint/events.ts';
import type { WorkerShape } from '../../../cloud/worker/events.ts';
import { fillInSteps, type Steps } from '../../../kernel/steps.ts';
import { formatVirtualTime, type VirtualTime } from '../../../kernel/time.ts';
import type { Broken, Handlers, Recount, RecountRow } from '../recount.ts';

const work = 'fleet-recounted';
const minimum = 'minimum-recounted';

export const fleetRecount: RecountRow = {
  invariants: [
    {
      name: work,
      about:
        'no more workers than workers.max are launched or woken; one of an older release, or one too many, takes no work, and one too many stops unless it works',
    },
    {
      name: minimum,
      about:
        'once everything due at an instant has happened, as many workers as the minimum serve, or are on their way to, unless unhealthy ones fill workers.max; as many hold the minimum, and those that are up before the others',
    },
  ],
  open: () => new Fleet(),
};

/** Which workers an endpoint has (worker.min, worker.serving-counts, worker.rollout). */
class Fleet implements Recount {
  readonly #crews = new Map<string, Crew>();
  readonly #workers = new Map<string, Standing>();
  /** The endpoints of which something has changed at the newest instant. */
  readonly #touched = new Set<string>();
  #now = 0 as VirtualTime;

  readonly on: Handlers = {
    EndpointCreated: ({ endpointId, config }, { at }) => {
      this.#crews.set(endpointId, { version: 1, ...limitsOf(config), active: 0, busy: 0, broken: 0, up: 0, kept: 0, keptUp: 0 });
      return this.#touch(endpointId, at);
    },
    EndpointUpdated: ({ endpointId, config, version }, { at }) => {
      const crew = this.#crews.get(endpointId);
      if (crew !== undefined) Object.assign(crew, { version, ...limitsOf(config) });
      return this.#touch(endpointId, at);
    },
    EndpointDeleted: ({ endpointId }) => {
      this.#crews.delete(endpointId);
    },
    WorkerLaunched: (event, { at }) => this.#launches(event, at),
    WorkerThrottled: (event, { at }) => this.#launches(event, at),
    WorkerWoken: ({ workerId, kept }, { at }) => this.#joins(workerId, { is: 'coming', kept }, at),
    WorkerPlaced: ({ workerId }, { at }) => this.#becomes(workerId, { is: 'coming' }, at),
    WorkerReady: ({ workerId }, { at }) => this.#becomes(workerId, { is: 'up' }, at),
    WorkerCrashed: ({ workerId }, { at }) => this.#becomes(workerId, { is: 'coming' }, at),
    WorkerTriedAgain: ({ workerId }, { at }) => this.#becomes(workerId, { is: 'coming' }, at),
    WorkerLostHost: ({ workerId }, { at }) => this.#becomes(workerId, { is: 'coming' }, at),
    WorkerPullFailed: ({ workerId }, { at }) => this.#becomes(workerId, { is: 'broken' }, at),
    WorkerTurnedUnhealthy: ({ workerId }, { at }) => this.#becomes(workerId, { is: 'broken' }, at),
    WorkerStopped: ({ workerId }, { at }) => this.#becomes(workerId, { is: 'out' }, at),
    WorkerSlept: ({ workerId }, { at }) => this.#becomes(workerId, { is: 'out' }, at),
    WorkerRetuned: ({ workerId, kept }, { at }) => this.#becomes(workerId, { kept }, at),
    WorkerTerminated: ({ workerId }, { at }) => {
      this.#becomes(workerId, { is: 'out' }, at);
      this.#workers.delete(workerId);
    },
    WorkerTookJob: ({ workerId, jobId }, { at }) => this.#takes(workerId, jobId, at),
    WorkerTookRequest: ({ workerId, requestId }, { at }) => this.#takes(workerId, requestId, at),
    WorkerFreed: ({ workerId }, { at }) => this.#rests(workerId, at),
  };

  timePasses(): Broken | undefined {
    if (this.#touched.size === 0) return undefined;
    for (const endpointId of this.#touched) {
      const crew = this.#crews.get(endpointId);
      const wrong = crew && wrongWith(crew);
      if (wrong !== undefined) return { name: wrong.name, words: `${endpointId} has ${wrong.has}, at ${formatVirtualTime(this.#now)}` };
    }
    this.#touched.clear();
    return undefined;
  }

  dump(): FleetDump {
    return { crews: this.#crews, workers: this.#workers, touched: this.#touched, now: this.#now };
  }

  *load({ crews, workers, touched, now }: FleetDump): Steps<void> {
    yield* fillInSteps(this.#crews, crews);
    yield* fillInSteps(this.#workers, workers);
    for (const id of touched) this.#touched.add(id);
    this.#now = now;
  }

  /** A worker that was stopped may be launched again, with another release. */
  #launches({ workerId, endpointId, number, version, kept }: WorkerShape & { readonly workerId: string }, at: VirtualTime) {
    this.#workers.set(workerId, { endpointId, number, version, kept, is: 'out' });
    return this.#joins(workerId, { is: 'coming' }, at);
  }

  #joins(workerId: string, change: Partial<Standing>, at: VirtualTime): Broken | undefined {
    this.#becomes(workerId, change, at);
    const { endpointId } = this.#workers.get(workerId) ?? unknown;
    const crew = this.#crews.get(endpointId);
    if (crew === undefined || crew.active <= crew.max) return undefined;
    return {
      name: work,
      words: `${workerId} joined at ${formatVirtualTime(at)}, and ${endpointId} has ${crew.active} workers then, of ${crew.max}`,
    };
  }

  #becomes(workerId: string, change: Partial<Standing>, at: VirtualTime): undefined {
    const worker = this.#workers.get(workerId);
    const crew = this.#crews.get(worker?.endpointId ?? '');
    if (worker === undefined || crew === undefined) return;
    count(crew, worker, -1);
    Object.assign(worker, change);
    count(crew, worker, 1);
    return this.#touch(worker.endpointId, at);
  }

  #takes(workerId: string, taken: string, at: VirtualTime): Broken | undefined {
    const worker = this.#workers.get(workerId) ?? unknown;
    const crew = this.#crews.get(worker.endpointId);
    if (crew === undefined) return undefined;
    if (worker.is === 'up') {
      worker.is = 'busy';
      crew.busy += 1;
    }
    const { endpointId, version } = worker;
    if (version === crew.version && (crew.active <= crew.max || this.#before(worker) < crew.max)) return undefined;
    const took = `${workerId} took ${taken} at ${formatVirtualTime(at)}`;
    if (version !== crew.version)
      return { name: work, words: `${took} with release ${version}, and ${endpointId} has release ${crew.version}` };
    return { name: work, words: `${took}, and is one too many of the ${crew.max} that ${endpointId} may have` };
  }

  /** Nothing else changes with it: an endpoint is looked at again only where it has too many. */
  #rests(workerId: string, at: VirtualTime): undefined {
    const worker = this.#workers.get(workerId);
    const crew = this.#crews.get(worker?.endpointId ?? '');
    if (worker === undefined || crew === undefined || worker.is !== 'busy') return;
    worker.is = 'up';
    crew.busy -= 1;
    if (crew.active > crew.max) return this.#touch(worker.endpointId, at);
  }

  /** How many active workers of its endpoint were made before it. */
  #before({ endpointId, number }: Standing): number {
    let before = 0;
    for (const other of this.#workers.values())
      if (other.endpointId === endpointId && other.is !== 'out' && other.number < number) before += 1;
    return before;
  }

  #touch(endpointId: string, at: VirtualTime): undefined {
    this.#now = at;
    this.#touched.add(endpointId);
  }
}

interface Crew {
  version: number;
  min: number;
  max: number;
  /** How many count towards `workers.max`; of these, how many work, are unhealthy, are up, hold the minimum, and both of the last. */
  active: number;
  busy: number;
  broken: number;
  up: number;
  kept: number;
  keptUp: number;
}

interface Standing {
  readonly endpointId: string;
  readonly number: number;
  readonly version: number;
  kept: boolean;
  /** `busy`: up, and at work. `out`: it is stopped, or sleeps. */
  is: 'busy' | 'up' | 'coming' | 'broken' | 'out';
}

interface FleetDump {
  readonly crews: ReadonlyMap<string, Crew>;
  readonly workers: ReadonlyMap<string, Standing>;
  readonly touched: ReadonlySet<string>;
  readonly now: VirtualTime;
}

const unknown: Standing = { endpointId: '', number: 0, version: 0, kept: false, is: 'out' };

const limitsOf = ({ workers: { min, max } }: EndpointConfig) => ({ min: Math.min(min, max), max });

const count = (crew: Crew, { is, kept }: Standing, by: number): void => {
  if (is === 'out') return;
  const isUp = is === 'up' || is === 'busy';
  crew.active += by;
  if (is === 'busy') crew.busy += by;
  if (is === 'broken') crew.broken += by;
  if (isUp) crew.up += by;
  if (kept) crew.kept += by;
  if (kept && isUp) crew.keptUp += by;
};

/** What is wrong with a crew once an instant is over: only one that works may be one too many, until its work has ended. */
const wrongWith = ({
  min,
  max,
  active,
  busy,
  broken,
  up,
  kept,
  keptUp,
}: Crew): (Omit<Broken, 'words'> & { readonly has: string }) | undefined => {
  const expected = active - broken;
  if (active > max && busy < active) return { name: work, has: `${active} workers, of ${max}, and ${active - busy} of them do not work` };
  if (expected < min && active < max)
    return { name: minimum, has: `${expected} workers that are up or on their way, of the ${min} of its minimum` };
  if (kept !== Math.min(min, active)) return { name: minimum, has: `${kept} workers that hold its minimum of ${min}, of ${active}` };
  if (keptUp < kept && keptUp < up)
    return { name: minimum, has: 'workers that hold its minimum and are not up, beside ones that are up and do not' };
  return undefined;
};
