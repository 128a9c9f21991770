/**
 * Long work that pauses now and then. Its driver decides when it continues, and may run other work in between. It pauses by the
 * amount of work done, never by a clock.
 */
export type Steps<Result> = Generator<void, Result, void>;

/** Runs all steps at once. */
export const finish = <Result>(steps: Steps<Result>): Result => {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};

/** How many items are processed between two pauses, if each takes some microseconds. */
export const thingsPerStep = 128;

/** Whether it is time for a pause. To be called after each item: `for (const each of items) { …; if (pauses()) yield; }`. */
export const pacer = (): (() => boolean) => {
  let done = 0;
  return () => ++done % thingsPerStep === 0;
};

/** A result, or the steps to it if they may be long. */
export type MaybeSteps<Result> = Result | Steps<Result>;

/** Either of them as steps. */
export function* asSteps<Result>(work: MaybeSteps<Result>): Steps<Result> {
  return isSteps(work) ? yield* work : work;
}

export const isSteps = <Result>(work: MaybeSteps<Result>): work is Steps<Result> =>
  typeof work === 'object' && work !== null && 'next' in work;

/** Maps every item, in steps. */
export function* mapInSteps<From, To>(all: Iterable<From>, make: (one: From) => To): Steps<readonly To[]> {
  const pauses = pacer();
  const made: To[] = [];
  for (const one of all) {
    made.push(make(one));
    if (pauses()) yield;
  }
  return made;
}

/** Puts every entry into the map, in steps. */
export function* fillInSteps<Key, Value>(map: Map<Key, Value>, from: Iterable<readonly [Key, Value]>): Steps<void> {
  const pauses = pacer();
  for (const [key, value] of from) {
    map.set(key, value);
    if (pauses()) yield;
  }
}

/** Steps with a result and no pause. */
// biome-ignore lint/correctness/useYield: there is nothing to pause in
export function* atOnce<Result = void>(result: Result): Steps<Result> {
  return result;
}
