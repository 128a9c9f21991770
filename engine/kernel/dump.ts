import type { MaybeSteps } from './steps.ts';

/**
 * Something whose contents can be dumped as plain data and loaded into an empty instance. Plain data is what a structured clone
 * preserves: objects, arrays, maps, sets, numbers, texts, bigints. A dump shares objects with its source and with the other parts
 * of the same snapshot. So all parts must be encoded at once, together, and in a way that preserves identities, because some of
 * the data is compared by identity. Data that grows with the number of jobs or pods is dumped and loaded in steps.
 */
export interface Dumpable<Dump> {
  dump(): MaybeSteps<Dump>;
  load(dump: Dump): MaybeSteps<void>;
}
