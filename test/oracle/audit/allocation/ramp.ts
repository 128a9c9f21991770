import type { ChangeOf } from '../../../../engine/cloud/state/state.ts';
import { fillInSteps, type Steps } from '../../../../engine/kernel/steps.ts';
import { formatVirtualTime, seconds, type VirtualTime, worldStart } from '../../../../engine/kernel/time.ts';
import type { Broken, Handlers, Recount, RecountRow } from '../recount.ts';

const name = 'places-raised';

export const rampRecount: RecountRow = {
  invariants: [
    {
      name,
      about:
        'a process that raises how many jobs it takes at once has one more at each poll, and takes no more before it has none, until it has all',
    },
  ],
  open: () => new Ramp(),
};

/** How far each process has come (worker.ramp). */
class Ramp implements Recount {
  /** How many jobs the workers of an endpoint take at last, where they raise that. */
  readonly #most = new Map<string, number>();
  /** Endpoints whose handlers raise nothing. */
  readonly #plain = new Set<string>();
  readonly #climbs = new Map<string, Climb>();

  readonly on: Handlers = {
    EndpointHandlerSet: ({ endpointId, handler: { ramp, concurrency = 1, external } }) => {
      const isPlain = ramp === undefined || external !== undefined;
      if (isPlain) this.#most.delete(endpointId);
      else this.#most.set(endpointId, concurrency);
      if (isPlain) this.#plain.add(endpointId);
      else this.#plain.delete(endpointId);
    },
    EndpointDeleted: ({ endpointId }) => {
      this.#most.delete(endpointId);
      this.#plain.delete(endpointId);
    },
    WorkerCrashed: ({ workerId }) => this.#begins(workerId),
    WorkerTurnedUnhealthy: ({ workerId }) => this.#begins(workerId),
    WorkerLostHost: ({ workerId }) => this.#begins(workerId),
    WorkerStopped: ({ workerId }) => this.#begins(workerId),
    WorkerWoken: ({ workerId, restored }) => (restored === true ? undefined : this.#begins(workerId)),
    WorkerReady: (_event, change) => this.#rests(change, 0),
    WorkerFreed: (_event, change) => this.#rests(change, undefined),
    WorkerEndedJob: ({ workerId }) => {
      const climb = this.#climbs.get(workerId);
      if (climb !== undefined) climb.jobs -= 1;
      return undefined;
    },
    WorkerTookJob: ({ workerId, places }, { at, entity: { endpointId } }): Broken | undefined => {
      if (places !== undefined && !this.#climbs.has(workerId))
        this.#climbs.set(workerId, { endpointId, jobs: 0, places: undefined, polledAt: at, restsAt: at });
      const climb = this.#climbs.get(workerId);
      if (climb === undefined) return undefined;
      const wrong = this.#wrongTake(climb, places, at);
      climb.jobs += 1;
      return wrong === undefined ? undefined : { name, words: `${workerId} took a job ${wrong}, at ${formatVirtualTime(at)}` };
    },
    WorkerTerminated: ({ workerId }) => {
      this.#climbs.delete(workerId);
    },
  };

  dump(): RampDump {
    // Where a handler raises no places, no check looks at how far a process has come: states of small worlds are not told apart by it.
    const climbs = new Map([...this.#climbs].filter(([, { endpointId }]) => !this.#plain.has(endpointId)));
    return { most: this.#most, plain: this.#plain, climbs };
  }

  *load({ most, plain, climbs }: RampDump): Steps<void> {
    for (const id of plain) this.#plain.add(id);
    yield* fillInSteps(this.#most, most);
    yield* fillInSteps(this.#climbs, climbs);
  }

  #wrongTake(climb: Climb, said: number | undefined, at: VirtualTime): string | undefined {
    const most = this.#most.get(climb.endpointId);
    if (most === undefined) return undefined;
    const { jobs, places: before, polledAt } = climb;
    if (jobs > 0) {
      if (before === undefined) return undefined;
      if (jobs >= before) return `beside ${jobs}, and has ${before} places`;
      return before < most && polledAt !== at ? `beside ${jobs}, and has places to raise` : undefined;
    }
    let due = before === undefined || before === 0 ? 2 : before + 1;
    for (let heldMs = at - climb.restsAt; heldMs >= pollMs && due < most; heldMs -= pollMs) due += 1;
    climb.places = said ?? before;
    climb.polledAt = at;
    if (before === undefined || climb.places === Math.min(due, most)) return undefined;
    return `with ${climb.places} places, and not ${Math.min(due, most)}`;
  }

  /** Another process begins anew. */
  #begins(workerId: string): undefined {
    const climb = this.#climbs.get(workerId);
    if (climb !== undefined) Object.assign(climb, { jobs: 0, places: 0 });
  }

  /** Of a process that raises nothing, there is nothing to know. */
  #rests({ id, at, entity: { endpointId } }: ChangeOf<'worker'>, places: number | undefined): undefined {
    const climb = this.#climbs.get(id);
    if (climb !== undefined) Object.assign(climb, { jobs: 0, restsAt: at });
    else if (this.#most.has(endpointId)) this.#climbs.set(id, { endpointId, jobs: 0, places, polledAt: worldStart, restsAt: at });
  }
}

interface Climb {
  readonly endpointId: string;
  jobs: number;
  /** Undefined where it took jobs before it raised them. */
  places: number | undefined;
  /** When it last polled with success. */
  polledAt: VirtualTime;
  /** Since when it has had none. */
  restsAt: VirtualTime;
}

interface RampDump {
  readonly most: ReadonlyMap<string, number>;
  readonly plain: ReadonlySet<string>;
  readonly climbs: ReadonlyMap<string, Climb>;
}

/** How long a poll is held that finds nothing. */
const pollMs = seconds(90);
