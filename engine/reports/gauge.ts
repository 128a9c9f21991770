import type { DurationMs, VirtualTime } from '../kernel/time.ts';

/** A span of virtual time from the world's start, in equal parts; the last one may be shorter. */
export interface RunSpan {
  readonly until: VirtualTime;
  readonly partMs: DurationMs;
}

/** The span up to then, in at most so many parts of whole milliseconds. */
export const spanUpTo = (until: VirtualTime, partsMax: number): RunSpan => ({ until, partMs: Math.max(1, Math.ceil(until / partsMax)) });

/**
 * How many there are of something, over virtual time: the queue's depth, the busy workers. What begins and ends at the same instant
 * lasts no time, and leaves no trace. All sums are of whole numbers.
 */
export class Gauge {
  readonly #span: RunSpan;
  /** The sum of count × ms in each part of the span. */
  readonly #sums: number[];
  #count = 0;
  #since = 0;
  #max = 0;
  #sum = 0;

  constructor(span: RunSpan) {
    this.#span = span;
    this.#sums = Array.from({ length: Math.ceil(span.until / span.partMs) }, () => 0);
  }

  change(by: number, at: VirtualTime): void {
    this.#pass(at);
    this.#count += by;
  }

  /** Lets the rest of the span pass. */
  close(): void {
    this.#pass(this.#span.until);
  }

  /** The largest count that lasted any time. */
  get max(): number {
    return this.#max;
  }

  /** The sum of count × ms. */
  get sum(): DurationMs {
    return this.#sum;
  }

  /** The mean over the span; 0 for a span without any time. */
  get mean(): number {
    return this.#span.until === 0 ? 0 : this.#sum / this.#span.until;
  }

  /** The mean in each part of the span. */
  get overTime(): readonly number[] {
    const { until, partMs } = this.#span;
    return this.#sums.map((sum, part) => sum / Math.min(partMs, until - part * partMs));
  }

  #pass(at: VirtualTime): void {
    const { until, partMs } = this.#span;
    const to = Math.min(at, until);
    if (this.#count > 0 && to > this.#since) {
      this.#max = Math.max(this.#max, this.#count);
      this.#sum += this.#count * (to - this.#since);
      for (let from = this.#since; from < to; ) {
        const part = Math.floor(from / partMs);
        const end = Math.min(to, (part + 1) * partMs);
        this.#sums[part] = (this.#sums[part] ?? 0) + this.#count * (end - from);
        from = end;
      }
    }
    this.#since = Math.max(this.#since, to);
  }
}
