import type { DomainEvent } from '../../../../engine/cloud/index.ts';
import type { LogEntry } from '../../../../engine/kernel/index.ts';

type ReceivedEntries = readonly LogEntry<DomainEvent>[];

/** So many entries may wait for the page before no more is read. */
const waitingMax = 20_000;

/** The most entries that the page takes at once. Folding them takes less time than a reader notices. */
const batchMax = 2_000;

/** Entries between the connection and the page: they are handed over in batches, one with each frame. */
export class Inbox {
  readonly #onFrame: (work: () => void) => void;
  readonly #deliver: (entries: ReceivedEntries) => void;
  #waiting: LogEntry<DomainEvent>[] = [];
  #isDue = false;
  #awaited: { readonly count: number; readonly resolve: () => void } | undefined;

  constructor(onFrame: (work: () => void) => void, deliver: (entries: ReceivedEntries) => void) {
    this.#onFrame = onFrame;
    this.#deliver = deliver;
  }

  put(entries: ReceivedEntries): void {
    for (const entry of entries) this.#waiting.push(entry);
    if (this.#waiting.length > 0) this.#schedule();
  }

  /** Resolves once there is room for more. */
  room(): Promise<void> {
    return this.#fewerThan(waitingMax);
  }

  /** Resolves once the page has taken all. */
  whenEmpty(): Promise<void> {
    return this.#fewerThan(1);
  }

  /** One reader waits at a time. */
  #fewerThan(count: number): Promise<void> {
    if (this.#waiting.length < count) return Promise.resolve();
    return new Promise((resolve) => {
      this.#awaited = { count, resolve };
    });
  }

  #schedule(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#onFrame(() => {
      this.#isDue = false;
      const batch = this.#waiting.slice(0, batchMax);
      this.#waiting = this.#waiting.slice(batchMax);
      this.#deliver(batch);
      if (this.#waiting.length > 0) this.#schedule();
      if (this.#awaited === undefined || this.#waiting.length >= this.#awaited.count) return;
      this.#awaited.resolve();
      this.#awaited = undefined;
    });
  }
}
