import { setImmediate } from 'node:timers';

/**
 * Runs a function with Node's own `setImmediate` as the global one. Express's router and light-my-request call it at once, and the fake
 * timers of a test replace it: without this, no answer would arrive.
 */
export const withRealTimers = <T>(run: () => T): T => {
  const given = globalThis.setImmediate;
  if (given === setImmediate) return run();
  globalThis.setImmediate = setImmediate;
  try {
    return run();
  } finally {
    globalThis.setImmediate = given;
  }
};

/** Has methods of an object always run so. */
export const giveRealTimers = <T extends object>(object: T, ...names: readonly (keyof T)[]): void => {
  for (const name of names) {
    const method = object[name] as (...given: readonly unknown[]) => unknown;
    object[name] = ((...given: readonly unknown[]) => withRealTimers(() => method.apply(object, [...given]))) as T[typeof name];
  }
};
