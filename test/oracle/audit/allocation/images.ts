import { fillInSteps, type Steps } from '../../../../engine/kernel/steps.ts';
import type { VirtualTime } from '../../../../engine/kernel/time.ts';
import { type Broken, complainAs, type Handlers, type Recount, type RecountRow, type Sources } from '../recount.ts';

const name = 'images-recounted';
const complain = complainAs(name);

export const imageRecount: RecountRow = {
  invariants: [
    {
      name,
      about:
        'a worker pulls no image exactly where a worker of that image was up on its host since that failed last, or a pod, where hosts remember for both, and then a pod does not either; and one that is woken is restored only where its endpoint has FlashBoot',
    },
  ],
  open: (sources) => new Images(sources),
};

/** What hosts remember of images (worker.image-on-host, worker.wake, pod.image-size). */
class Images implements Recount {
  /** By endpoint, the image of each release, and whether a worker may be restored. */
  readonly #endpoints = new Map<string, Releases>();
  readonly #workers = new Map<string, Resident>();
  /** By host, the images of the workers that were up there. */
  readonly #hosts = new Map<string, Set<string>>();
  readonly #pods = new Map<string, PodOnHost>();
  /** By host, the images of the pods that had them there. */
  readonly #hostsOfPods = new Map<string, Set<string>>();
  readonly #sources: Sources;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  readonly on: Handlers = {
    EndpointCreated: ({ endpointId, config: { container, flashboot } }) => {
      this.#endpoints.set(endpointId, { images: new Map([[1, container.image ?? '']]), restores: flashboot !== 'OFF' });
    },
    EndpointUpdated: ({ endpointId, config: { container, flashboot }, version }) => {
      const { images } = this.#endpoints.get(endpointId) ?? none;
      this.#endpoints.set(endpointId, { images: new Map(images).set(version, container.image ?? ''), restores: flashboot !== 'OFF' });
    },
    EndpointDeleted: ({ endpointId }) => {
      this.#endpoints.delete(endpointId);
    },
    HostFailed: ({ hostId }) => {
      this.#hosts.delete(hostId);
      this.#hostsOfPods.delete(hostId);
    },
    WorkerThrottled: ({ workerId, endpointId, version }) => {
      this.#workers.set(workerId, { endpointId, version, hostId: '' });
    },
    WorkerLaunched: ({ workerId, endpointId, version, placement, imageOnHost }, { at }) => {
      const resident = { endpointId, version, hostId: placement?.hostId ?? '' };
      this.#workers.set(workerId, resident);
      return this.#begins(workerId, resident, imageOnHost, at);
    },
    WorkerPlaced: ({ workerId, placement: { hostId }, imageOnHost }, { at }) => {
      const resident = { ...(this.#workers.get(workerId) ?? unknown), hostId };
      this.#workers.set(workerId, resident);
      return this.#begins(workerId, resident, imageOnHost, at);
    },
    WorkerPullRestarted: ({ workerId, imageOnHost }, { at }) =>
      this.#begins(workerId, this.#workers.get(workerId) ?? unknown, imageOnHost, at),
    WorkerLostHost: ({ workerId }) => {
      this.#workers.set(workerId, { ...(this.#workers.get(workerId) ?? unknown), hostId: '' });
    },
    WorkerReady: ({ workerId }) => {
      const { hostId } = this.#workers.get(workerId) ?? unknown;
      const image = this.#imageOf(workerId);
      if (image !== undefined && hostId !== '') this.#hosts.set(hostId, (this.#hosts.get(hostId) ?? new Set()).add(image));
    },
    WorkerWoken: ({ workerId, restored }, { at }) => {
      const { endpointId } = this.#workers.get(workerId) ?? unknown;
      if (restored !== true || this.#endpoints.get(endpointId)?.restores === true) return undefined;
      return complain(`${workerId} is restored, and ${endpointId} has no FlashBoot`, at);
    },
    WorkerTerminated: ({ workerId }) => {
      this.#workers.delete(workerId);
    },
    PodCreated: ({ podId, config, placement: { hostId } }) => {
      this.#pods.set(podId, { image: config.container.image ?? '', hostId });
    },
    PodUpdated: ({ podId, config }) => {
      this.#pods.set(podId, { ...(this.#pods.get(podId) ?? nowhere), image: config.container.image ?? '' });
    },
    PodResumed: ({ podId, placement: { hostId } }) => {
      this.#pods.set(podId, { ...(this.#pods.get(podId) ?? nowhere), hostId });
    },
    PodStarting: ({ podId, imageOnHost }, { at }) => this.#podBegins(podId, imageOnHost, at),
    PodRestarted: ({ podId, imageOnHost }, { at }) => this.#podBegins(podId, imageOnHost, at),
    PodStarted: ({ podId, pulling }) => (pulling === true ? undefined : this.#podHasImage(podId)),
    PodBecameReachable: ({ podId }) => this.#podHasImage(podId),
    PodTerminated: ({ podId }) => {
      this.#pods.delete(podId);
    },
  };

  dump(): ImagesDump {
    return { endpoints: this.#endpoints, workers: this.#workers, hosts: this.#hosts, pods: this.#pods, hostsOfPods: this.#hostsOfPods };
  }

  *load({ endpoints, workers, hosts, pods, hostsOfPods }: ImagesDump): Steps<void> {
    yield* fillInSteps(this.#endpoints, endpoints);
    yield* fillInSteps(this.#workers, workers);
    for (const [hostId, images] of hosts) this.#hosts.set(hostId, new Set(images));
    yield* fillInSteps(this.#pods, pods);
    for (const [hostId, images] of hostsOfPods) this.#hostsOfPods.set(hostId, new Set(images));
  }

  #begins(workerId: string, { hostId }: Resident, imageOnHost: true | undefined, at: VirtualTime): Broken | undefined {
    const image = this.#imageOf(workerId);
    if (image === undefined || hostId === '') return undefined;
    const isThere = this.#hasImage(hostId, image);
    if (isThere === (imageOnHost === true)) return undefined;
    return complain(`${workerId} ${isThere ? 'pulls' : 'does not pull'} ${image}, which ${hostId} ${isThere ? 'has' : 'has not'}`, at);
  }

  #podBegins(podId: string, imageOnHost: true | undefined, at: VirtualTime): Broken | undefined {
    const { image, hostId } = this.#pods.get(podId) ?? nowhere;
    const finds = imageOnHost === true;
    const isThere = this.#remembersForBoth && this.#hasImage(hostId, image);
    if (isThere === finds) return undefined;
    return complain(`${podId} ${isThere ? 'does not find' : 'finds'} ${image}, which ${hostId} ${isThere ? 'has' : 'has not'}`, at);
  }

  #podHasImage(podId: string): undefined {
    const { image, hostId } = this.#pods.get(podId) ?? nowhere;
    this.#hostsOfPods.set(hostId, (this.#hostsOfPods.get(hostId) ?? new Set()).add(image));
  }

  #hasImage(hostId: string, image: string): boolean {
    return this.#hosts.get(hostId)?.has(image) === true || (this.#remembersForBoth && this.#hostsOfPods.get(hostId)?.has(image) === true);
  }

  get #remembersForBoth(): boolean {
    return this.#sources.settings.pod.imageMemory === 'host';
  }

  /** The image of its release; undefined once its endpoint is deleted. */
  #imageOf(workerId: string): string | undefined {
    const { endpointId, version } = this.#workers.get(workerId) ?? unknown;
    return this.#endpoints.get(endpointId)?.images.get(version);
  }
}

interface Releases {
  readonly images: ReadonlyMap<number, string>;
  readonly restores: boolean;
}

interface Resident {
  readonly endpointId: string;
  readonly version: number;
  /** Empty while it has none. */
  readonly hostId: string;
}

interface PodOnHost {
  readonly image: string;
  readonly hostId: string;
}

interface ImagesDump {
  readonly endpoints: ReadonlyMap<string, Releases>;
  readonly workers: ReadonlyMap<string, Resident>;
  readonly hosts: ReadonlyMap<string, ReadonlySet<string>>;
  readonly pods: ReadonlyMap<string, PodOnHost>;
  readonly hostsOfPods: ReadonlyMap<string, ReadonlySet<string>>;
}

const none: Releases = { images: new Map(), restores: false };
const nowhere: PodOnHost = { image: '', hostId: '' };
const unknown: Resident = { endpointId: '', version: 0, hostId: '' };
