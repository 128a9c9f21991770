import type { Dumpable } from '../kernel/dump.ts';
import type { VirtualTime } from '../kernel/time.ts';

/** How many calls each quota has seen in its present window. Windows are counted from the world's start. */
export class Quotas implements Dumpable<ReadonlyMap<string, Usage>> {
  readonly #used = new Map<string, Usage>();

  used(quota: string, window: number): number {
    const usage = this.#used.get(quota);
    return usage?.window === window ? usage.calls : 0;
  }

  count(quota: string, at: VirtualTime, windowMs: number): void {
    const window = Math.floor(at / windowMs);
    const usage = this.#used.get(quota);
    if (usage === undefined) this.#used.set(quota, { window, calls: 1 });
    else if (usage.window === window) usage.calls += 1;
    else {
      usage.window = window;
      usage.calls = 1;
    }
  }

  dump(): ReadonlyMap<string, Usage> {
    return this.#used;
  }

  load(dump: ReadonlyMap<string, Usage>): void {
    for (const [quota, usage] of dump) this.#used.set(quota, usage);
  }
}

interface Usage {
  window: number;
  calls: number;
}
