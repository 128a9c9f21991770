import { power, squareRoot } from '../kernel/math/exactMath.ts';
import { type Interval, intervalOf } from './interval.ts';
import { isConstant, mean, variance } from './moments.ts';
import { studentQuantile } from './studentT.ts';

/**
 * The mean of independent values with its interval at that level, for values that may be skewed. Student's t misses too often then, nearly
 * always because it ends too low. Its quantiles are transformed by the skewness of the sample (Willink, 2005, after Johnson, 1978, and Hall,
 * 1992), so that an interval of values with a long tail upwards reaches further up than down. Where the skewness is close to the largest
 * that so many values can have, one value is the tail, and nothing says how much longer it is: that end is null, and the other is Student's.
 */
export const intervalOfSkewed = (values: readonly number[], level = 0.95): Interval =>
  intervalBySkewness(values, level, (skewness) => skewness);

/**
 * The same for one of many intervals, at a level far above 95 %. That far out an interval ends too early in samples that show less skewness than what
 * they are drawn from, and mostly these seem to keep to a limit: low means and low skewness come together. So each end is that of a skewness half its
 * standard error further to its side, and never of one to the other side, which would bring it nearer than Student's.
 */
export const farIntervalOfSkewed = (values: readonly number[], level = 0.9995): Interval => {
  const n = values.length;
  const margin = n < 3 ? 0 : 0.5 * squareRoot((6 * n * (n - 1)) / ((n - 2) * (n + 1) * (n + 3)));
  return intervalBySkewness(values, level, (skewness, side) => side * Math.max(0, side * skewness + margin));
};

/** `skewnessAt`: by which skewness each end is found, from that of the sample; 1 is the upper end, and -1 the lower one. */
const intervalBySkewness = (values: readonly number[], level: number, skewnessAt: (skewness: number, side: -1 | 1) => number): Interval => {
  const n = values.length;
  if (n < 3 || isConstant(values)) return intervalOf(values, level);
  const skewness = skewnessOf(values);
  const middle = mean(values);
  const quantile = studentQuantile(n - 1, level);
  const error = squareRoot(variance(values) / n);
  if (skewness > shareOfLargest * squareRoot(n)) return { mean: middle, low: middle - quantile * error, high: null };
  if (-skewness > shareOfLargest * squareRoot(n)) return { mean: middle, low: null, high: middle + quantile * error };
  const endAt = (side: -1 | 1): number =>
    middle - error * bendQuantile(-side * quantile, (exaggeration * skewnessAt(skewness, side)) / (6 * squareRoot(n)));
  return { mean: middle, low: endAt(-1), high: endAt(1) };
};

/** The skewness of a sample, with the correction for its size: G1 of Joanes and Gill (1998). Its most is the square root of the size. */
export const skewnessOf = (values: readonly number[]): number => {
  const n = values.length;
  if (n < 3 || isConstant(values)) return 0;
  const middle = mean(values);
  const deviation = squareRoot(variance(values));
  const cubes = values.reduce(
    (sum, value) => sum + ((value - middle) / deviation) * ((value - middle) / deviation) * ((value - middle) / deviation),
    0,
  );
  return (n / ((n - 1) * (n - 2))) * cubes;
};

/** The share of the largest possible skewness above which nothing is said. Of exponential values, one sample of ten in twenty-five is above. */
const shareOfLargest = 0.8;

/**
 * Samples of ten or twenty show less skewness than what they are drawn from. Of exponential values, normal ones, and lognormal ones whose 95th
 * percentile is ten times the median, this factor brings the coverage closest to the level: `npm run bench -- studies` shows it.
 */
const exaggeration = 1.5;

/** The quantile of a skewed statistic for one of Student's t. */
const bendQuantile = (quantile: number, bend: number): number =>
  Math.abs(bend) < 1e-9 ? quantile : (cubeRoot(1 + 6 * bend * (quantile - bend)) - 1) / (2 * bend);

const cubeRoot = (x: number): number => (x < 0 ? -power(-x, 1 / 3) : power(x, 1 / 3));
