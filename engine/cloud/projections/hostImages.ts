import type { Dumpable } from '../../kernel/dump.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import { configOfRelease, type Endpoint } from '../endpoint/evolve.ts';
import type { Host } from '../host/evolve.ts';
import type { PodEvent } from '../pod/events.ts';
import type { Pod } from '../pod/evolve.ts';
import type { FoundImage, WorkerEvent } from '../worker/events.ts';
import type { Worker } from '../worker/state.ts';

/**
 * The memory of each host: the images of workers that were up on it, and which worker was up with which release; and the images of pods. A
 * failed host forgets everything (worker.image-on-host, pod.image-size).
 */
export class HostImages implements Dumpable<HostImagesDump> {
  readonly #hosts = new Map<string, HostMemory>();
  /** By host, the images of pods that were pulled there. */
  readonly #ofPods = new Map<string, Set<string>>();

  /** Whether a worker that is placed there need not pull the image. `orOfPods`: one that a pod pulled serves workers, too. */
  has(hostId: string, image: string, orOfPods: boolean): boolean {
    return this.#hosts.get(hostId)?.images.has(image) === true || (orOfPods && this.#ofPods.get(hostId)?.has(image) === true);
  }

  /** The images on the worker's host when its start begins again: a worker of the same image may have been up there meanwhile. */
  imageFor({ placement, version }: Worker, endpoint: Endpoint | undefined, orOfPods: boolean): FoundImage {
    const isThere = placement !== null && endpoint !== undefined && this.has(placement.hostId, findImage(endpoint, version), orOfPods);
    return isThere ? { imageOnHost: true } : {};
  }

  /** Whether the worker was up there with that release: only then can flashboot shorten its start (worker.cold-start). */
  wasUp(hostId: string, workerId: string, version: number): boolean {
    return this.#hosts.get(hostId)?.releases.get(workerId) === version;
  }

  /** A host on which the worker was up, and that has the image (worker.host-order). */
  findHome(workerId: string, image: string): string | undefined {
    for (const [hostId, { releases, images }] of this.#hosts) if (releases.has(workerId) && images.has(image)) return hostId;
    return undefined;
  }

  /** When an image was last used on the host by a worker that sleeps or slept there; null if none did (worker.wake). */
  lastUsed(hostId: string, image: string): VirtualTime | null {
    return this.#hosts.get(hostId)?.snapshots.get(image) ?? null;
  }

  applyWorker({ type }: WorkerEvent, { id, version, placement, since }: Worker, endpoint: Endpoint | undefined): void {
    if (type === 'WorkerTerminated') for (const { releases } of this.#hosts.values()) releases.delete(id);
    if (type === 'WorkerSlept' && placement !== null && endpoint !== undefined && since !== null)
      this.#hosts.get(placement.hostId)?.snapshots.set(findImage(endpoint, version), since);
    if (type !== 'WorkerReady' || placement === null || endpoint === undefined) return;
    const memory = this.#hosts.get(placement.hostId) ?? { images: new Set(), releases: new Map(), snapshots: new Map() };
    memory.images.add(findImage(endpoint, version));
    memory.releases.set(id, version);
    this.#hosts.set(placement.hostId, memory);
  }

  /** The host has its image only after the pull, even if the pod runs during the pull. */
  applyPod({ type }: PodEvent, { pulled, placement, config }: Pod): void {
    if ((type !== 'PodStarted' && type !== 'PodBecameReachable') || !pulled || placement === null) return;
    const images = this.#ofPods.get(placement.hostId) ?? new Set();
    this.#ofPods.set(placement.hostId, images.add(config.container.image ?? ''));
  }

  applyHost({ id, status }: Host): void {
    if (status !== 'DOWN') return;
    this.#hosts.delete(id);
    this.#ofPods.delete(id);
  }

  dump(): HostImagesDump {
    return { hosts: this.#hosts, ofPods: this.#ofPods };
  }

  load({ hosts, ofPods }: HostImagesDump): void {
    for (const [hostId, memory] of hosts) this.#hosts.set(hostId, memory);
    for (const [hostId, images] of ofPods) this.#ofPods.set(hostId, images);
  }
}

const findImage = (endpoint: Endpoint, version: number): string => configOfRelease(endpoint, version).container.image ?? '';

interface HostMemory {
  readonly images: Set<string>;
  /** By worker, the release that it was up with. */
  readonly releases: Map<string, number>;
  /** By image, when a worker of it last fell asleep there. */
  readonly snapshots: Map<string, VirtualTime>;
}

interface HostImagesDump {
  readonly hosts: ReadonlyMap<string, HostMemory>;
  readonly ofPods: ReadonlyMap<string, Set<string>>;
}
