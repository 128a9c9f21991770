import { lastInstantMs } from '../../kernel/instant.ts';
import { invariant } from '../../kernel/invariant.ts';
import { exp, ln, power, squareRoot } from '../../kernel/math/exactMath.ts';
import { gammaQuantile } from '../../kernel/math/gammaFunction.ts';
import { normalP95, normalQuantile } from '../../kernel/math/normal.ts';
import type { DurationMs } from '../../kernel/time.ts';

/** A random duration. All durations in whole milliseconds; `minMs` and `maxMs` bound the result. */
export type Distribution = Bounds & (PlainKind | ({ readonly kind: 'bySize' } & BySize) | ({ readonly kind: 'perImage' } & PerImage));

/** One that does not follow from another. */
export type PlainDistribution = Bounds & PlainKind;

type PlainKind =
  | { readonly kind: 'fixed'; readonly ms: DurationMs }
  | { readonly kind: 'uniform'; readonly fromMs: DurationMs; readonly toMs: DurationMs }
  | { readonly kind: 'exponential'; readonly meanMs: DurationMs }
  | { readonly kind: 'lognormal'; readonly medianMs: DurationMs; readonly p95Ms: DurationMs }
  | { readonly kind: 'empirical'; readonly values: readonly { readonly ms: DurationMs; readonly weight: number }[] }
  | { readonly kind: 'erlang' | 'gamma'; readonly shape: number; readonly meanMs: DurationMs }
  | { readonly kind: 'weibull' | 'pareto'; readonly shape: number; readonly scaleMs: DurationMs }
  | { readonly kind: 'hyperexponential'; readonly branches: readonly Branch[] }
  | { readonly kind: 'triangular'; readonly fromMs: DurationMs; readonly modeMs: DurationMs; readonly toMs: DurationMs }
  | { readonly kind: 'mixture'; readonly parts: readonly MixturePart[] };

/** A time that grows with a size: `slopeMs` for each `per` units of the size, plus the intercept and a remainder. */
export interface BySize {
  readonly size: CountDistribution;
  readonly interceptMs: DurationMs;
  readonly slopeMs: DurationMs;
  readonly per: number;
  readonly remainder?: PlainDistribution;
}

/** A time that belongs to an image: a level for each image, and times close to it. */
export interface PerImage {
  readonly between: PlainDistribution;
  /** 19 of 20 times are at most this much longer than the level of their image. */
  readonly withinPercent: number;
}

/** A distribution of whole numbers: one of durations, whose values are no times. */
export type CountDistribution = InUnits<PlainDistribution>;

type InUnits<Part> = Part extends object
  ? { readonly [Name in keyof Part as Name extends 'ms' ? 'value' : Name extends `${infer Before}Ms` ? Before : Name]: InUnits<Part[Name]> }
  : Part;

/** One of the distributions of a mixture, and its share. */
export interface MixturePart {
  readonly of: PlainDistribution;
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
 * The quantile of the distribution at `u`, a number drawn from [0, 1), rounded to a millisecond. In a mixture, `u` first chooses a part by
 * the shares, and the rest of `u` chooses the quantile of that part, so values ascend with `u` only within a part. For a time by size, the
 * first bits of `u` choose the size, and the others the remainder.
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
    case 'bySize':
      return bySizeQuantile(distribution, u);
    case 'perImage':
      return perImageQuantile(distribution, u);
    default:
      // Draws are below 1. Heavy tails end at the longest time.
      return Math.min(tailQuantile(distribution, Math.min(u, greatestDraw)), lastInstantMs);
  }
};

type Tailed = Exclude<
  Distribution,
  { readonly kind: 'fixed' | 'uniform' | 'exponential' | 'lognormal' | 'empirical' | 'mixture' | 'bySize' | 'perImage' }
>;

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

const newtonStepsMax = 100;

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

/** 2^26: that many values of a draw's first bits choose the size, and the other 27 bits the remainder. */
const sizesMax = 67_108_864;

const bySizeQuantile = ({ size, interceptMs, slopeMs, per, remainder }: BySize, u: number): number => {
  const first = Math.floor(u * sizesMax);
  const units = countAt(size, first / sizesMax);
  const rest = remainder === undefined ? 0 : quantile(remainder, u * sizesMax - first);
  return Math.min(interceptMs + (slopeMs * units) / per + rest, lastInstantMs);
};

/** The times of one image: those whose level is the quantile at `u` of all images. */
export const findLevel = ({ between, withinPercent, minMs, maxMs }: PerImage & Bounds, u: number): Distribution => {
  const medianMs = Math.max(1, quantile(between, u));
  const bounds = { ...(minMs === undefined ? {} : { minMs }), ...(maxMs === undefined ? {} : { maxMs }) };
  return { kind: 'lognormal', medianMs, p95Ms: Math.round((medianMs * (100 + withinPercent)) / 100), ...bounds };
};

/** Without an image that is named, each time has a level of its own. */
const perImageQuantile = (times: PerImage & Bounds, u: number): number => {
  const first = Math.floor(u * sizesMax);
  return quantile(findLevel(times, first / sizesMax), u * sizesMax - first);
};

/** The quantile of a distribution of whole numbers at `u` from [0, 1), rounded to a whole number. */
export const countAt = (distribution: CountDistribution, u: number): number => quantile(convertToTimes(distribution), u);

/** The same distribution with its values as milliseconds. It is made once: ten million jobs may be drawn from one. */
const convertToTimes = (distribution: CountDistribution): Distribution => {
  const known = times.get(distribution);
  if (known !== undefined) return known;
  const made = asTimes(distribution) as Distribution;
  times.set(distribution, made);
  return made;
};

const times = new WeakMap<CountDistribution, Distribution>();

const asTimes = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(asTimes);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [values.has(name) && typeof value === 'number' ? nameOfTime(name) : name, asTimes(value)]),
  );
};

const nameOfTime = (name: string): string => (name === 'value' ? 'ms' : `${name}Ms`);

/** The parameters that are values, not shapes or weights. */
const values = new Set(['value', 'from', 'to', 'mean', 'median', 'p95', 'scale', 'mode', 'min', 'max']);
