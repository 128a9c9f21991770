import { exp, ln, squareRoot } from '../kernel/math/exactMath.ts';
import { computeInterval, type Interval } from './interval.ts';
import { isConstant, mean, variance } from './moments.ts';
import { studentQuantile } from './studentT.ts';

/** How much further than its sample an interval takes the tail to be skewed. */
interface Caution {
  /** The factor of the skewness on the longer side. */
  readonly stretch: number;
  /** The standard errors of a skewness that are added to it first, because few values show less than their whole tail. */
  readonly margin: number;
  /** The most by which the skewness widens an end, as a logarithm: of very few values it would reach anywhere. */
  readonly most: number;
}

/** How far out a level is: 0 at 95 %, and 1 at a hundredth of its error and at less. */
const measureDepth = (level: number): number => Math.max(0, ln(0.05 / (1 - level)) / ln(100));

/** As much as the waits of queues need at 95 % (`npm run bench -- coverage`), and the more the further out: there, a few values decide that lack their tail by chance. */
const cautionAt = (level: number): Caution => {
  const depth = measureDepth(level);
  return { stretch: 3 + Math.min(0.5, depth / 2), margin: 0.5 + 2.5 * Math.min(1, depth), most: 1.5 + 50 * depth };
};

/**
 * As large as right stars need among lognormal and Pareto plays, ten or more of which often lack their tail (`npm run bench -- choices`).
 */
const sureCautionAt = (level: number): Caution => {
  const [depth, rest] = [measureDepth(level), 1 - Math.min(1, measureDepth(level))];
  return { stretch: 3.5 + 3.5 * rest * rest, margin: 3 - 2.25 * rest, most: 2.5 + 50 * depth };
};

/**
 * The mean of independent values with its interval at that level, for values that may be skewed. For these, Student's t misses too often,
 * nearly always because its interval ends too low. So each end is moved by the skewness of the sample as in the expansion of Cornish and
 * Fisher (1938; Johnson, 1978), but with the exponential function instead of its first two terms, which has no maximum, as a tail has none.
 * If the skewness is close to the largest possible one for the number of values, one value is the whole tail, and nothing says how much
 * longer the tail is: that end is null.
 */
export const intervalOfSkewed = (values: readonly number[], level = 0.95): Interval => {
  const n = values.length;
  if (n < 3 || isConstant(values)) return computeInterval(values, level);
  const [caution, quantile] = [cautionAt(level), studentQuantile(n - 1, level)];
  const [middle, skewness, error] = [mean(values), computeSkewness(values), squareRoot(variance(values) / n)];
  const reachFor = (side: number): number =>
    error * reach(quantile, bend(side + (caution.margin - 0.5) * errorOfSkewness(n), n, caution), caution);
  return withoutTail(skewness, n, { mean: middle, low: middle - reachFor(-skewness), high: middle + reachFor(skewness) });
};

/**
 * The same for values that are never less than 0, such as times and costs. The more these vary, the more they are skewed, whatever a few of
 * them show: so their upper end is at least as far out as the skewness of lognormal values with the same variation requires, without
 * caution. The lower end is found for the logarithm of the mean, so it is never below 0.
 */
export const intervalOfAmounts = (values: readonly number[], level = 0.95): Interval => amountsWith(cautionAt(level), values, level);

/** The same where all of it must lie within a limit, so that one would say that it surely does: its upper end is further, at 95 % by about as much again. */
export const sureIntervalOfAmounts = (values: readonly number[], level = 0.95): Interval =>
  amountsWith(sureCautionAt(level), values, level);

const amountsWith = (caution: Caution, values: readonly number[], level: number): Interval => {
  const [n, middle] = [values.length, mean(values)];
  if (n < 2 || isConstant(values) || middle <= 0) return computeInterval(values, level);
  const quantile = studentQuantile(n - 1, level);
  const [skewness, error] = [computeSkewness(values), squareRoot(variance(values) / n)];
  // Of a lognormal distribution, the skewness is three times that and more.
  const variation = error / middle;
  const up = Math.max(bend(skewness + caution.margin * errorOfSkewness(n), n, caution), variation);
  return withoutTail(skewness, n, {
    mean: middle,
    low: middle * exp(-variation * reach(quantile, bendDown(skewness, variation, n), caution)),
    high: middle + error * reach(quantile, up, caution),
  });
};

/** Of the lower end on the scale of logarithms, which is worth a skewness of one and a half variations. Below amounts there is seldom a tail. */
const bendDown = (skewness: number, variation: number, n: number): number =>
  skewness < 0 ? (-2 * skewness) / (3 * squareRoot(n)) : Math.min(0, variation / 2 - skewness / (3 * squareRoot(n)));

/** Of normal values. */
const errorOfSkewness = (n: number): number => (n < 3 ? 0 : squareRoot((6 * n * (n - 1)) / ((n - 2) * (n + 1) * (n + 3))));

/** By how much an end to whose side values are so skewed is moved, for each unit of the quantile. */
const bend = (skewness: number, n: number, { stretch }: Caution): number => ((skewness > 0 ? stretch : 1) * skewness) / (3 * squareRoot(n));

/** How many standard errors an end is from the mean. */
const reach = (quantile: number, bent: number, { most }: Caution): number =>
  quantile * exp(Math.min(most, bent * quantile)) + Math.max(0, bent) / 2;

const withoutTail = (skewness: number, n: number, interval: Interval): Interval => {
  if (skewness > shareOfLargest * squareRoot(n)) return { ...interval, high: null };
  return -skewness > shareOfLargest * squareRoot(n) ? { ...interval, low: null } : interval;
};

/** The skewness of a sample, with the correction for its size: G1 of Joanes and Gill (1998). Its most is the square root of the size. */
export const computeSkewness = (values: readonly number[]): number => {
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
