import { isLeft, tryCatch } from 'fp-ts/lib/Either.js';

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
