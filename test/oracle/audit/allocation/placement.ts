import type { HostList } from '../../../../engine/cloud/catalog/hosts.ts';
import type { Placement as Place } from '../../../../engine/cloud/container/placement.ts';
import type { EndpointConfig } from '../../../../engine/cloud/endpoint/events.ts';
import type { PodConfig } from '../../../../engine/cloud/pod/events.ts';
import type { WorkerShape } from '../../../../engine/cloud/worker/events.ts';
import { fillInSteps, type Steps } from '../../../../engine/kernel/steps.ts';
import type { VirtualTime } from '../../../../engine/kernel/time.ts';
import { DueWatch } from '../dueWatch.ts';
import { type Broken, complainAs, type Handlers, type Recount, type RecountRow, type Sources } from '../recount.ts';
import { type Held, HostRooms, type HostRoomsDump, type HostTenancy } from './hostRooms.ts';
import { refusalOf, wantsOfPod, wantsOfWorker } from './hostWants.ts';

const name = 'placement-recounted';
const complain = complainAs(name);

export const placementRecount: RecountRow = {
  invariants: [
    {
      name,
      about:
        'what is placed stands on a host of the world, with room for it, and as its configuration wants it: GPU type or pool, data center, cloud, CUDA; a pod that has a machine starts there again, and one that lost everything with its host, or a member of a cluster, if there is room; after a PATCH, a worker that stands elsewhere takes no work, and stops unless it works',
    },
  ],
  open: (sources) => new Placements(sources),
};

/** What stands where (pod.placement, endpoint.placement, pod.same-host, endpoint.data-centers). */
class Placements implements Recount {
  readonly #hosts: HostList;
  readonly #counted: Sources['counted'];
  readonly #rooms = new HostRooms();
  readonly #endpoints = new Map<string, EndpointConfig>();
  readonly #centers = new Map<string, string>();
  /** The shape of each worker, and of each pod its configuration and its machine. */
  readonly #workers = new Map<string, WorkerShape>();
  readonly #pods = new Map<string, PodBook>();
  /** The workers that work where their endpoint no longer allows it. */
  readonly #outside = new Set<string>();
  /** The endpoints whose workers are looked at once this instant is over. */
  readonly #touched = new Set<string>();
  readonly watch = new DueWatch();
  #now = 0 as VirtualTime;

  constructor({ state, counted }: Sources) {
    this.#hosts = state.placements.hosts;
    this.#counted = counted;
  }

  readonly on: Handlers = {
    HostFailed: ({ hostId }) => this.#rooms.fails(hostId) as undefined,
    HostRecovered: ({ hostId }) => this.#rooms.recovers(hostId) as undefined,
    FaultInjected: ({ faultId, spec }) => this.#rooms.injects(faultId, spec) as undefined,
    FaultEnded: ({ faultId }) => (this.#rooms.ends(faultId) ? this.watch.set() : undefined) as undefined,
    VolumeCreated: ({ volumeId, shape }) => {
      this.#centers.set(volumeId, shape.dataCenterId);
    },
    VolumeDeleted: ({ volumeId }) => {
      this.#centers.delete(volumeId);
    },
    EndpointCreated: ({ endpointId, config }) => {
      this.#endpoints.set(endpointId, config);
    },
    EndpointUpdated: ({ endpointId, config }, { at }) => {
      this.#endpoints.set(endpointId, config);
      return this.#touch(endpointId, at);
    },
    EndpointDeleted: ({ endpointId }) => {
      this.#endpoints.delete(endpointId);
    },
    WorkerLaunched: (event, { at }) => this.#placeWorker(event.workerId, event, at),
    WorkerThrottled: (event) => {
      this.#workers.set(event.workerId, event);
    },
    WorkerPlaced: ({ workerId, placement, cpu }, { at }) => {
      const shape = this.#workers.get(workerId);
      return shape && this.#placeWorker(workerId, { ...shape, placement, vcpus: cpu?.vcpuCount ?? shape.vcpus }, at);
    },
    WorkerTookJob: ({ workerId }, { at }) => this.#works(workerId, at),
    WorkerTookRequest: ({ workerId }, { at }) => this.#works(workerId, at),
    WorkerFreed: ({ workerId }, { at }) => this.#rests(workerId, at),
    WorkerCrashed: ({ workerId }, { at }) => this.#rests(workerId, at),
    WorkerTurnedUnhealthy: ({ workerId }, { at }) => this.#rests(workerId, at),
    WorkerLostHost: ({ workerId }) => this.#leaves(workerId),
    WorkerStopped: ({ workerId }) => this.#leaves(workerId),
    WorkerTerminated: ({ workerId }) => {
      this.#workers.delete(workerId);
      return this.#leaves(workerId);
    },
    PodCreated: ({ podId, config, placement, member }, { at }) =>
      this.#placePod(podId, { config, machine: null, own: member && placement.hostId, moves: member !== null }, placement, at),
    PodStarting: ({ podId }) => {
      const pod = this.#pods.get(podId);
      const hostId = this.#rooms.stands.get(podId)?.hostId ?? null;
      if (pod !== undefined) this.#pods.set(podId, { ...pod, machine: hostId, own: hostId });
    },
    PodResumed: ({ podId, placement }, { at }) => {
      const pod = this.#pods.get(podId);
      if (pod === undefined) return undefined;
      if (!pod.moves && pod.machine !== null && pod.machine !== placement.hostId)
        return complain(`${podId} resumed on ${placement.hostId}, and has ${pod.machine}`, at);
      const wrong = this.#wrongMove(podId, pod, placement, at);
      const own = pod.moves || pod.own === placement.hostId ? placement.hostId : null;
      return wrong ?? this.#placePod(podId, { ...pod, own }, placement, at);
    },
    PodUpdated: ({ podId, config }) => {
      const pod = this.#pods.get(podId);
      if (pod !== undefined) this.#pods.set(podId, { ...pod, config });
    },
    PodStopped: ({ podId }) => this.#leaves(podId),
    PodFailed: ({ podId, reason }) => {
      const pod = this.#pods.get(podId);
      if (pod !== undefined && reason === 'host') this.#pods.set(podId, { ...pod, machine: null });
      return this.#leaves(podId);
    },
    PodTerminated: ({ podId }) => {
      this.#pods.delete(podId);
      return this.#leaves(podId);
    },
  };

  timePasses(): Broken | undefined {
    this.watch.clear();
    this.#rooms.timePasses();
    if (this.#touched.size === 0) return undefined;
    const touched = new Set(this.#touched);
    this.#touched.clear();
    for (const [id, { endpointId, hostId }] of this.#rooms.stands) {
      const config = touched.has(endpointId) ? this.#endpoints.get(endpointId) : undefined;
      const host = this.#hosts.find(hostId);
      const wrong = config && host && refusalOf(wantsOfWorker(config, this.#centerOf), host);
      if (wrong === undefined) this.#outside.delete(id);
      else if ((this.#counted.hands.get(id)?.has.size ?? 0) > 0) this.#outside.add(id);
      else return complain(`${id} goes on on ${hostId}, ${wrong}`, this.#now);
    }
    return undefined;
  }

  dump(): PlacementDump {
    const places = {
      stands: this.#rooms.stands,
      rooms: this.#rooms.dump(),
      endpoints: this.#endpoints,
      centers: this.#centers,
      workers: this.#workers,
    };
    return { ...places, pods: this.#pods, outside: this.#outside, touched: this.#touched, now: this.#now };
  }

  *load(dump: PlacementDump): Steps<void> {
    yield* this.#rooms.load(dump.rooms);
    yield* fillInSteps(this.#endpoints, dump.endpoints);
    yield* fillInSteps(this.#centers, dump.centers);
    yield* fillInSteps(this.#workers, dump.workers);
    yield* fillInSteps(this.#pods, dump.pods);
    for (const id of dump.outside) this.#outside.add(id);
    for (const id of dump.touched) this.#touched.add(id);
    this.#now = dump.now;
  }

  readonly #centerOf = (volumeId: string): string | undefined => this.#centers.get(volumeId);

  #placeWorker(workerId: string, shape: WorkerShape, at: VirtualTime): Broken | undefined {
    this.#workers.set(workerId, shape);
    const { endpointId, placement, gpuCount: gpus, vcpus } = shape;
    const config = this.#endpoints.get(endpointId);
    if (placement === null || config === undefined) return undefined;
    if (gpus !== (config.gpu?.count ?? 0))
      return complain(`${workerId} has ${gpus} GPUs, and ${endpointId} wants ${config.gpu?.count}`, at);
    return this.#place(workerId, placement, { endpointId, gpus, vcpus }, wantsOfWorker(config, this.#centerOf), at);
  }

  #placePod(podId: string, pod: PodBook, placement: Place, at: VirtualTime): Broken | undefined {
    this.#pods.set(podId, pod);
    return this.#place(podId, placement, { endpointId: '', ...findHeld(pod.config) }, wantsOfPod(pod.config, this.#centerOf), at);
  }

  /** What is wrong with another host than its own: it goes back to that as long as it has room. */
  #wrongMove(podId: string, { config, own }: PodBook, { hostId }: Place, at: VirtualTime): Broken | undefined {
    const before = own === null || own === hostId ? undefined : this.#hosts.find(own);
    if (before === undefined || refusalOf(wantsOfPod(config, this.#centerOf), before) !== undefined) return undefined;
    if (!this.#rooms.canTake(before, findHeld(config))) return undefined;
    return complain(`${podId} resumed on ${hostId}, and ${own}, where it was, has room`, at);
  }

  #place(
    id: string,
    placement: Place,
    holds: Omit<HostTenancy, 'hostId'>,
    wants: ReturnType<typeof wantsOfPod>,
    at: VirtualTime,
  ): Broken | undefined {
    const { hostId } = placement;
    const host = this.#hosts.find(hostId);
    const isAsSaid = host?.dataCenterId === placement.dataCenterId && host.gpuTypeId === placement.gpuTypeId;
    if (host === undefined || !isAsSaid) return complain(`${id} is placed on ${hostId}, which is no such host of the world`, at);
    const wrong = refusalOf(wants, host);
    if (wrong !== undefined) return complain(`${id} is placed on ${hostId}, ${wrong}`, at);
    const used = this.#rooms.place(id, { hostId, ...holds });
    if (used.gpus <= host.gpus && used.vcpus <= host.vcpus) return undefined;
    return complain(
      `${id} is placed on ${hostId}, of which ${used.gpus} of ${host.gpus} GPUs and ${used.vcpus} of ${host.vcpus} vCPUs are held then`,
      at,
    );
  }

  #leaves(id: string): undefined {
    this.#rooms.leave(id);
    this.#outside.delete(id);
  }

  #works(workerId: string, at: VirtualTime): Broken | undefined {
    if (this.#outside.size === 0 || !this.#outside.has(workerId)) return undefined;
    return complain(`${workerId} took work where its endpoint no longer allows it`, at);
  }

  #rests(workerId: string, at: VirtualTime): undefined {
    if (this.#outside.size > 0) return this.#touch(this.#rooms.stands.get(workerId)?.endpointId ?? '', at);
  }

  #touch(endpointId: string, at: VirtualTime): undefined {
    this.#now = at;
    this.#touched.add(endpointId);
    this.watch.set();
  }
}

interface PodBook {
  readonly config: PodConfig;
  /** The host on which it has begun to start, which keeps its data; null before, and once that has failed. */
  readonly machine: string | null;
  /** The host to which it goes back if it can: where it last began to start or, of a member, where it was placed last; null if there is none. */
  readonly own: string | null;
  /** A member of a cluster may start on another host of its data center. */
  readonly moves: boolean;
}

interface PlacementDump {
  readonly rooms: HostRoomsDump;
  readonly endpoints: ReadonlyMap<string, EndpointConfig>;
  readonly centers: ReadonlyMap<string, string>;
  readonly workers: ReadonlyMap<string, WorkerShape>;
  readonly pods: ReadonlyMap<string, PodBook>;
  readonly outside: ReadonlySet<string>;
  readonly touched: ReadonlySet<string>;
  readonly now: VirtualTime;
}

const findHeld = ({ gpu, cpu }: PodConfig): Held => ({ gpus: gpu?.count ?? 0, vcpus: cpu?.vcpuCount ?? 0 });
