import { squareRoot } from '../kernel/math/exactMath.ts';
import { isConstant, mean, variance } from './moments.ts';
import { studentQuantile } from './studentT.ts';

/** The estimate of a mean from replications, with its confidence interval. */
export interface Interval {
  readonly mean: number;
  /**
   * Null for a single replication, which says nothing about the variance, and where the values do not say how far that end is. The same as the mean
   * where all values are the same.
   */
  readonly low: number | null;
  readonly high: number | null;
}

/** How the interval of the mean of some values is found, at a level. */
export type IntervalOf = (values: readonly number[], level?: number) => Interval;

/**
 * The mean of independent values with its interval at that level, by Student's t with one degree of freedom fewer than values (Student,
 * 1908; Law and Kelton, Simulation Modeling and Analysis, 9.4.1).
 */
export const computeInterval = (values: readonly number[], level = 0.95): Interval => {
  const [first = Number.NaN] = values;
  if (values.length < 2) return { mean: mean(values), low: null, high: null };
  if (isConstant(values)) return { mean: first, low: first, high: first };
  const middle = mean(values);
  const reach = studentQuantile(values.length - 1, level) * squareRoot(variance(values) / values.length);
  return { mean: middle, low: middle - reach, high: middle + reach };
};
