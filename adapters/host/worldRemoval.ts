import type { Store } from '../store/store.ts';
import type { HostedWorld } from './hostedWorld.ts';

/** How long to wait before a world that could not be dropped is dropped again. */
const againMs = 250;

/** Does something to the store once all that was asked of it before is done. */
export type Enqueue = (work: () => Promise<void>) => Promise<void>;

/** Worlds that are served no more and are to go from the store: each is tried until it is gone. */
export class Dropping {
  readonly #store: Store;
  readonly #enqueue: Enqueue;
  readonly #onTrouble: (worldId: string, trouble: Error) => void;
  readonly #left = new Map<string, () => Promise<void>>();
  #words: string | undefined;

  constructor(store: Store, enqueue: Enqueue, onTrouble: (worldId: string, trouble: Error) => void) {
    this.#store = store;
    this.#enqueue = enqueue;
    this.#onTrouble = onTrouble;
  }

  drop(id: string, served: HostedWorld): void {
    let isReleased = false;
    this.#left.set(id, async () => {
      if (!isReleased) await served.release({ forGood: true });
      isReleased = true;
      await this.#store.drop(id);
      this.#left.delete(id);
    });
    this.#enqueue(() => this.finish(id)).catch((error: Error) => {
      this.#words = `${error.message}; world ${id} is not served any more, but still stored: it is removed as soon as that can be done, and is there again if podsim ends before`;
      this.#onTrouble(id, error);
      this.#later(id);
    });
  }

  /** Drops a world that is still to go. */
  async finish(id: string): Promise<void> {
    await this.#left.get(id)?.();
  }

  /** Why the last one could not be dropped at once: told once, to the request that asked for it. */
  takeWords(): string | undefined {
    const words = this.#words;
    this.#words = undefined;
    return words;
  }

  /** Tries each once more, as the store is about to close. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#left.values()].map((drop) => drop()));
    this.#left.clear();
  }

  #later(id: string): void {
    const again = () => {
      if (this.#left.has(id)) this.#enqueue(() => this.finish(id)).catch(() => this.#later(id));
    };
    setTimeout(again, againMs).unref();
  }
}
