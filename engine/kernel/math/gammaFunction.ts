/** The gamma distribution made only of `+ - * /`, so that its quantiles have the same bits everywhere. */

import { exp, ln } from './exactMath.ts';

const halfLnTwoPi = 0.9189385332046728;

/** The logarithm of the gamma function of a positive number: Stirling's series, from where it is exact to the last digits. */
export const lnGamma = (x: number): number => {
  let product = 1;
  let n = x;
  for (; n < 12; n++) product *= n;
  const square = 1 / (n * n);
  let sum = 0;
  for (const coefficient of stirling) sum = sum * square + coefficient;
  return (n - 0.5) * ln(n) - n + halfLnTwoPi + sum / n - ln(product);
};

/** B(2k) / (2k (2k - 1)) for k from 7 down to 1, with the Bernoulli numbers B. */
const stirling = [1 / 156, -691 / 360_360, 1 / 1_188, -1 / 1_680, 1 / 1_260, -1 / 360, 1 / 12];

/** The probability that a value of the gamma distribution of this shape, and of scale 1, is at most `x`. */
export const gammaBelow = (shape: number, x: number): number => {
  if (x <= 0) return 0;
  const density = lnDensity(shape, ln(x), lnGamma(shape));
  // Far out in a tail the density is nothing.
  if (density < -700) return x < shape ? 0 : 1;
  return x < shape + 1 ? exp(density) * lowerRatio(shape, x) : 1 - exp(density) * upperRatio(shape, x, density);
};

/**
 * The quantile at `u`, from [0, 1), of the gamma distribution of this shape, from 0.01 to 1,000, and of scale 1: Newton's steps for ln x
 * on the logarithm of the nearer tail. Both tails are log-concave in ln x, and each search begins beyond its end: the steps approach it
 * from one side, and never pass it.
 */
export const gammaQuantile = (shape: number, u: number): number => {
  if (u <= 0) return 0;
  return u < 0.5 ? lowerQuantile(shape, u) : upperQuantile(shape, 1 - u);
};

/** Begins at the solution of x^shape / Γ(shape + 1) = u: the lower tail is never more than that. Values below e^-700 count as nothing. */
const lowerQuantile = (shape: number, u: number): number => {
  const target = ln(u);
  const scale = lnGamma(shape);
  let y = (target + scale + ln(shape)) / shape;
  for (let step = 0; step < stepsMax && y > -700; step++) {
    const ratio = lowerRatio(shape, exp(y));
    const by = (target - (lnDensity(shape, y, scale) + ln(ratio))) * ratio;
    y += by;
    if (by < closeEnough) break;
  }
  return y > -700 ? exp(y) : 0;
};

/** Begins at shape + √(2·shape·t) + t: the upper tail is never more than e^-t there. */
const upperQuantile = (shape: number, tail: number): number => {
  const target = ln(tail);
  const scale = lnGamma(shape);
  let y = ln(shape - target + exp(ln(2 * shape * -target) / 2));
  for (let step = 0; step < stepsMax; step++) {
    const density = lnDensity(shape, y, scale);
    const ratio = upperRatio(shape, exp(y), density);
    const by = (density + ln(ratio) - target) * ratio;
    y += by;
    if (by > -closeEnough) break;
  }
  return exp(y);
};

const stepsMax = 100;
const closeEnough = 1e-14;

/** The logarithm of the density of ln x, at y = ln x. */
const lnDensity = (shape: number, y: number, lnGammaOfShape: number): number => shape * y - exp(y) - lnGammaOfShape;

/** The lower tail over the density of ln x: 1/a + x/(a(a+1)) + …; every term is positive, so nothing cancels. */
const lowerRatio = (shape: number, x: number): number => {
  let term = 1 / shape;
  let sum = term;
  for (let n = shape + 1; term > sum * 1e-17; n++) {
    term = (term * x) / n;
    sum += term;
  }
  return sum;
};

/** The upper tail over the density of ln x: from the lower tail, or far out by Legendre's continued fraction (Lentz's method). */
const upperRatio = (shape: number, x: number, density: number): number => {
  if (x < shape + 1) return exp(-density) - lowerRatio(shape, x);
  let b = x + 1 - shape;
  let c = 1e300;
  let d = 1 / b;
  let fraction = d;
  for (let k = 1; k <= termsMax; k++) {
    const a = k * (shape - k);
    b += 2;
    d = 1 / (a * d + b);
    c = b + a / c;
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-16) break;
  }
  return fraction;
};

const termsMax = 1_000;
