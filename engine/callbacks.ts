import { isLeft, tryCatch } from 'fp-ts/lib/Either.js';
import type { LoggedEvent, LogPast } from './kernel/log.ts';

/**
 * The functions that callers give a world to be called meanwhile. Their mistakes are their own: what one throws neither stops
 * the world in the midst of a change nor is lost, but is thrown once the world has settled.
 */
export class Callbacks {
  readonly #thrown: unknown[] = [];

  guarded<Told>(callback: (told: Told) => void): (told: Told) => void {
    return (told) => {
      this.#attempt(() => callback(told));
    };
  }

  /** A question to the caller; one that throws has had enough. */
  asked(enough: (() => boolean) | undefined): (() => boolean) | undefined {
    return enough && (() => this.#attempt(enough) ?? true);
  }

  /** A past that cannot be read ends early, where it is read from within a change; elsewhere whoever reads it is told at once. */
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

  /** Throws the first of what was thrown since the last time. */
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
