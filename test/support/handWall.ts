import type { WallClock } from '../../adapters/host/clock/wallClock.ts';

/** A wall clock that a test moves by hand. */
export class HandWall implements WallClock {
  #now = 0;
  readonly #alarms = new Set<{ readonly at: number; readonly ring: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, ring: () => void): () => void {
    const alarm = { at: this.#now + ms, ring };
    this.#alarms.add(alarm);
    return () => void this.#alarms.delete(alarm);
  }

  /** Lets so much time pass; what rings meanwhile rings at its time. */
  pass(ms: number): void {
    const until = this.#now + ms;
    for (let next = this.#next(until); next !== undefined; next = this.#next(until)) {
      this.#alarms.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.ring();
    }
    this.#now = until;
  }

  /** So much time passes while this process can do nothing: all that should have rung rings at its end. */
  sleep(ms: number): void {
    this.spend(ms);
    this.pass(0);
  }

  /** So much time passes while something is done; what should have rung meanwhile rings later. */
  spend(ms: number): void {
    this.#now += ms;
  }

  #next(until: number) {
    return [...this.#alarms].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
  }
}
