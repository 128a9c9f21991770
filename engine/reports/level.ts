import type { DurationMs, VirtualTime } from '../kernel/time.ts';

/** A span of virtual time from the world's start, in equal parts; the last one may be shorter. */
export interface Window {
  readonly until: VirtualTime;
  readonly everyMs: DurationMs;
}

/** The window up to then, in at most so many parts of whole milliseconds. */
export const windowUpTo = (until: VirtualTime, partsMax: number): Window => ({ until, everyMs: Math.max(1, Math.ceil(until / partsMax)) });

/**
 * How many there are of something, over virtual time: the queue's depth, the busy workers. What begins and ends at the same instant
 * lasts no time, and leaves no trace. All sums are of whole numbers.
 */
export class Level {
  readonly #window: Window;
  /** The sum of count × ms in each part of the window. */
  readonly #sums: number[];
  #count = 0;
  #since = 0;
  #max = 0;
  #sum = 0;

  constructor(window: Window) {
    this.#window = window;
    this.#sums = Array.from({ length: Math.ceil(window.until / window.everyMs) }, () => 0);
  }

  change(by: number, at: VirtualTime): void {
    this.#pass(at);
    this.#count += by;
  }

  /** Lets the rest of the window pass. */
  close(): void {
    this.#pass(this.#window.until);
  }

  /** The largest count that lasted any time. */
  get max(): number {
    return this.#max;
  }

  /** The sum of count × ms. */
  get sum(): DurationMs {
    return this.#sum;
  }

  /** The mean over the window; 0 for a window without any time. */
  get mean(): number {
    return this.#window.until === 0 ? 0 : this.#sum / this.#window.until;
  }

  /** The mean in each part of the window. */
  get overTime(): readonly number[] {
    const { until, everyMs } = this.#window;
    return this.#sums.map((sum, part) => sum / Math.min(everyMs, until - part * everyMs));
  }

  #pass(at: VirtualTime): void {
    const { until, everyMs } = this.#window;
    const to = Math.min(at, until);
    if (this.#count > 0 && to > this.#since) {
      this.#max = Math.max(this.#max, this.#count);
      this.#sum += this.#count * (to - this.#since);
      for (let from = this.#since; from < to; ) {
        const part = Math.floor(from / everyMs);
        const end = Math.min(to, (part + 1) * everyMs);
        this.#sums[part] = (this.#sums[part] ?? 0) + this.#count * (end - from);
        from = end;
      }
    }
    this.#since = Math.max(this.#since, to);
  }
}
