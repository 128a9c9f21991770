import { isLeft, tryCatch } from 'fp-ts/lib/Either.js';
import { InvariantViolation } from '../kernel/invariant.ts';
import type { LogPast } from '../kernel/log.ts';
import type { LoggedEvent } from '../kernel/logEntry.ts';

/**
 * The functions that a caller gives to a world. They cannot change it while it changes. What such a function throws neither interrupts
 * a change nor is lost: it is thrown again once the change is complete.
 */
export class Callbacks {
  readonly #thrown: unknown[] = [];
  /** True while the world changes; still true afterwards only if an invariant broke. */
  #isChanging = false;

  get isChanging(): boolean {
    return this.#isChanging;
  }

  /** A change begins after entry `seq` of the log. A world in which an invariant broke has stopped for good. */
  enter(seq: number): void {
    if (this.#isChanging)
      throw new InvariantViolation(`this world stopped at entry ${seq}, or is being changed from one of its own callbacks`);
    this.#isChanging = true;
  }

  /** The change is complete, and the world settled: the first error of a callback since the last change is thrown. */
  leave(): void {
    this.#isChanging = false;
    if (this.#thrown.length > 0) throw this.#thrown.splice(0)[0];
  }

  guard<Value>(callback: (value: Value) => void): (value: Value) => void {
    return (value) => {
      this.#attempt(() => callback(value));
    };
  }

  /** Wraps a predicate of the caller's. If it throws, the result is true. */
  guardPredicate(shouldStop: (() => boolean) | undefined): (() => boolean) | undefined {
    return shouldStop && (() => this.#attempt(shouldStop) ?? true);
  }

  /**
   * Wraps the past entries of a log. During a change, a read error ends the reading and is thrown after the change. At other times
   * it is thrown at once.
   */
  reading<Event extends LoggedEvent>(past: LogPast<Event>): LogPast<Event> {
    const attempt = <Result>(read: () => Result): Result | undefined => (this.#isChanging ? this.#attempt(read) : read());
    return {
      get length() {
        return past.length;
      },
      get link() {
        return past.link;
      },
      *entries(after) {
        const entries = past.entries(after)[Symbol.iterator]();
        for (let next = attempt(() => entries.next()); next?.done === false; next = attempt(() => entries.next())) yield next.value;
      },
      entry: (seq) => attempt(() => past.entry(seq)),
    };
  }

  #attempt<Result>(run: () => Result): Result | undefined {
    const outcome = tryCatch(run, (thrown) => thrown);
    if (!isLeft(outcome)) return outcome.right;
    this.#thrown.push(outcome.left);
    return undefined;
  }
}
