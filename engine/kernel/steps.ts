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
export const pausing = (): (() => boolean) => {
  let done = 0;
  return () => ++done % thingsPerStep === 0;
};

/** What is over before its first step. */
// biome-ignore lint/correctness/useYield: there is nothing to pause in
export function* atOnce<Result = void>(result: Result): Steps<Result> {
  return result;
}
