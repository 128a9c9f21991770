/**
 * Long work that pauses now and then: who drives it decides when it goes on, and may let others have their turn meanwhile. It pauses
 * by how much it has done, never by a clock.
 */
export type Steps<Result> = Generator<void, Result, void>;

/** All of it in one go. */
export const finish = <Result>(steps: Steps<Result>): Result => {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};

/** How many things are done between two pauses where each takes some microseconds. */
export const thingsPerStep = 128;

/** Whether it is time for a pause, asked after each thing: `for (const each of things) { …; if (pauses()) yield; }`. */
export const pacer = (): (() => boolean) => {
  let done = 0;
  return () => ++done % thingsPerStep === 0;
};

/** What comes at once where it is short, and in steps where it may be long. */
export type MaybeSteps<Result> = Result | Steps<Result>;

/** Either of them in steps. */
export function* asSteps<Result>(work: MaybeSteps<Result>): Steps<Result> {
  return isSteps(work) ? yield* work : work;
}

const isSteps = <Result>(work: MaybeSteps<Result>): work is Steps<Result> => typeof work === 'object' && work !== null && 'next' in work;

/** What becomes of each, in steps. */
export function* mapInSteps<From, To>(all: Iterable<From>, make: (one: From) => To): Steps<readonly To[]> {
  const pauses = pacer();
  const made: To[] = [];
  for (const one of all) {
    made.push(make(one));
    if (pauses()) yield;
  }
  return made;
}

/** Each of them is put in, in steps. */
export function* fillInSteps<Key, Value>(map: Map<Key, Value>, from: Iterable<readonly [Key, Value]>): Steps<void> {
  const pauses = pacer();
  for (const [key, value] of from) {
    map.set(key, value);
    if (pauses()) yield;
  }
}

/** What is over before its first step. */
// biome-ignore lint/correctness/useYield: there is nothing to pause in
export function* atOnce<Result = void>(result: Result): Steps<Result> {
  return result;
}
