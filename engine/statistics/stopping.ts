import { squareRoot } from '../kernel/exactMath.ts';
import { studentQuantile } from './studentT.ts';

/** When a mean is known well enough. */
export interface Precision {
  /** The half-width of the 95 % interval over the mean: 0.05 is five percent. */
  readonly relative: number;
  /** For how many more replications it has to stay so: an interval of few values may be narrow by chance. */
  readonly lookAhead: number;
  /** The fewest replications; at least two. */
  readonly min: number;
}

/**
 * After how many replications, taken in order, a mean is known with this precision (Hoad, Robinson and Davies, 2010): its half-width is
 * small enough, and stays so for the next `lookAhead` replications; where more than a hundred were needed, for so many percent of them.
 * The answer includes those looked ahead at. Undefined if the values do not suffice.
 */
export const stoppingPoint = (values: readonly number[], { relative, lookAhead, min }: Precision): number | undefined => {
  let [mean, squares] = [0, 0];
  let since: number | undefined;
  for (const [k, value] of values.entries()) {
    const n = k + 1;
    // Welford's recurrence: one pass, and nothing cancels.
    const change = value - mean;
    mean += change / n;
    squares += change * (value - mean);
    const isPrecise = n >= Math.max(min, 2) && halfWidth(n, squares) <= relative * Math.abs(mean);
    since = isPrecise ? (since ?? n) : undefined;
    if (since !== undefined && n - since >= Math.max(lookAhead, Math.floor((lookAhead * since) / 100))) return n;
  }
  return undefined;
};

const halfWidth = (n: number, squares: number): number => studentQuantile(n - 1) * squareRoot(squares / (n - 1) / n);
