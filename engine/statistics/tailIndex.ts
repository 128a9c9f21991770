import { exp, ln, squareRoot } from '../kernel/math/exactMath.ts';
import type { Weighted } from './sample.ts';

/**
 * Estimates how fast the probability of long values falls: as a power of their length with this exponent, by Hill's estimator (1975) from
 * the longest fiftieth of the values. At 2 or less, their variance is infinite, and the scatter of samples' means exceeds any estimate.
 * Values ascend, each with its frequency. Undefined if there are too few values, or if the longest do not determine the mean: because they
 * are a small part of the sum, or because they are nearly equal, as for times of two kinds if one kind is rare.
 */
export const estimateTailIndex = (ascending: readonly Weighted[]): number | undefined => {
  const tail = measureTail(ascending);
  return tail === undefined || tail.count < tailMin || tail.part < partMin || tail.end.excess < endExcessMin ? undefined : 1 / tail.excess;
};

/** The longest fiftieth of some values. */
interface Tail extends Longest {
  /** The share of the longest in the sum, and in the sum of squares. */
  readonly part: number;
  readonly partOfSquares: number;
  /** The longest two hundredth. */
  readonly end: Longest;
  /** The longest tenth. */
  readonly tenth: Longest;
}

/** Undefined if there are hardly any. */
const measureTail = (ascending: readonly Weighted[]): Tail | undefined => {
  const positive = ascending.filter(({ value }) => value > 0);
  const all = positive.reduce((sum, { weight }) => sum + weight, 0);
  const count = Math.floor(all * tailShare);
  if (count < endMin) return undefined;
  const [longest, whole] = [sumLongest(positive, count), sumLongest(positive, all)];
  return {
    ...longest,
    part: longest.sum / whole.sum,
    partOfSquares: longest.sumOfSquares / whole.sumOfSquares,
    end: sumLongest(positive, Math.max(endMin, Math.floor(all * endShare))),
    tenth: sumLongest(positive, Math.floor(all * tenthShare)),
  };
};

const tailShare = 0.02;
/** Fewer of the longest values say little of how long others may be. */
const tailMin = 20;
/** Of exponential values, the longest fiftieth are a tenth of the sum; of Pareto's with an index of 2, a seventh. */
const partMin = 0.13;
const tenthShare = 0.1;
const endShare = 0.005;
const endMin = 10;
/** An index of 5. */
const endExcessMin = 0.2;

/** Some of the longest values. */
interface Longest {
  readonly count: number;
  readonly sum: number;
  readonly sumOfSquares: number;
  /** By how much they are longer than the next: the mean of the logarithms of the ratios, and of the squares of these. */
  readonly excess: number;
  readonly square: number;
}

const sumLongest = (ascending: readonly Weighted[], count: number): Longest => {
  let [left, logs, squares, sum, sumOfSquares, place] = [count, 0, 0, 0, 0, ascending.length - 1];
  for (; left > 0 && place >= 0; place--) {
    const { value, weight } = ascending[place] ?? { value: 1, weight: left };
    const taken = Math.min(left, weight);
    logs += taken * ln(value);
    squares += taken * ln(value) * ln(value);
    sum += taken * value;
    sumOfSquares += taken * value * value;
    left -= taken;
    // The rest of an equal value is the next one.
    if (taken < weight) break;
  }
  const next = ln(ascending[Math.max(0, place)]?.value ?? 1);
  return { count, sum, sumOfSquares, excess: logs / count - next, square: (squares - 2 * next * logs) / count + next * next };
};

/**
 * Whether means of plays can be known: of a quantity whose tail falls so slowly, not even the skewness of ten or twenty means shows how far up others may
 * lie. `rank` is for a percentile: which of a play's values it is, counted from the longest. The tail of the k-th falls k times as fast.
 */
export const isTailTooLong = (index: number | undefined, rank = 1): boolean => index !== undefined && index * rank < indexMin;

/**
 * Above 2, because an estimate from fifty values is off by a seventh or so: `npm run bench -- studies` shows the cases that it lets
 * through.
 */
const indexMin = 2.6;

/**
 * Whether waits for jobs of such times are beyond knowing. One of the time t makes about t jobs wait for about t: so the tail of the sum of a play's waits falls
 * half as fast as that of the times, and that of their percentiles no faster than that. At 2 or less, the mean wait for a single server has no end, and at 3 or
 * less its variance (Kiefer and Wolfowitz, 1956). `shape` is the index where it is known. Where it is not, the estimate of the longest fiftieth, grown as it does
 * further out, must be above the middle of these, with room for its standard error; and not even the very longest may say 2 or less.
 */
export const isQueueTailTooLong = (ascending: readonly Weighted[], shape = Number.POSITIVE_INFINITY): boolean => {
  if (shape <= queueShapeMin) return true;
  const tail = measureTail(ascending);
  if (tail === undefined || tail.partOfSquares < squaresMin || tail.end.excess < endExcessMin) return false;
  const least = queueIndexMin * (1 + 0.75 / squareRoot(tail.count));
  const endMost = (1 + 1 / squareRoot(tail.end.count)) / tail.end.excess;
  return exp(measureGrowth(tail)) / tail.excess < least || endMost < 2;
};

const queueShapeMin = 3;
/** Mean waits grow with the squares of times: of exponential ones, the longest fiftieth are a quarter of these; of Pareto's with an index of 2.5, two fifths. */
const squaresMin = 0.3;
/** With the standard errors above; `npm run bench -- coverage` shows that it holds. */
const queueIndexMin = 2.5;

/**
 * By how much the index grows further out, as a logarithm: of a tail that falls with a power, the mean square of the excesses is twice the square of their mean,
 * and of one that falls ever faster, as lognormal times have, it is less (Dekkers, Einmahl and de Haan, 1989).
 */
const measureGrowth = ({ tenth: { excess, square } }: Tail): number => 2 * Math.max(0, Math.min(growthMax, 2 - square / (excess * excess)));

/** A little above that of lognormal times. */
const growthMax = 0.3;
