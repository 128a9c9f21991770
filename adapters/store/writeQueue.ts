import type { DomainEvent, LogEntry } from '../../engine/index.ts';

/** Entries that are kept together, or not at all. */
export type Batch = readonly LogEntry<DomainEvent>[];

/** A file is written and synced in one go up to about so many entries; more than one batch only as far as they fit. */
const entriesMax = 16_384;

/**
 * What is to be done with a log's file, one after the other. The batches that come in while one is being written wait, and
 * are then written together: one write and one sync for all, however many wait.
 */
export class WriteQueue {
  readonly #write: (batches: readonly Batch[]) => Promise<void>;
  /** Told that batches were refused, and all that waited behind them. */
  readonly #onRefusal: () => void;
  #waiting: QueuedWork[] = [];
  #isWorking = false;

  constructor(write: (batches: readonly Batch[]) => Promise<void>, onRefusal: () => void) {
    this.#write = write;
    this.#onRefusal = onRefusal;
  }

  /** Resolves when the batch is written; rejects when it, or one before it, cannot be. */
  write(batch: Batch): Promise<void> {
    return new Promise((resolve, reject) => this.#add({ batch, resolve, reject }));
  }

  /** Does something else with the file, when all that was asked for before is done, and nothing of what comes after. */
  between<T>(act: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => this.#add({ act: () => act().then(resolve), reject }));
  }

  #add(turn: QueuedWork): void {
    this.#waiting.push(turn);
    if (this.#isWorking) return;
    this.#isWorking = true;
    void this.#work();
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const [first] = this.#waiting as [QueuedWork];
      if ('act' in first) {
        this.#waiting.shift();
        await first.act().catch(first.reject);
        continue;
      }
      const group = this.#group();
      try {
        await this.#write(group.map(({ batch }) => batch));
        for (const { resolve } of group) resolve();
      } catch (error) {
        this.#refuse(group, error);
      }
    }
    this.#isWorking = false;
  }

  /** The batches that are written next: as many as wait in a row, and fit. */
  #group(): readonly WriteTurn[] {
    let [count, entries] = [0, 0];
    for (const turn of this.#waiting) {
      if ('act' in turn) break;
      entries += turn.batch.length;
      if (count > 0 && entries > entriesMax) break;
      count += 1;
    }
    return this.#waiting.splice(0, count) as WriteTurn[];
  }

  /** What stands behind a batch that is not there would stand on nothing. */
  #refuse(group: readonly WriteTurn[], error: unknown): void {
    const behind = this.#waiting.filter((turn) => 'batch' in turn);
    this.#waiting = this.#waiting.filter((turn) => 'act' in turn);
    this.#onRefusal();
    for (const { reject } of [...group, ...behind]) reject(error);
  }
}

interface WriteTurn {
  readonly batch: Batch;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

type QueuedWork = WriteTurn | { readonly act: () => Promise<void>; readonly reject: (error: unknown) => void };
