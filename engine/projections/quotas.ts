import type { VirtualTime } from '../kernel/time.ts';

/** How many calls each quota has seen in its present window. Windows are counted from the world's start. */
export class Quotas {
  readonly #used = new Map<string, { window: number; calls: number }>();

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
}
