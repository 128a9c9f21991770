import type { Worker } from '../state.ts';

/** What a host remembers of the workers of an endpoint, until it fails (worker.image-on-host). */
export class HostMemory {
  /** The images that were up there. */
  readonly #images = new Set<number>();
  /** With which release each worker was up there last: only then its start is quick (worker.cold-start). */
  readonly #releases = new Map<Worker, number>();

  record(worker: Worker, image: number): void {
    this.#images.add(image);
    this.#releases.set(worker, worker.version);
  }

  has(image: number): boolean {
    return this.#images.has(image);
  }

  wasUp(worker: Worker): boolean {
    return this.#releases.get(worker) === worker.version;
  }

  forgetAll(): void {
    this.#images.clear();
    this.#releases.clear();
  }
}
