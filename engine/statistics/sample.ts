import { ln, squareRoot } from '../kernel/math/exactMath.ts';

/** A value that was seen, and how much it counts. */
export interface Weighted {
  readonly value: number;
  readonly weight: number;
}

/**
 * The quantile of values by linear interpolation between order statistics (type 7 of Hyndman and Fan). The quantile of a single value is
 * the value. Values ascend; there is at least one.
 */
export const computeQuantile = (ascending: readonly number[], share: number): number => {
  const place = share * (ascending.length - 1);
  const below = Math.floor(place);
  const [low = 0, high = low] = [ascending[below], ascending[below + 1]];
  return low + (place - below) * (high - low);
};

export const sortUp = (values: readonly number[]): readonly number[] => [...values].sort((a, b) => a - b);

export const computeMedian = (values: readonly number[]): number => computeQuantile(sortUp(values), 0.5);

/** The least value at or below which half of the weight lies; where exactly half lies below, the middle to the next. */
export const medianByWeight = (values: readonly Weighted[]): number => {
  const sorted = [...values].sort((a, b) => a.value - b.value);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let below = 0;
  for (const [k, { value, weight }] of sorted.entries()) {
    below += weight;
    if (below > half + 1e-9) return value;
    if (below >= half - 1e-9) return (value + (sorted[k + 1]?.value ?? value)) / 2;
  }
  return sorted.at(-1)?.value ?? 0;
};

/** The mean of the logarithms, and their standard deviation with n - 1 in the denominator; 0 for one value. All values are above 0. */
export const logMoments = (values: readonly number[]): { readonly mean: number; readonly deviation: number } => {
  const logs = values.map(ln);
  const mean = logs.reduce((sum, one) => sum + one, 0) / logs.length;
  const squares = logs.reduce((sum, one) => sum + (one - mean) * (one - mean), 0);
  return { mean, deviation: logs.length < 2 ? 0 : squareRoot(squares / (logs.length - 1)) };
};
