import { firstIndex } from '../../../kernel/collections/firstIndex.ts';
import type { DurationMs, VirtualTime } from '../../../kernel/time.ts';

/** A span of virtual time from the world's start, in equal parts; the last one may be shorter. */
export interface RunSpan {
  readonly until: VirtualTime;
  readonly partMs: DurationMs;
  /** Whether gauges keep each change, too, for charts. */
  readonly traced?: boolean;
}

/** Makes the span up to a time, in at most `partsMax` parts of whole milliseconds. */
export const spanUpTo = (until: VirtualTime, partsMax: number): RunSpan => ({ until, partMs: Math.max(1, Math.ceil(until / partsMax)) });

/** A span for a log that may still grow. It has no end, so it gives no means over time, only traces. */
export const openSpan: RunSpan = { until: Number.POSITIVE_INFINITY as VirtualTime, partMs: Number.POSITIVE_INFINITY, traced: true };

/** A number over virtual time, with each of its changes: of each instant the number at its end. It begins with 0. */
export class Trace {
  readonly times: VirtualTime[] = [];
  readonly values: number[] = [];
  #sumBefore = 0;

  set(value: number, at: VirtualTime): void {
    if (this.times.at(-1) === at) this.values[this.values.length - 1] = value;
    else if (value !== (this.values.at(-1) ?? 0)) {
      this.times.push(at);
      this.values.push(value);
    }
  }

  /** Value × ms up to the first remaining change. */
  get sumBefore(): number {
    return this.#sumBefore;
  }

  /** Forgets the changes before the last one at or before a time. */
  forget(before: VirtualTime): void {
    const kept = firstIndex(this.times.length, (k) => (this.times[k] as VirtualTime) > before) - 1;
    if (kept <= 0) return;
    for (let k = 0; k < kept; k++) this.#sumBefore += (this.values[k] ?? 0) * ((this.times[k + 1] ?? 0) - (this.times[k] ?? 0));
    this.times.splice(0, kept);
    this.values.splice(0, kept);
  }
}

/**
 * A number over virtual time: the queue's depth, the busy workers. An interval that begins and ends at the same instant lasts no time, and
 * leaves no trace. All sums are of whole numbers.
 */
export class Gauge {
  /** Each change, if the span asks for that. */
  readonly trace: Trace | undefined;
  readonly #span: RunSpan;
  /** The sum of count × ms in each part of the span. */
  readonly #sums: number[];
  #count = 0;
  #since = 0;
  #max = 0;
  #sum = 0;

  constructor(span: RunSpan) {
    this.#span = span;
    this.trace = span.traced === true ? new Trace() : undefined;
    const parts = span.until === Number.POSITIVE_INFINITY ? 1 : Math.ceil(span.until / span.partMs);
    this.#sums = Array.from({ length: parts }, () => 0);
  }

  change(by: number, at: VirtualTime): void {
    this.#pass(at);
    this.#count += by;
    this.trace?.set(this.#count, at);
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
