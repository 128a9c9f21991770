import { InvalidArgument } from '../../engine/kernel/index.ts';

/** A promise that says when it is awaited. What follows from it is an ordinary promise. */
export class TrackedPromise<T> extends Promise<T> {
  onAwait: () => void = () => undefined;

  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  override then<Kept = T, Broken = never>(
    onKept?: ((value: T) => Kept | PromiseLike<Kept>) | null,
    onBroken?: ((reason: unknown) => Broken | PromiseLike<Broken>) | null,
  ): Promise<Kept | Broken> {
    this.onAwait();
    return super.then(onKept, onBroken);
  }
}

/** What is lost where a promise is never awaited; undefined if nothing is. */
export interface Loss {
  words: string | undefined;
}

/** The promises of a world that its test has not awaited. */
export class Unawaited {
  readonly #held = new Map<TrackedPromise<unknown>, { readonly what: string; readonly loss: Loss }>();

  /** What a function promises that a test calls by the name `what`. `names`: what its value has, and a promise has not. */
  track<T>(what: string, loss: Loss, names: readonly string[], promised: Promise<T>): TrackedPromise<T> {
    const tracked = new TrackedPromise<T>((resolve, reject) => void promised.then(resolve, reject));
    this.#held.set(tracked, { what, loss });
    tracked.onAwait = () => this.#held.delete(tracked);
    // A test may make a million calls, and need none of their answers.
    void promised.then(
      () => loss.words === undefined && this.#held.delete(tracked),
      () => undefined,
    );
    return refuseNames(tracked, names, (name) => `${what}: '${name}' is read of a promise: write (await ${what}(…)).${name}`);
  }

  /** What the test has missed, a line each; only of what begins so. */
  list(beginning = ''): readonly string[] {
    return [...this.#held.values()].flatMap(({ what, loss: { words } }) =>
      words === undefined || !what.startsWith(beginning) ? [] : [`${what} was not awaited, and ${words}: write \`await ${what}(…)\``],
    );
  }
}

/** Throws where one of these names is read of an object that has none of them: it would be undefined. */
export const refuseNames = <T extends object>(object: T, names: readonly string[], words: (name: string) => string): T => {
  for (const name of names) {
    if (name in object) continue;
    const get = () => {
      throw new InvalidArgument(words(name));
    };
    Object.defineProperty(object, name, { configurable: true, get });
  }
  return object;
};
