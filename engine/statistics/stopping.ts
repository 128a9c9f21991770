import { squareRoot } from '../kernel/math/exactMath.ts';
import { studentQuantile } from './studentT.ts';

/** When a mean is known well enough. */
export interface Precision {
  /** The half-width of the 95 % interval over the mean: 0.05 is five percent. */
  readonly relative: number;
  /** For how many more replications it has to stay so: an interval of few values may be narrow by chance. */
  readonly lookAhead: number;
  /** The fewest values; at least two. */
  readonly min: number;
}

/** How far a sequence of replications is from its stopping point. */
export interface Stopping {
  /** After how many replications the mean is known with the precision, those looked ahead at included; undefined if not yet. */
  readonly stop: number | undefined;
  /** How many replications more are likely to be needed; 0 after the stopping point. */
  readonly missing: number;
}

/**
 * After how many replications, taken in order, a mean is known with this precision (Hoad, Robinson and Davies, 2010: "Automated
 * selection of the number of replications for a discrete-event simulation"): its half-width is small enough, and stays so for the next
 * `lookAhead` replications; where more than a hundred were needed, for so many percent of them.
 *
 * Values that are all the same have an interval without width, whatever their mean: none of 10 plays with a failure is precise enough.
 * A replication without a value (null) counts as a replication and not as a value. Where none of the first `min` + `lookAhead` has one,
 * there is nothing to be known, and it stops there.
 */
export const stoppingPoint = (values: readonly (number | null)[], precision: Precision): Stopping => {
  const { relative, lookAhead, min } = precision;
  let [n, mean, squares] = [0, 0, 0];
  let since: number | undefined;
  for (const [k, value] of values.entries()) {
    if (value === null) {
      if (n === 0 && k + 1 >= Math.max(min, 2) + lookAhead) return { stop: k + 1, missing: 0 };
      continue;
    }
    n += 1;
    // Welford's recurrence: one pass, and nothing cancels.
    const change = value - mean;
    mean += change / n;
    squares += change * (value - mean);
    const isPrecise = n >= Math.max(min, 2) && isWithin(relative * Math.abs(mean), n, squares);
    since = isPrecise ? (since ?? n) : undefined;
    if (since !== undefined && n - since >= lookAheadSince(lookAhead, since)) return { stop: k + 1, missing: 0 };
  }
  if (since !== undefined) return { stop: undefined, missing: since + lookAheadSince(lookAhead, since) - n };
  return { stop: undefined, missing: likelyMissing(precision, n, mean, squares) };
};

const lookAheadSince = (lookAhead: number, since: number): number => Math.max(lookAhead, Math.floor((lookAhead * since) / 100));

/** Below every quantile of Student's t at this level: an interval that is too wide even with this one needs no exact quantile. */
const normalQuantile = 1.959963984540054;

const isWithin = (wanted: number, n: number, squares: number): boolean => {
  const error = squareRoot(squares / (n - 1) / n);
  return normalQuantile * error <= wanted && studentQuantile(n - 1) * error <= wanted;
};

/** As if the variance so far were the true one. At least one is missing. */
const likelyMissing = ({ relative, lookAhead, min }: Precision, n: number, mean: number, squares: number): number => {
  const fewest = Math.max(min, 2);
  if (n < fewest) return fewest - n + lookAhead;
  const needed = (normalQuantile * normalQuantile * squares) / (n - 1) / (relative * relative * mean * mean);
  return Math.max(1, Math.ceil(Math.min(needed, Number.MAX_SAFE_INTEGER) - n) + lookAhead);
};
