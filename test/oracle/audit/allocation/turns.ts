import type { EndpointConfig } from '../../../../engine/cloud/endpoint/events.ts';
import { fillInSteps, type Steps } from '../../../../engine/kernel/steps.ts';
import type { VirtualTime } from '../../../../engine/kernel/time.ts';
import { type Broken, complainAs, type Handlers, type Recount, type RecountRow } from '../recount.ts';
import { wantsOfWorker } from './hostWants.ts';
import { OfEndpoints } from './ofEndpoints.ts';

const name = 'turns-recounted';
const complain = complainAs(name);

export const turnRecount: RecountRow = {
  invariants: [
    {
      name,
      about:
        'of the workers that wait for a host and want the same of it, the one that waits longest is placed; of those that sleep, the last to fall asleep is woken, and the first is stopped',
    },
  ],
  open: () => new Turns(),
};

/** Whose turn it is to get a host, to be woken, and to be stopped in its sleep (worker.throttled, worker.wake, worker.sleep). */
class Turns implements Recount {
  readonly #endpoints = new Map<string, { config: EndpointConfig; version: number }>();
  readonly #workers = new OfEndpoints<Turn>();
  readonly #centers = new Map<string, string>();
  /** The endpoints of which a request may be bound to one worker: that is woken for it (lb.affinity). */
  readonly #binding = new Set<string>();
  /** The faults because of which some find no host where others do. */
  readonly #scarcities = new Set<string>();

  readonly on: Handlers = {
    VolumeCreated: ({ volumeId, shape }) => {
      this.#centers.set(volumeId, shape.dataCenterId);
    },
    VolumeDeleted: ({ volumeId }) => {
      this.#centers.delete(volumeId);
    },
    FaultInjected: ({ faultId, spec }) => {
      if (spec.fault === 'no-capacity') this.#scarcities.add(faultId);
    },
    FaultEnded: ({ faultId }) => {
      this.#scarcities.delete(faultId);
    },
    EndpointCreated: ({ endpointId, config }) => {
      this.#endpoints.set(endpointId, { config, version: 1 });
    },
    EndpointUpdated: ({ endpointId, config, version }) => {
      this.#endpoints.set(endpointId, { config, version });
    },
    EndpointDeleted: ({ endpointId }) => {
      this.#endpoints.delete(endpointId);
      this.#binding.delete(endpointId);
    },
    RequestReceived: ({ endpointId, onlyWorkerId }) => {
      if (onlyWorkerId !== null) this.#binding.add(endpointId);
    },
    WorkerLaunched: ({ workerId, endpointId, version, placement }) => {
      const { hostId = '', dataCenterId = '' } = placement ?? {};
      this.#workers.set(workerId, {
        endpointId,
        version,
        hostId,
        dataCenterId,
        isActive: true,
        waitsFrom: null,
        isHeld: false,
        sleptAt: null,
      });
    },
    WorkerThrottled: ({ workerId, endpointId, version, heldMs }, { at }) => {
      const isHeld = heldMs !== undefined;
      this.#workers.set(workerId, {
        endpointId,
        version,
        hostId: '',
        dataCenterId: '',
        isActive: true,
        waitsFrom: at,
        isHeld,
        sleptAt: null,
      });
    },
    WorkerHoldEnded: ({ workerId }) => this.#becomes(workerId, { isHeld: false }),
    WorkerLostHost: ({ workerId }, { at }) => this.#becomes(workerId, { hostId: '', waitsFrom: at }),
    WorkerPlaced: ({ workerId, placement: { hostId, dataCenterId } }, { at }) => {
      const worker = this.#workers.get(workerId);
      const broken = worker && this.#checkPlaced(workerId, worker, at);
      this.#becomes(workerId, { hostId, dataCenterId, waitsFrom: null });
      return broken;
    },
    WorkerSlept: ({ workerId }, { at }) => this.#becomes(workerId, { isActive: false, sleptAt: at }),
    WorkerWoken: ({ workerId }, { at }) => {
      const worker = this.#workers.get(workerId);
      const isBound = this.#binding.has(worker?.endpointId ?? '');
      const later = isBound ? undefined : worker && this.#findAsleep(worker, (one, other) => other > one, 'endpointId');
      this.#becomes(workerId, { isActive: true, sleptAt: null });
      return later === undefined ? undefined : complain(`${workerId} was woken, and ${later} fell asleep after it`, at);
    },
    WorkerStopped: ({ workerId, reason }, { at }) => {
      const worker = this.#workers.get(workerId);
      // One that is outside stops, whichever sleeps longer (endpoint.data-centers).
      const isTooMany = reason === 'surplus' && worker !== undefined && !this.#isOutside(worker);
      const among = isTooMany ? 'endpointId' : reason === 'given' ? 'hostId' : undefined;
      const earlier = worker && among && this.#findAsleep(worker, (one, other) => other < one, among);
      this.#becomes(workerId, { isActive: false, waitsFrom: null, sleptAt: null, hostId: '' });
      return earlier === undefined ? undefined : complain(`${workerId} was stopped in its sleep, and ${earlier} has slept longer`, at);
    },
    WorkerTerminated: ({ workerId }) => {
      this.#workers.delete(workerId);
    },
  };

  dump(): TurnsDump {
    const places = { endpoints: this.#endpoints, workers: this.#workers.all(), centers: this.#centers };
    return { ...places, binding: this.#binding, scarcities: this.#scarcities };
  }

  *load({ endpoints, workers, centers, binding, scarcities }: TurnsDump): Steps<void> {
    yield* fillInSteps(this.#endpoints, endpoints);
    yield* this.#workers.load(workers);
    yield* fillInSteps(this.#centers, centers);
    for (const id of binding) this.#binding.add(id);
    for (const id of scarcities) this.#scarcities.add(id);
  }

  /** One of the same endpoint or host that sleeps, and fell asleep before or after this one, which sleeps. */
  #findAsleep(worker: Turn, isIt: (one: VirtualTime, other: VirtualTime) => boolean, among: 'endpointId' | 'hostId'): string | undefined {
    const { sleptAt } = worker;
    if (sleptAt === null) return undefined;
    const all = among === 'endpointId' ? this.#workers.of(worker.endpointId) : this.#workers.all();
    for (const [id, other] of all)
      if (other !== worker && other[among] === worker[among] && other.sleptAt !== null && isIt(sleptAt, other.sleptAt)) return id;
    return undefined;
  }

  #checkPlaced(workerId: string, { endpointId, waitsFrom }: Turn, at: VirtualTime): Broken | undefined {
    const wants = this.#wantsOf(endpointId);
    if (waitsFrom === null || wants === undefined || this.#scarcities.size > 0) return undefined;
    for (const [id, other] of this.#workers.all()) {
      if (other.waitsFrom === null || other.isHeld || other.waitsFrom >= waitsFrom || !this.#isWanted(other)) continue;
      if (this.#wantsOf(other.endpointId) === wants) return complain(`${workerId} was placed, and ${id} waits longer for the same`, at);
    }
    return undefined;
  }

  /** Whether its endpoint, or each volume that this mounts, is elsewhere. */
  #isOutside({ endpointId, dataCenterId }: Turn): boolean {
    const { config } = this.#endpoints.get(endpointId) ?? {};
    if (config === undefined) return false;
    const { centers } = wantsOfWorker(config, (volumeId) => this.#centers.get(volumeId));
    return centers.some((ids) => !ids.includes(dataCenterId));
  }

  /** Whether it is of the newest release, and none too many. */
  #isWanted({ endpointId, version }: Turn): boolean {
    const endpoint = this.#endpoints.get(endpointId);
    if (endpoint === undefined || endpoint.version !== version) return false;
    let active = 0;
    for (const other of this.#workers.of(endpointId).values()) if (other.isActive) active += 1;
    return active <= endpoint.config.workers.max;
  }

  #wantsOf(endpointId: string): string | undefined {
    const { config } = this.#endpoints.get(endpointId) ?? {};
    if (config === undefined) return undefined;
    const wants = wantsOfWorker(config, (volumeId) => this.#centers.get(volumeId));
    return JSON.stringify([wants, config.gpu?.count ?? 0, config.cpu]);
  }

  #becomes(workerId: string, change: Partial<Turn>): undefined {
    const worker = this.#workers.get(workerId);
    if (worker !== undefined) Object.assign(worker, change);
  }
}

interface Turn {
  readonly endpointId: string;
  readonly version: number;
  /** Empty while it has none. */
  hostId: string;
  dataCenterId: string;
  /** It counts towards `workers.max`. */
  isActive: boolean;
  /** Since when it waits for a host; null while it does not. */
  waitsFrom: VirtualTime | null;
  /** No room is for it yet, and others are placed before it (worker.capacity). */
  isHeld: boolean;
  sleptAt: VirtualTime | null;
}

interface TurnsDump {
  readonly endpoints: ReadonlyMap<string, { config: EndpointConfig; version: number }>;
  readonly workers: ReadonlyMap<string, Turn>;
  readonly centers: ReadonlyMap<string, string>;
  readonly binding: ReadonlySet<string>;
  readonly scarcities: ReadonlySet<string>;
}
