import { squareRoot } from '../kernel/math/exactMath.ts';
import { isConstant, mean, variance } from './moments.ts';

/** Splits a series into batches of equal size, in order. The remainder is dropped at the beginning, where a run has settled least. */
export const batchesOfSeries = <Value>(series: readonly Value[], count: number): readonly (readonly Value[])[] => {
  const size = Math.floor(series.length / count);
  const first = series.length - size * count;
  return Array.from({ length: count }, (_, k) => series.slice(first + k * size, first + (k + 1) * size));
};

/** What one batch mean says of the next. */
export interface SerialCorrelation {
  /** The correlation of each batch mean with the next one, from -1 to 1. */
  readonly lag1: number;
  /** Whether it is too high for chance: then batches are too short to be independent, and an interval of their means is too narrow. */
  readonly isHigh: boolean;
}

/** The 0.95 quantile of the normal distribution. */
const normalQuantile = 1.6448536269514722;

/**
 * The lag-1 correlation of batch means, tested one-sided at 5 % by von Neumann's ratio (von Neumann, 1941; Fishman and Yarberry, 1997):
 * among independent means, 1 - Σ(yᵢ - yᵢ₊₁)² / 2Σ(yᵢ - ȳ)² is nearly normal, with the mean 0 and the variance (b - 2) / (b² - 1).
 */
export const serialCorrelation = (means: readonly number[]): SerialCorrelation => {
  const count = means.length;
  if (count < 3 || isConstant(means)) return { lag1: 0, isHigh: false };
  const middle = mean(means);
  const squares = variance(means) * (count - 1);
  let [products, steps] = [0, 0];
  for (let k = 0; k + 1 < count; k++) {
    const [one, next] = [means[k] ?? 0, means[k + 1] ?? 0];
    products += (one - middle) * (next - middle);
    steps += (one - next) * (one - next);
  }
  const ratio = 1 - steps / (2 * squares);
  return { lag1: products / squares, isHigh: ratio > normalQuantile * squareRoot((count - 2) / (count * count - 1)) };
};
