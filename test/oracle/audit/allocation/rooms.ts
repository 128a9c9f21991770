import type { HostSpec } from '../../../../engine/cloud/catalog/hostSpec.ts';
import type { HostList } from '../../../../engine/cloud/catalog/hosts.ts';
import { fillInSteps, type Steps } from '../../../../engine/kernel/steps.ts';
import { formatVirtualTime, type VirtualTime } from '../../../../engine/kernel/time.ts';
import { DueWatch } from '../dueWatch.ts';
import type { Broken, Handlers, Recount, RecountRow, Sources } from '../recount.ts';
import { type Held, HostRooms, type HostRoomsDump } from './hostRooms.ts';
import { type HostWants, refusalOf } from './hostWants.ts';
import { findHeld, RoomNeeds, type RoomNeedsDump } from './roomNeeds.ts';

const name = 'room-recounted';

export const roomRecount: RecountRow = {
  invariants: [
    {
      name,
      about:
        'once everything due at an instant has happened, no worker and no member of a cluster waits for room that is free, or that workers hold in their sleep, unless faults deny hosts to some',
    },
  ],
  open: (sources) => new Rooms(sources),
};

/** Who waits for a host, and which room there is (worker.lifecycle, cluster.lifecycle, worker.sleep). */
class Rooms implements Recount {
  readonly #hosts: HostList;
  readonly #rooms = new HostRooms();
  readonly #asleep = new Set<string>();
  readonly #needs = new RoomNeeds();
  /** The workers and members that wait, and those that lack their image more than a host. */
  readonly #waiting = new Map<string, Waits>();
  /** The faults because of which images cannot be pulled. */
  readonly #withoutImages = new Set<string>();
  /** Those who wait, and the hosts, of which something has changed since it was last looked whether one waits for room that there is. */
  readonly #touched = { waiting: new Set<string>(), hosts: new Set<string>() };
  readonly watch = new DueWatch();
  #now = 0 as VirtualTime;

  constructor({ state }: Sources) {
    this.#hosts = state.placements.hosts;
  }

  readonly on: Handlers = {
    HostFailed: ({ hostId }) => this.#rooms.fails(hostId) as undefined,
    HostRecovered: ({ hostId }, { at }) => {
      this.#rooms.recovers(hostId);
      return this.#frees(hostId, at);
    },
    FaultInjected: ({ faultId, spec }) => {
      this.#rooms.injects(faultId, spec);
      if (spec.fault === 'image-pull-failure') this.#withoutImages.add(faultId);
    },
    FaultEnded: ({ faultId }, { at }) => {
      this.#rooms.ends(faultId);
      this.#withoutImages.delete(faultId);
      for (const id of this.#waiting.keys()) this.#touch(id, at);
    },
    VolumeCreated: ({ volumeId, shape }) => {
      this.#needs.centers.set(volumeId, shape.dataCenterId);
    },
    VolumeDeleted: ({ volumeId }) => {
      this.#needs.centers.delete(volumeId);
    },
    EndpointCreated: ({ endpointId, config }) => {
      this.#needs.endpoints.set(endpointId, config);
    },
    EndpointUpdated: ({ endpointId, config }, { at }) => {
      this.#needs.endpoints.set(endpointId, config);
      for (const id of this.#waiting.keys()) if (this.#needs.workers.get(id)?.endpointId === endpointId) this.#touch(id, at);
    },
    EndpointDeleted: ({ endpointId }) => {
      this.#needs.endpoints.delete(endpointId);
    },
    WorkerThrottled: ({ workerId, placement: _, heldMs, ...shape }, { at }) => {
      this.#needs.workers.set(workerId, shape);
      return heldMs === undefined ? this.#waits(workerId, 'host', at) : undefined;
    },
    WorkerHoldEnded: ({ workerId }, { at }) => this.#waits(workerId, 'host', at),
    WorkerLaunched: ({ workerId, placement, ...shape }) => {
      this.#needs.workers.set(workerId, shape);
      return this.#places(workerId, placement?.hostId, { gpus: shape.gpuCount, vcpus: shape.vcpus });
    },
    WorkerPlaced: ({ workerId, placement, cpu }) => {
      const { gpuCount = 0, vcpus = 0 } = this.#needs.workers.get(workerId) ?? {};
      return this.#places(workerId, placement.hostId, { gpus: gpuCount, vcpus: cpu?.vcpuCount ?? vcpus });
    },
    WorkerLostHost: ({ workerId }, { at }) => {
      this.#leaves(workerId, at);
      return this.#waits(workerId, 'host', at);
    },
    WorkerSlept: ({ workerId }, { at }) => {
      this.#asleep.add(workerId);
      return this.#frees(this.#rooms.stands.get(workerId)?.hostId ?? '', at);
    },
    WorkerWoken: ({ workerId }) => {
      this.#asleep.delete(workerId);
    },
    WorkerStopped: ({ workerId }, { at }) => this.#leaves(workerId, at),
    WorkerTerminated: ({ workerId }, { at }) => {
      this.#needs.workers.delete(workerId);
      return this.#leaves(workerId, at);
    },
    PodCreated: ({ podId, config, placement, member }) => {
      if (member !== null) this.#needs.members.set(podId, { config, center: placement.dataCenterId });
      return this.#places(podId, placement.hostId, findHeld(config));
    },
    PodResumed: ({ podId, placement }, { entity }) => this.#places(podId, placement.hostId, findHeld(entity.config)),
    PodUpdated: ({ podId, config }) => {
      const member = this.#needs.members.get(podId);
      if (member !== undefined) this.#needs.members.set(podId, { ...member, config });
    },
    PodStopped: ({ podId }, { at }) => this.#leaves(podId, at),
    PodFailed: ({ podId, reason }, { at }) => {
      this.#leaves(podId, at);
      return this.#needs.members.has(podId) ? this.#waits(podId, reason, at) : undefined;
    },
    PodTerminated: ({ podId }, { at }) => {
      this.#needs.members.delete(podId);
      return this.#leaves(podId, at);
    },
  };

  timePasses(): Broken | undefined {
    this.watch.clear();
    // What a fault denies to some is looked at once no such fault is left.
    const wasScarce = this.#rooms.isScarce;
    this.#rooms.timePasses();
    if (wasScarce && !this.#rooms.isScarce) this.watch.set();
    if (wasScarce) return undefined;
    const { waiting, hosts } = this.#touched;
    for (const id of this.#waiting.keys()) {
      const found = this.#findRoom(id, waiting.has(id) ? undefined : hosts);
      if (found !== undefined) return { name, words: `${id} waits, and ${found} has room for it, at ${formatVirtualTime(this.#now)}` };
    }
    waiting.clear();
    hosts.clear();
    return undefined;
  }

  dump(): RoomsDump {
    const books = { rooms: this.#rooms.dump(), needs: this.#needs.dump(), asleep: this.#asleep };
    return { ...books, waiting: this.#waiting, withoutImages: this.#withoutImages, touched: this.#touched, now: this.#now };
  }

  *load(dump: RoomsDump): Steps<void> {
    yield* this.#rooms.load(dump.rooms);
    yield* this.#needs.load(dump.needs);
    yield* fillInSteps(this.#waiting, dump.waiting);
    for (const id of dump.asleep) this.#asleep.add(id);
    for (const id of dump.withoutImages) this.#withoutImages.add(id);
    for (const id of dump.touched.waiting) this.#touched.waiting.add(id);
    for (const id of dump.touched.hosts) this.#touched.hosts.add(id);
    this.#now = dump.now;
  }

  /** A host that could take one that waits, once those that sleep there are gone: any, or one of some. */
  #findRoom(id: string, among: ReadonlySet<string> | undefined): string | undefined {
    const need = among?.size === 0 || this.#lacksImage(id) ? undefined : this.#needs.find(id);
    if (need === undefined) return undefined;
    const hosts = among === undefined ? this.#hostsFor(need.wants) : [...among].flatMap((hostId) => this.#hosts.find(hostId) ?? []);
    return hosts.find((host) => refusalOf(need.wants, host) === undefined && this.#canTake(host, need.holds))?.id;
  }

  #canTake(host: HostSpec, { gpus, vcpus }: Held): boolean {
    const asleep = [...this.#asleep].flatMap((id) => this.#rooms.stands.get(id) ?? []).filter(({ hostId }) => hostId === host.id);
    const less = (sum: number, held: number) => sum - held;
    return this.#rooms.canTake(host, {
      gpus: asleep.map((one) => one.gpus).reduce(less, gpus),
      vcpus: asleep.map((one) => one.vcpus).reduce(less, vcpus),
    });
  }

  /** A member whose image cannot be pulled waits for that first. */
  #lacksImage(id: string): boolean {
    return this.#waiting.get(id) === 'image' && this.#withoutImages.size > 0;
  }

  #hostsFor({ gpuTypes }: HostWants): readonly HostSpec[] {
    return gpuTypes === null ? this.#hosts.withoutGpu : gpuTypes.flatMap((type) => this.#hosts.withGpu(type));
  }

  #places(id: string, hostId: string | undefined, holds: Held): undefined {
    this.#waiting.delete(id);
    this.#asleep.delete(id);
    if (hostId !== undefined) this.#rooms.place(id, { hostId, endpointId: '', ...holds });
  }

  #leaves(id: string, at: VirtualTime): undefined {
    this.#waiting.delete(id);
    this.#asleep.delete(id);
    const hostId = this.#rooms.stands.get(id)?.hostId;
    this.#rooms.leave(id);
    if (hostId !== undefined) this.#frees(hostId, at);
  }

  #waits(id: string, what: Waits, at: VirtualTime): undefined {
    this.#waiting.set(id, what);
    this.#touch(id, at);
  }

  #touch(id: string, at: VirtualTime): void {
    this.#now = at;
    this.#touched.waiting.add(id);
    this.watch.set();
  }

  /** If none waits, there is nothing to look at. */
  #frees(hostId: string, at: VirtualTime): undefined {
    if (this.#waiting.size === 0) return;
    this.#now = at;
    this.#touched.hosts.add(hostId);
    this.watch.set();
  }
}

type Waits = 'host' | 'image';

interface RoomsDump {
  readonly rooms: HostRoomsDump;
  readonly needs: RoomNeedsDump;
  readonly asleep: ReadonlySet<string>;
  readonly waiting: ReadonlyMap<string, Waits>;
  readonly withoutImages: ReadonlySet<string>;
  readonly touched: { readonly waiting: ReadonlySet<string>; readonly hosts: ReadonlySet<string> };
  readonly now: VirtualTime;
}
