import type { HostList } from '../../../cloud/catalog/hosts.ts';
import type { Placement as Place } from '../../../cloud/container/placement.ts';
import type { EndpointConfig } from '../../../cloud/endpoint/events.ts';
import type { PodConfig } from '../../../cloud/pod/events.ts';
import type { WorkerShape } from '../../../cloud/worker/events.ts';
import { fillInSteps, type Steps } from '../../../kernel/steps.ts';
import { formatVirtualTime, type VirtualTime } from '../../../kernel/time.ts';
import { DueWatch } from '../dueWatch.ts';
import type { Broken, Handlers, Recount, RecountRow } from '../recount.ts';
import { refusalOf, wantsOfPod, wantsOfWorker } from './hostWants.ts';

const name = 'placement-recounted';

export const placementRecount: RecountRow = {
  invariants: [
    {
      name,
      about:
        'what is placed stands on a host of the world, with room for it, and as its configuration wants it: GPU type or pool, data center, cloud, CUDA; a pod that has a machine starts there again; after a PATCH, a worker that stands elsewhere takes no work, and stops unless it works',
    },
  ],
  open: ({ state }) => new Placements(state.placements.hosts),
};

/** What stands where (pod.placement, endpoint.placement, pod.same-host, endpoint.data-centers). */
class Placements implements Recount {
  readonly #hosts: HostList;
  readonly #stands = new Map<string, Standing>();
  readonly #used = new Map<string, { gpus: number; vcpus: number }>();
  readonly #endpoints = new Map<string, EndpointConfig>();
  readonly #centers = new Map<string, string>();
  /** The shape of each worker, and of each pod its configuration and its machine. */
  readonly #workers = new Map<string, WorkerShape>();
  readonly #pods = new Map<string, PodBook>();
  /** The workers that work, and those of them that stand where their endpoint no longer allows it. */
  readonly #busy = new Set<string>();
  readonly #outside = new Set<string>();
  /** The endpoints whose workers are looked at once this instant is over. */
  readonly #touched = new Set<string>();
  readonly watch = new DueWatch();
  #now = 0 as VirtualTime;

  constructor(hosts: HostList) {
    this.#hosts = hosts;
  }

  readonly on: Handlers = {
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
      this.#placePod(podId, { config, machine: null, moves: member !== null }, placement, at),
    PodStarting: ({ podId }) => {
      const pod = this.#pods.get(podId);
      if (pod !== undefined) this.#pods.set(podId, { ...pod, machine: this.#stands.get(podId)?.hostId ?? null });
    },
    PodResumed: ({ podId, placement }, { at }) => {
      const pod = this.#pods.get(podId);
      if (pod === undefined) return undefined;
      if (!pod.moves && pod.machine !== null && pod.machine !== placement.hostId)
        return complain(`${podId} resumed on ${placement.hostId}, and has ${pod.machine}`, at);
      return this.#placePod(podId, pod, placement, at);
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
    const touched = new Set(this.#touched);
    this.#touched.clear();
    for (const [id, { endpointId, hostId }] of this.#stands) {
      const config = touched.has(endpointId) ? this.#endpoints.get(endpointId) : undefined;
      const host = this.#hosts.find(hostId);
      const wrong = config && host && refusalOf(wantsOfWorker(config, this.#centerOf), host);
      if (wrong === undefined) this.#outside.delete(id);
      else if (this.#busy.has(id)) this.#outside.add(id);
      else return complain(`${id} goes on on ${hostId}, ${wrong}`, this.#now);
    }
    return undefined;
  }

  dump(): PlacementDump {
    const places = { stands: this.#stands, used: this.#used, endpoints: this.#endpoints, centers: this.#centers, workers: this.#workers };
    return { ...places, pods: this.#pods, busy: this.#busy, outside: this.#outside, touched: this.#touched, now: this.#now };
  }

  *load(dump: PlacementDump): Steps<void> {
    yield* fillInSteps(this.#stands, dump.stands);
    yield* fillInSteps(this.#used, dump.used);
    yield* fillInSteps(this.#endpoints, dump.endpoints);
    yield* fillInSteps(this.#centers, dump.centers);
    yield* fillInSteps(this.#workers, dump.workers);
    yield* fillInSteps(this.#pods, dump.pods);
    for (const id of dump.busy) this.#busy.add(id);
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
    const { gpu, cpu } = pod.config;
    const holds = { endpointId: '', gpus: gpu?.count ?? 0, vcpus: cpu?.vcpuCount ?? 0 };
    return this.#place(podId, placement, holds, wantsOfPod(pod.config, this.#centerOf), at);
  }

  #place(
    id: string,
    placement: Place,
    holds: Omit<Standing, 'hostId'>,
    wants: ReturnType<typeof wantsOfPod>,
    at: VirtualTime,
  ): Broken | undefined {
    const { hostId } = placement;
    const host = this.#hosts.find(hostId);
    const isAsSaid = host?.dataCenterId === placement.dataCenterId && host.gpuTypeId === placement.gpuTypeId;
    if (host === undefined || !isAsSaid) return complain(`${id} is placed on ${hostId}, which is no such host of the world`, at);
    const wrong = refusalOf(wants, host);
    if (wrong !== undefined) return complain(`${id} is placed on ${hostId}, ${wrong}`, at);
    const used = this.#add({ hostId, ...holds }, 1);
    this.#stands.set(id, { hostId, ...holds });
    if (used.gpus <= host.gpus && used.vcpus <= host.vcpus) return undefined;
    return complain(
      `${id} is placed on ${hostId}, of which ${used.gpus} of ${host.gpus} GPUs and ${used.vcpus} of ${host.vcpus} vCPUs are held then`,
      at,
    );
  }

  #leaves(id: string): undefined {
    const standing = this.#stands.get(id);
    if (standing === undefined) return;
    this.#add(standing, -1);
    this.#stands.delete(id);
    this.#busy.delete(id);
    this.#outside.delete(id);
  }

  #add({ hostId, gpus, vcpus }: Standing, sign: 1 | -1): { readonly gpus: number; readonly vcpus: number } {
    const used = this.#used.get(hostId) ?? { gpus: 0, vcpus: 0 };
    used.gpus += sign * gpus;
    used.vcpus += sign * vcpus;
    this.#used.set(hostId, used);
    return used;
  }

  #works(workerId: string, at: VirtualTime): Broken | undefined {
    if (this.#outside.has(workerId)) return complain(`${workerId} took work where its endpoint no longer allows it`, at);
    this.#busy.add(workerId);
    return undefined;
  }

  #rests(workerId: string, at: VirtualTime): undefined {
    this.#busy.delete(workerId);
    if (this.#outside.size > 0) return this.#touch(this.#stands.get(workerId)?.endpointId ?? '', at);
  }

  #touch(endpointId: string, at: VirtualTime): undefined {
    this.#now = at;
    this.#touched.add(endpointId);
    this.watch.set();
  }
}

/** What an entity holds, and where. `endpointId` is empty for a pod. */
interface Standing {
  readonly hostId: string;
  readonly endpointId: string;
  readonly gpus: number;
  readonly vcpus: number;
}

interface PodBook {
  readonly config: PodConfig;
  /** The host on which it has begun to start, which keeps its data; null before, and once that has failed. */
  readonly machine: string | null;
  /** A member of a cluster may start on another host of its data center. */
  readonly moves: boolean;
}

interface PlacementDump {
  readonly stands: ReadonlyMap<string, Standing>;
  readonly used: ReadonlyMap<string, { gpus: number; vcpus: number }>;
  readonly endpoints: ReadonlyMap<string, EndpointConfig>;
  readonly centers: ReadonlyMap<string, string>;
  readonly workers: ReadonlyMap<string, WorkerShape>;
  readonly pods: ReadonlyMap<string, PodBook>;
  readonly busy: ReadonlySet<string>;
  readonly outside: ReadonlySet<string>;
  readonly touched: ReadonlySet<string>;
  readonly now: VirtualTime;
}

const complain = (words: string, at: VirtualTime): Broken => ({ name, words: `${words}, at ${formatVirtualTime(at)}` });
