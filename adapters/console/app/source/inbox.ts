import type { DomainEvent, LogEntry } from '../../../../engine/index.ts';

type Entries = readonly LogEntry<DomainEvent>[];

/** So many entries may wait for the page before no more is read. */
const waitingMax = 20_000;

/** The page takes so many at once: folding them takes less time than a reader notices. */
const batchMax = 2_000;

/** Entries between the connection and the page: they are handed over in batches, one with each frame. */
export class Inbox {
  readonly #onFrame: (work: () => void) => void;
  readonly #deliver: (entries: Entries) => void;
  #waiting: LogEntry<DomainEvent>[] = [];
  #isDue = false;
  #onRoom: (() => void) | undefined;

  constructor(onFrame: (work: () => void) => void, deliver: (entries: Entries) => void) {
    this.#onFrame = onFrame;
    this.#deliver = deliver;
  }

  put(entries: Entries): void {
    for (const entry of entries) this.#waiting.push(entry);
    if (this.#waiting.length > 0) this.#schedule();
  }

  /** Resolves once there is room for more. One reader waits at a time. */
  room(): Promise<void> {
    return this.#waiting.length < waitingMax ? Promise.resolve() : new Promise((resolve) => (this.#onRoom = resolve));
  }

  /** How many entries wait. */
  get length(): number {
    return this.#waiting.length;
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
      if (this.#waiting.length >= waitingMax) return;
      this.#onRoom?.();
      this.#onRoom = undefined;
    });
  }
}
