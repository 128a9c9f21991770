import type { LeaseClock } from '../../adapters/store/lock/leaseClock.ts';

interface Timer {
  at: number;
  readonly every: number | undefined;
  readonly act: () => void;
}

/** The clock of a simulated host. It moves only on request. */
export class FakeClock implements LeaseClock {
  #now = 0;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  pause(ms: number): Promise<void> {
    return new Promise((act) => this.#timers.add({ at: this.#now + ms, every: undefined, act }));
  }

  every(ms: number, act: () => void): () => void {
    const timer = { at: this.#now + ms, every: ms, act };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Lets time pass for a host that runs. */
  async run(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await settled();
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
      if (next === undefined) break;
      this.#now = Math.max(this.#now, next.at);
      if (next.every === undefined) this.#timers.delete(next);
      else next.at += next.every;
      next.act();
    }
    this.#now = end;
  }

  /** Lets time pass for a host that stands still. */
  stall(ms: number): void {
    this.#now += ms;
  }
}

/** Waits for all that is under way on a simulated disk. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** Lets time pass on all of these clocks, until work on them has ended. */
export const whileTimePasses = async <T>(clocks: readonly FakeClock[], work: Promise<T>): Promise<T> => {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  over.catch(() => undefined);
  for (let step = 0; step < 400 && !isOver; step++) for (const clock of clocks) await clock.run(125);
  return over;
};
