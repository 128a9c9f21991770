import type { Store } from '../../store/store.ts';
import type { HostedWorld } from './hostedWorld.ts';

/** How long to wait before another attempt to drop a world from the store. */
const againMs = 250;

/** Does something with the store once all earlier operations on it have ended. */
export type Enqueue = (work: () => Promise<void>) => Promise<void>;

/** Worlds that are no longer hosted and must be removed from the store. Each is tried again until it is removed. */
export class WorldRemoval {
  readonly #store: Store;
  readonly #enqueue: Enqueue;
  readonly #onError: (worldId: string, error: Error) => void;
  readonly #remaining = new Map<string, () => Promise<void>>();
  #words: string | undefined;

  constructor(store: Store, enqueue: Enqueue, onError: (worldId: string, error: Error) => void) {
    this.#store = store;
    this.#enqueue = enqueue;
    this.#onError = onError;
  }

  drop(id: string, served: HostedWorld): void {
    let isReleased = false;
    this.#remaining.set(id, async () => {
      if (!isReleased) await served.release({ forGood: true });
      isReleased = true;
      await this.#store.drop(id);
      this.#remaining.delete(id);
    });
    this.#enqueue(() => this.finish(id)).catch((error: Error) => {
      this.#words = `${error.message}; world ${id} is no longer served, but still stored: it is removed as soon as possible; if podsim ends before that, the world is served again at the next start`;
      this.#onError(id, error);
      this.#retryLater(id);
    });
  }

  /** Removes a world from the store unless it has been removed already. */
  async finish(id: string): Promise<void> {
    await this.#remaining.get(id)?.();
  }

  /** Why the last one could not be removed at once. Given once, to the request that asked for it. */
  takeWords(): string | undefined {
    const words = this.#words;
    this.#words = undefined;
    return words;
  }

  /** Tries each once more, before the store closes. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#remaining.values()].map((drop) => drop()));
    this.#remaining.clear();
  }

  #retryLater(id: string): void {
    const again = () => {
      if (this.#remaining.has(id)) this.#enqueue(() => this.finish(id)).catch(() => this.#retryLater(id));
    };
    setTimeout(again, againMs).unref();
  }
}
