import type { Dumpable } from '../../kernel/dump.ts';
import type { VirtualTime } from '../../kernel/time.ts';

/**
 * How many calls each quota has seen in its current window. Windows are counted from the world's start, so windows of the same
 * length end together, and their counts are dropped together.
 */
export class Quotas implements Dumpable<ReadonlyMap<number, Window>> {
  /** By the length of the window. */
  readonly #windows = new Map<number, Window>();

  countUsed(quota: string, at: VirtualTime, windowMs: number): number {
    const window = this.#windows.get(windowMs);
    return window?.number === Math.floor(at / windowMs) ? (window.calls.get(quota) ?? 0) : 0;
  }

  count(quota: string, at: VirtualTime, windowMs: number, calls = 1): void {
    const number = Math.floor(at / windowMs);
    let window = this.#windows.get(windowMs);
    if (window === undefined || window.number !== number) {
      window = { number, calls: new Map() };
      this.#windows.set(windowMs, window);
    }
    window.calls.set(quota, (window.calls.get(quota) ?? 0) + calls);
  }

  /** Returns the count of a quota in its current window, and resets it. */
  take(quota: string, at: VirtualTime, windowMs: number): number {
    const calls = this.countUsed(quota, at, windowMs);
    if (calls > 0) this.#windows.get(windowMs)?.calls.delete(quota);
    return calls;
  }

  /** Every quota that has seen calls in its current window. */
  *present(at: VirtualTime): Generator<{ readonly of: string; readonly windowMs: number }> {
    for (const [windowMs, { number, calls }] of this.#windows)
      if (number === Math.floor(at / windowMs)) for (const of of [...calls.keys()]) yield { of, windowMs };
  }

  dump(): ReadonlyMap<number, Window> {
    return this.#windows;
  }

  load(dump: ReadonlyMap<number, Window>): void {
    for (const [windowMs, window] of dump) this.#windows.set(windowMs, window);
  }
}

/** One window of time, and its calls by quota. */
interface Window {
  readonly number: number;
  readonly calls: Map<string, number>;
}
