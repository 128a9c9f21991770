import type { MaybeSteps } from './steps.ts';

/**
 * Something whose contents can be taken out as plain data and put back into an empty one of its kind. Plain data is what
 * a structured clone keeps: objects, arrays, maps, sets, numbers, texts, bigints. A dump shares its objects with what it
 * was taken from, and with the other parts of one snapshot: it is to be encoded at once, all parts together, by
 * something that keeps identities, because some of what is dumped is compared by identity. What grows with the jobs or pods that there
 * are is dumped and loaded in steps.
 */
export interface Dumpable<Dump> {
  dump(): MaybeSteps<Dump>;
  load(dump: Dump): MaybeSteps<void>;
}
