import { ln } from '../kernel/math/exactMath.ts';
import type { Weighted } from './sample.ts';

/**
 * How fast the probability of long values falls: as the power of their length with this exponent, by Hill's estimator (1975) of the longest fiftieth of
 * the values. At 2 or less, their variance has no end, and means of samples scatter more than any number of them shows. Values ascend, each with how
 * often it was seen. Undefined where there are too few to tell, and where the longest decide no mean: they are a small part of the sum, or much alike
 * at the end, as times of two kinds are of which one is rare.
 */
export const tailIndexOf = (ascending: readonly Weighted[]): number | undefined => {
  const positive = ascending.filter(({ value }) => value > 0);
  const count = positive.reduce((sum, { weight }) => sum + weight, 0);
  const all = positive.reduce((sum, { value, weight }) => sum + value * weight, 0);
  const wanted = Math.floor(count * tailShare);
  if (wanted < tailMin) return undefined;
  const { excess, sum } = longestOf(positive, wanted);
  const atEnd = longestOf(positive, Math.max(endMin, Math.floor(count * endShare)));
  return sum < partMin * all || atEnd.excess < endExcessMin ? undefined : 1 / excess;
};

const tailShare = 0.02;
/** Fewer of the longest values say nothing of how long others may be. */
const tailMin = 20;
/** Of exponential values, the longest fiftieth are a tenth of the sum; of Pareto's with an index of 2, a seventh. */
const partMin = 0.13;
const endShare = 0.005;
const endMin = 10;
/** An index of 5. */
const endExcessMin = 0.2;

/** Of so many of the longest values their sum, and by how much they are longer than the next: the mean of the logarithms of the ratios. */
const longestOf = (ascending: readonly Weighted[], wanted: number): { readonly sum: number; readonly excess: number } => {
  let [left, logs, sum, place] = [wanted, 0, 0, ascending.length - 1];
  for (; left > 0 && place >= 0; place--) {
    const { value, weight } = ascending[place] ?? { value: 1, weight: left };
    const taken = Math.min(left, weight);
    logs += taken * ln(value);
    sum += taken * value;
    left -= taken;
    // The rest of an equal value is the next one.
    if (taken < weight) break;
  }
  return { sum, excess: logs / wanted - ln(ascending[Math.max(0, place)]?.value ?? 1) };
};

/**
 * Whether means of plays can be known: of a quantity whose tail falls so slowly, not even the skewness of ten or twenty means shows how far up others may
 * lie. `rank` is for a percentile: which of a play's values it is, counted from the longest. The tail of the k-th falls k times as fast.
 */
export const isTailTooLong = (index: number | undefined, rank = 1): boolean => index !== undefined && index * rank < indexMin;

/** Above 2, as an estimate from fifty values is off by a seventh or so: `npm run bench -- studies` shows what it lets through. */
const indexMin = 2.6;
