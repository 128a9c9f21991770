import type { DomainEvent } from '../../../engine/cloud/index.ts';
import type { LogEntry } from '../../../engine/kernel/index.ts';

/** Entries that are written together, or not at all. */
export type Batch = readonly LogEntry<DomainEvent>[];

/** A file is written and synced once for up to this many entries; a single batch may have more. */
const entriesMax = 16_384;

/**
 * The work on a log's file, one after the other. Batches that arrive during a write wait, and are then written together: one write and
 * one sync for all of them.
 */
export class WriteQueue {
  readonly #write: (batches: readonly Batch[]) => Promise<void>;
  /** Called when batches were refused, with all that waited behind them. */
  readonly #onRefusal: () => void;
  #waiting: QueuedWork[] = [];
  #isWorking = false;

  constructor(write: (batches: readonly Batch[]) => Promise<void>, onRefusal: () => void) {
    this.#write = write;
    this.#onRefusal = onRefusal;
  }

  /** Resolves when the batch is written. Rejects when it, or one before it, cannot be. */
  write(batch: Batch): Promise<void> {
    return new Promise((resolve, reject) => this.#add({ batch, resolve, reject }));
  }

  /** Does something else with the file, after all work queued before and before all work queued later. */
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
      const group = this.#takeGroup();
      try {
        await this.#write(group.map(({ batch }) => batch));
        for (const { resolve } of group) resolve();
      } catch (error) {
        this.#refuse(group, error);
      }
    }
    this.#isWorking = false;
  }

  /** The batches to write next: as many as are next to each other in the queue, and fit. */
  #takeGroup(): readonly WriteTurn[] {
    let [count, entries] = [0, 0];
    for (const turn of this.#waiting) {
      if ('act' in turn) break;
      entries += turn.batch.length;
      if (count > 0 && entries > entriesMax) break;
      count += 1;
    }
    return this.#waiting.splice(0, count) as WriteTurn[];
  }

  /** Refuses a failed group, and the batches queued behind it: they would follow entries that do not exist. */
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
