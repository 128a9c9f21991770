import type { Distribution } from '../../../engine/cloud/index.ts';

/** An estimate with its 95 % confidence interval. */
export interface FittedNumber {
  readonly name: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly unit: Unit;
}

type Unit = 'ms' | 'an hour' | 'share' | '';

/** 95 % of a normal distribution lie within this number of standard deviations. */
const normal95 = 1.959963984540054;

/** Student's, by the expansion of Cornish and Fisher: within 2 % from four degrees of freedom on. */
const student95 = (freedom: number): number => {
  const z = normal95;
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
};

/**
 * The parameters of a distribution that scatter as a mean does. The ends of a range do not: the greatest value has no interval on both
 * sides.
 */
const listNumbers = (distribution: Distribution): readonly (readonly [name: string, value: number, unit: Unit])[] => {
  switch (distribution.kind) {
    case 'exponential':
      return [['mean', distribution.meanMs, 'ms']];
    case 'lognormal':
      return [
        ['median', distribution.medianMs, 'ms'],
        ['p95', distribution.p95Ms, 'ms'],
      ];
    case 'gamma':
      return [
        ['shape', distribution.shape, ''],
        ['mean', distribution.meanMs, 'ms'],
      ];
    case 'erlang':
      return [['mean', distribution.meanMs, 'ms']];
    case 'weibull':
      return [
        ['shape', distribution.shape, ''],
        ['scale', distribution.scaleMs, 'ms'],
      ];
    case 'pareto':
      return [['shape', distribution.shape, '']];
    case 'hyperexponential':
      return distribution.branches.map(({ meanMs }, k) => [`mean of branch ${k + 1}`, meanMs, 'ms'] as const);
    default:
      return [];
  }
};

/**
 * The parameters of a fitted distribution, with intervals from the distributions that were fitted to samples of it. They scatter less with
 * more values: by the square root of their number.
 */
export const estimateNumbers = (
  fitted: Distribution,
  samples: { readonly refitted: readonly Distribution[]; readonly size: number },
  count: number,
): readonly FittedNumber[] =>
  listNumbers(fitted).flatMap(([name, value, unit], place) => {
    const logs = samples.refitted.map((one) => Math.log(listNumbers(one)[place]?.[1] ?? value));
    if (logs.length < 20) return [];
    const times = Math.exp(normal95 * computeDeviation(logs) * Math.sqrt(samples.size / count));
    return [{ name, value, low: value / times, high: value * times, unit }];
  });

const computeDeviation = (values: readonly number[]): number => {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  return Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (values.length - 1));
};

/** The median and the 95th percentile of values of any distribution, with distribution-free intervals (order statistics). */
export const estimateQuantiles = (sorted: readonly number[], count: number): readonly FittedNumber[] =>
  [0.5, 0.95].flatMap((share) => {
    const spread = normal95 * Math.sqrt((share * (1 - share)) / count);
    if (share - spread <= 0 || share + spread >= 1) return [];
    const at = (u: number): number => sorted[Math.min(sorted.length - 1, Math.floor(u * sorted.length))] ?? 0;
    return [{ name: `p${100 * share}`, value: at(share), low: at(share - spread), high: at(share + spread), unit: 'ms' }];
  });

/** The arrivals in a stretch of time, and the arrivals that a rate of 1 an hour would have brought. */
export interface CountStretch {
  readonly count: number;
  readonly hours: number;
}

/** Fewer days do not show how much days differ. */
const stretchesMin = 5;

/** Estimates a rate an hour from the variance between stretches of the records, each long enough to hold bursts. Undefined for too few. */
export const estimateRate = (name: string, stretches: readonly CountStretch[]): FittedNumber | undefined => {
  const seen = stretches.filter(({ hours }) => hours > 0);
  const count = seen.reduce((sum, one) => sum + one.count, 0);
  const hours = seen.reduce((sum, one) => sum + one.hours, 0);
  if (seen.length < stretchesMin || count === 0) return undefined;
  const value = count / hours;
  const squares = seen.reduce((sum, one) => sum + (one.count - value * one.hours) ** 2, 0);
  // Not less than Poisson's.
  const variance = Math.max(count, (squares * seen.length) / (seen.length - 1)) / hours ** 2;
  const times = Math.exp((student95(seen.length - 1) * Math.sqrt(variance)) / value);
  return { name, value, low: value / times, high: value * times, unit: 'an hour' };
};

/** A length, or the lower bound of a censored one. */
export interface SeenLength {
  readonly ms: number;
  readonly isCut: boolean;
}

/**
 * The median of right-censored lengths. Its interval has the lengths at which the interval of the Kaplan–Meier curve (Greenwood's, of log
 * −log) contains one half.
 */
export const estimateMedian = (name: string, lengths: readonly SeenLength[]): FittedNumber | undefined => {
  const sorted = [...lengths].sort((a, b) => a.ms - b.ms || Number(a.isCut) - Number(b.isCut));
  let [survive, greenwood] = [1, 0];
  let [low, value, high] = [Number.NaN, Number.NaN, Number.NaN];
  for (const [k, { ms, isCut }] of sorted.entries()) {
    const atRisk = sorted.length - k;
    if (isCut || atRisk === 1) continue;
    survive *= 1 - 1 / atRisk;
    greenwood += 1 / (atRisk * (atRisk - 1));
    const width = Math.exp((normal95 * Math.sqrt(greenwood)) / Math.abs(Math.log(survive)));
    if (Number.isNaN(low) && survive ** width <= 0.5) low = ms;
    if (Number.isNaN(value) && survive <= 0.5) value = ms;
    if (Number.isNaN(high) && survive ** (1 / width) <= 0.5) high = ms;
  }
  return Number.isNaN(high) ? undefined : { name, value, low, high, unit: 'ms' };
};

/** Wilson's interval of a share (1927). */
export const estimateShare = (name: string, some: number, all: number): FittedNumber | undefined => {
  if (all === 0) return undefined;
  const [part, square] = [some / all, normal95 ** 2];
  const middle = (part + square / (2 * all)) / (1 + square / all);
  const half = (normal95 / (1 + square / all)) * Math.sqrt((part * (1 - part)) / all + square / (4 * all * all));
  return { name, value: part, low: some === 0 ? 0 : middle - half, high: some === all ? 1 : middle + half, unit: 'share' };
};
