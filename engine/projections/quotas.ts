import type { Dumpable } from '../kernel/dump.ts';
import type { VirtualTime } from '../kernel/time.ts';

/** How many calls each quota has seen in its present window. Windows are counted from the world's start. */
export class Quotas implements Dumpable<ReadonlyMap<string, Usage>> {
  readonly #used = new Map<string, Usage>();
  /** So many are looked through for those whose window is over. */
  #crowd = crowdMin;

  used(quota: string, window: number): number {
    const usage = this.#used.get(quota);
    return usage?.window === window ? usage.calls : 0;
  }

  count(quota: string, at: VirtualTime, windowMs: number): void {
    const window = Math.floor(at / windowMs);
    const usage = this.#used.get(quota);
    if (usage?.window === window) {
      usage.calls += 1;
      return;
    }
    this.#used.set(quota, { window, calls: 1, until: (window + 1) * windowMs });
    if (this.#used.size > this.#crowd) this.#sweep(at);
  }

  /** A window that is over counts nothing: what a caller names, and does not come back to, must not pile up. */
  #sweep(at: VirtualTime): void {
    for (const [quota, { until }] of this.#used) if (until <= at) this.#used.delete(quota);
    this.#crowd = Math.max(crowdMin, 2 * this.#used.size);
  }

  dump(): ReadonlyMap<string, Usage> {
    return this.#used;
  }

  load(dump: ReadonlyMap<string, Usage>): void {
    for (const [quota, usage] of dump) this.#used.set(quota, usage);
  }
}

interface Usage {
  readonly window: number;
  calls: number;
  /** When its window is over. */
  readonly until: number;
}

const crowdMin = 64;
