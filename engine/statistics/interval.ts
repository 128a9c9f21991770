import { squareRoot } from '../kernel/exactMath.ts';
import { studentQuantile } from './studentT.ts';

/** What paired replications say about a difference: its mean and its 95 % confidence interval. */
export interface Interval {
  readonly mean: number;
  /** Null for a single replication, which says nothing about the variance. The same as the mean where all values are the same. */
  readonly low: number | null;
  readonly high: number | null;
}

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean of the values with its 95 % interval, by Student's t with one degree of freedom less than there are values. */
export const intervalOf = (values: readonly number[]): Interval => {
  const middle = mean(values);
  if (values.length < 2) return { mean: middle, low: null, high: null };
  const [first = 0] = values;
  // Exactly: the sum of equal numbers is rounded.
  if (values.every((value) => value === first)) return { mean: first, low: first, high: first };
  const squares = values.reduce((sum, value) => sum + (value - middle) * (value - middle), 0);
  const error = squareRoot(squares / (values.length - 1) / values.length);
  const reach = studentQuantile(values.length - 1) * error;
  return { mean: middle, low: middle - reach, high: middle + reach };
};
