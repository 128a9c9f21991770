import { lastInstantMs } from '../../kernel/instant.ts';
import { invariant } from '../../kernel/invariant.ts';
import { exp, ln, power, squareRoot } from '../../kernel/math/exactMath.ts';
import { gammaQuantile } from '../../kernel/math/gammaFunction.ts';
import type { DurationMs } from '../../kernel/time.ts';

/** A random duration. All durations in whole milliseconds; `minMs` and `maxMs` bound the result. */
export type Distribution = Bounds &
  (
    | { readonly kind: 'fixed'; readonly ms: DurationMs }
    | { readonly kind: 'uniform'; readonly fromMs: DurationMs; readonly toMs: DurationMs }
    | { readonly kind: 'exponential'; readonly meanMs: DurationMs }
    | { readonly kind: 'lognormal'; readonly medianMs: DurationMs; readonly p95Ms: DurationMs }
    | { readonly kind: 'empirical'; readonly values: readonly { readonly ms: DurationMs; readonly weight: number }[] }
    | { readonly kind: 'erlang' | 'gamma'; readonly shape: number; readonly meanMs: DurationMs }
    | { readonly kind: 'weibull' | 'pareto'; readonly shape: number; readonly scaleMs: DurationMs }
    | { readonly kind: 'hyperexponential'; readonly branches: readonly Branch[] }
    | { readonly kind: 'triangular'; readonly fromMs: DurationMs; readonly modeMs: DurationMs; readonly toMs: DurationMs }
    | { readonly kind: 'mixture'; readonly parts: readonly MixturePart[] }
  );

/** One of the distributions of a mixture, and its share. */
export interface MixturePart {
  readonly of: Distribution;
  readonly weight: number;
}

/** An exponential distribution, and its share. */
export interface Branch {
  readonly meanMs: DurationMs;
  readonly weight: number;
}

export interface Bounds {
  readonly minMs?: DurationMs;
  readonly maxMs?: DurationMs;
}

/**
 * The quantile of the distribution at `u`, a number drawn from [0, 1), rounded to a millisecond. Of a mixture, `u` chooses a part by the
 * shares, and what is left of it the quantile of that part: a draw, but in the order of the parts, and not of the durations.
 */
export const quantile = (distribution: Distribution, u: number): DurationMs => {
  const ms = Math.round(raw(distribution, u));
  const atLeast = distribution.minMs !== undefined && ms < distribution.minMs ? distribution.minMs : ms;
  return distribution.maxMs !== undefined && atLeast > distribution.maxMs ? distribution.maxMs : atLeast;
};

const raw = (distribution: Distribution, u: number): number => {
  switch (distribution.kind) {
    case 'fixed':
      return distribution.ms;
    case 'uniform':
      return distribution.fromMs + u * (distribution.toMs - distribution.fromMs);
    case 'exponential':
      return -distribution.meanMs * ln(1 - u);
    case 'lognormal':
      return distribution.medianMs * exp((ln(distribution.p95Ms / distribution.medianMs) / normalP95) * normalQuantile(u));
    case 'empirical':
      return pick(distribution.values, u);
    case 'mixture':
      return mixtureQuantile(distribution.parts, u);
    default:
      // Draws are below 1. Heavy tails are cut where time ends.
      return Math.min(tailQuantile(distribution, Math.min(u, greatestDraw)), lastInstantMs);
  }
};

type Tailed = Exclude<Distribution, { readonly kind: 'fixed' | 'uniform' | 'exponential' | 'lognormal' | 'empirical' | 'mixture' }>;

const tailQuantile = (distribution: Tailed, u: number): number => {
  switch (distribution.kind) {
    case 'erlang':
    case 'gamma':
      return (distribution.meanMs / distribution.shape) * gammaQuantile(distribution.shape, u);
    case 'weibull':
      return distribution.scaleMs * power(-ln(1 - u), 1 / distribution.shape);
    case 'pareto':
      return distribution.scaleMs * power(1 - u, -1 / distribution.shape);
    case 'hyperexponential':
      return hyperexponential(distribution.branches, u);
    case 'triangular':
      return triangular(distribution, u);
  }
};

/** 1 - 2^-53. */
const greatestDraw = 0.9999999999999999;

/**
 * Newton's steps from zero on the logarithm of the upper tail, a sum of exponentials. It is convex and falls, so the steps approach the
 * quantile from below, and never pass it.
 */
const hyperexponential = (branches: readonly Branch[], u: number): number => {
  const target = ln(1 - u);
  const all = branches.reduce((sum, { weight }) => sum + weight, 0);
  let x = 0;
  for (let step = 0; step < newtonStepsMax; step++) {
    let tail = 0;
    let density = 0;
    for (const { meanMs, weight } of branches) {
      const left = x > meanMs * 700 ? 0 : (weight / all) * exp(-x / meanMs);
      tail += left;
      density += left / meanMs;
    }
    const by = ((ln(tail) - target) * tail) / density;
    x += by;
    if (by < x * 1e-15) break;
  }
  return x;
};

const triangular = ({ fromMs, modeMs, toMs }: Extract<Tailed, { readonly kind: 'triangular' }>, u: number): number => {
  const width = toMs - fromMs;
  return u * width < modeMs - fromMs
    ? fromMs + squareRoot(Math.max(0, u * width * (modeMs - fromMs)))
    : toMs - squareRoot(Math.max(0, (1 - u) * width * (toMs - modeMs)));
};

const pick = (values: readonly { readonly ms: DurationMs; readonly weight: number }[], u: number): DurationMs => {
  let left = u * values.reduce((sum, { weight }) => sum + weight, 0);
  for (const { ms, weight } of values) {
    if (left < weight) return ms;
    left -= weight;
  }
  const last = values.at(-1);
  invariant(last !== undefined, 'an empirical distribution has at least one value');
  return last.ms;
};

const mixtureQuantile = (parts: readonly MixturePart[], u: number): DurationMs => {
  let left = u * parts.reduce((sum, { weight }) => sum + weight, 0);
  for (const { of, weight } of parts) {
    if (left < weight) return quantile(of, left / weight);
    left -= weight;
  }
  const last = parts.at(-1);
  invariant(last !== undefined, 'a mixture has at least one part');
  return quantile(last.of, greatestDraw);
};

const normalP95 = 1.6448536269514722;

/**
 * Quantile of the standard normal distribution: Newton's steps on its distribution function from the middle outwards,
 * where they can only undershoot. `u` is kept off the ends.
 */
export const normalQuantile = (u: number): number => {
  const upper = u < 0.5 ? 1 - u : u;
  const target = Math.min(upper, 1 - 1e-12);
  let x = 0;
  for (let step = 0; step < newtonStepsMax; step++) {
    const density = exp((-x * x) / 2) * oneOverRootTwoPi;
    const by = (target - 0.5 - density * tailSeries(x)) / density;
    x += by;
    if (by < 1e-13) break;
  }
  return u < 0.5 ? -x : x;
};

const newtonStepsMax = 100;

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
