import { exp, squareRoot } from './exactMath.ts';

/** The 95th percentile of the standard normal distribution. */
export const normalP95 = 1.6448536269514722;

/**
 * Quantile of the standard normal distribution: Newton's steps on its distribution function from the middle outwards,
 * where they can only undershoot. `u` is kept off the ends.
 */
export const normalQuantile = (u: number): number => {
  const upper = u < 0.5 ? 1 - u : u;
  const target = Math.min(upper, 1 - 1e-12);
  let x = 0;
  for (let step = 0; step < stepsMax; step++) {
    const density = exp((-x * x) / 2) * oneOverRootTwoPi;
    const by = (target - 0.5 - density * tailSeries(x)) / density;
    x += by;
    if (by < 1e-13) break;
  }
  return u < 0.5 ? -x : x;
};

/** (Φ(x) - 1/2) / φ(x) for x from 0 on: x + x³/3 + x⁵/15 + …; every term is positive, so nothing cancels. */
const tailSeries = (x: number): number => {
  let term = x;
  let sum = x;
  for (let k = 3; term > sum * 1e-17; k += 2) {
    term = (term * x * x) / k;
    sum += term;
  }
  return sum;
};

const oneOverRootTwoPi = 1 / squareRoot(6.283185307179586);

const stepsMax = 100;
