import type { Mismatch } from './expectation.ts';

/** An unmet expectation of a scenario. */
export interface Failure {
  /** The part of the file that expects it. */
  readonly path: readonly (string | number)[];
  /** One line: the part's name, and its problem. */
  readonly message: string;
  /** The same, if it is a comparison that failed. */
  readonly mismatch?: Mismatch;
  /** The place in the log to look at first: the sample that a percentile is, the entry that should not be there. */
  readonly nearest?: string;
  /** The entry that it names; of a step, the newest one when it failed. */
  readonly seq?: number;
}

/** A failure in a part of the file, seen from the whole file. */
export const inPart = (label: string, base: Failure['path'], { path, message, mismatch, ...rest }: Failure): Failure => ({
  path: [...base, ...path],
  message: `${label}: ${message}`,
  ...(mismatch === undefined ? {} : { mismatch: { ...mismatch, what: `${label}: ${mismatch.what}` } }),
  ...rest,
});
