import { exp, ln } from '../kernel/math/exactMath.ts';
import { lnGamma } from '../kernel/math/gammaFunction.ts';
import type { Interval } from './interval.ts';
import { isConstant, mean, variance } from './moments.ts';
import { studentQuantile } from './studentT.ts';

/**
 * A share with its interval at that level: `shares` are the shares of equal groups, such as the days of each play, and `units` is the
 * number of units in all groups together. It is the exact interval of Clopper and Pearson (1934) for the effective number of units, which
 * is smaller if units of one group are alike (Korn and Graubard, 1998). If each group is a single unit, or all groups have the same share,
 * every unit counts. So a share of one, seen ten times, is no certainty.
 */
export const intervalOfShare = (shares: readonly number[], units: number, level = 0.95): Interval => {
  const share = mean(shares);
  if (shares.length === 0 || units <= 0) return { mean: share, low: null, high: null };
  const counted = effectiveUnits(shares, units, level);
  const [kept, missed, tail] = [share * counted, (1 - share) * counted, (1 - level) / 2];
  return {
    mean: share,
    low: kept < smallest ? 0 : Math.min(share, betaQuantile(kept, missed + 1, tail)),
    high: missed < smallest ? 1 : Math.max(share, betaQuantile(kept + 1, missed, 1 - tail)),
  };
};

/** The number of independent units whose share would vary as observed, reduced because few groups estimate their variance badly. */
const effectiveUnits = (shares: readonly number[], units: number, level: number): number => {
  const [groups, share] = [shares.length, mean(shares)];
  if (groups < 2 || groups >= units || isConstant(shares)) return units;
  const seen = (share * (1 - share) * groups) / variance(shares);
  const fewer = studentQuantile(units - 1, level) / studentQuantile(groups - 1, level);
  return Math.min(units, Math.max(1, seen * fewer * fewer));
};

/** Less is a share of none. */
const smallest = 1e-9;
/** A double has 53 bits. */
const halvings = 60;

const betaQuantile = (a: number, b: number, wanted: number): number => {
  let [low, high] = [0, 1];
  for (let k = 0; k < halvings; k++) {
    const middle = (low + high) / 2;
    if (betaBelow(a, b, middle) < wanted) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
};

/** The chance that a value of the beta distribution is at most x: its continued fraction (Abramowitz and Stegun, 26.5.8), from the nearer end. */
const betaBelow = (a: number, b: number, x: number): number => {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - betaBelow(b, a, 1 - x);
  const front = exp(lnGamma(a + b) - lnGamma(a) - lnGamma(b) + a * ln(x) + b * ln(1 - x)) / a;
  return front * computeFraction(a, b, x);
};

const termsMax = 10_000;
const tiny = 1e-300;

/** By Lentz's method, until a term changes nothing. */
const computeFraction = (a: number, b: number, x: number): number => {
  const awayFromZero = (value: number): number => (Math.abs(value) < tiny ? tiny : value);
  let [product, c, d] = [1, 1, 1 / awayFromZero(1 - ((a + b) * x) / (a + 1))];
  product = d;
  for (let m = 1; m <= termsMax; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    for (const term of [even, odd]) {
      d = 1 / awayFromZero(1 + term * d);
      c = awayFromZero(1 + term / c);
      product *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-14) break;
  }
  return product;
};
