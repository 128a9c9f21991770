import { isLeft, tryCatch } from 'fp-ts/lib/Either.js';
import type { LoggedEvent, LogPast } from './kernel/log.ts';

/**
 * The functions that a caller gives to a world. What such a function throws neither interrupts a change nor is lost: it is thrown
 * again once the change is complete.
 */
export class Callbacks {
  readonly #thrown: unknown[] = [];

  guarded<Value>(callback: (value: Value) => void): (value: Value) => void {
    return (value) => {
      this.#attempt(() => callback(value));
    };
  }

  /** Wraps a predicate of the caller's. If it throws, the result is true. */
  asked(shouldStop: (() => boolean) | undefined): (() => boolean) | undefined {
    return shouldStop && (() => this.#attempt(shouldStop) ?? true);
  }

  /**
   * Wraps the past entries of a log. During a change, a read error ends the reading and is thrown after the change. At other times
   * it is thrown at once.
   */
  reading<Event extends LoggedEvent>(past: LogPast<Event>, isChanging: () => boolean): LogPast<Event> {
    const attempt = <Result>(read: () => Result): Result | undefined => (isChanging() ? this.#attempt(read) : read());
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

  /** Throws the first error since the last call. */
  rethrow(): void {
    if (this.#thrown.length > 0) throw this.#thrown.splice(0)[0];
  }

  #attempt<Result>(run: () => Result): Result | undefined {
    const outcome = tryCatch(run, (thrown) => thrown);
    if (!isLeft(outcome)) return outcome.right;
    this.#thrown.push(outcome.left);
    return undefined;
  }
}
