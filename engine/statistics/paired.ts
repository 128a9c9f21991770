import { squareRoot } from '../kernel/math/exactMath.ts';
import { computeInterval, type Interval } from './interval.ts';
import { isConstant, mean, variance } from './moments.ts';
import { studentProbability } from './studentT.ts';

/** The difference between two systems, estimated from pairs of replications. */
export interface PairedDifference {
  /** The means of either side over the pairs that have both values. */
  readonly first: number;
  readonly second: number;
  /** Of the second less the first, pair by pair. */
  readonly difference: Interval;
  /** The two-sided probability of a difference at least this large by chance, if the systems do not differ. 1 for a single pair. */
  readonly probability: number;
  readonly pairs: number;
}

/** One replication of each of two systems; null where one has no value. */
export type ValuePair = readonly [first: number | null, second: number | null];

/**
 * The paired t test and its interval (Law and Kelton, 10.2.1). Common random numbers make the two values of a pair alike, and the
 * difference precise. Undefined if no pair has both values.
 */
export const comparePairs = (pairs: readonly ValuePair[]): PairedDifference | undefined => {
  const whole = pairs.flatMap(([first, second]) => (first === null || second === null ? [] : [{ first, second }]));
  if (whole.length === 0) return undefined;
  const differences = whole.map(({ first, second }) => second - first);
  return {
    first: mean(whole.map(({ first }) => first)),
    second: mean(whole.map(({ second }) => second)),
    difference: computeInterval(differences),
    probability: computeProbability(differences),
    pairs: whole.length,
  };
};

/**
 * Differences that are all the same have no variance, so that t says nothing. Then only their number counts: by chance, all would have
 * the same sign in one case of 2^(n-1) (the sign test). Five pairs are too few for 5 %, six are enough.
 */
export const computeProbability = (differences: readonly number[]): number => {
  const [first = 0] = differences;
  if (differences.length < 2) return 1;
  if (!isConstant(differences)) {
    const error = squareRoot(variance(differences) / differences.length);
    return studentProbability(mean(differences) / error, differences.length - 1);
  }
  return first === 0 ? 1 : differences.slice(1).reduce((chance) => chance / 2, 1);
};
