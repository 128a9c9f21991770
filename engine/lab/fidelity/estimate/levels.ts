import type { PerImage } from '../../../cloud/handler/distribution.ts';
import { exp, ln, squareRoot } from '../../../kernel/math/exactMath.ts';
import { normalP95 } from '../../../kernel/math/normal.ts';
import { computeMedian, logMoments, medianByWeight } from '../../../statistics/sample.ts';
import { studentQuantile } from '../../../statistics/studentT.ts';
import type { Seen } from './seen.ts';

/** The weight of the usual variance between images, as a number of additional images. */
const usualImages = 3;

/** The logarithms of the times of one image. */
export interface ImageLevel {
  readonly count: number;
  /** Their median. */
  readonly middle: number;
  /** The square of their deviation by the median absolute deviation, which a second mode hardly moves. */
  readonly variance: number;
}

/** How far logarithms of times vary: those of one image around its level, and the levels of images. */
export interface LevelVariances {
  readonly within: number;
  readonly between: number;
}

export const groupByImage = (seen: readonly Seen[]): ReadonlyMap<string, readonly Seen[]> => {
  const byImage = new Map<string, Seen[]>();
  for (const one of seen) byImage.set(one.image, [...(byImage.get(one.image) ?? []), one]);
  return byImage;
};

export const groupLevels = (seen: readonly Seen[]): readonly ImageLevel[] =>
  [...groupByImage(seen).values()].map((own) => {
    const logs = own.map(({ value }) => ln(Math.max(1, Number(value))));
    const middle = computeMedian(logs);
    const [scatter] = own.flatMap((one) => one.scatter ?? []);
    const deviation = scatter?.deviation ?? madToSigma * computeMedian(logs.map((one) => Math.abs(one - middle)));
    return { count: scatter?.count ?? logs.length, middle, variance: deviation * deviation };
  });

/** The standard deviation of a normal distribution whose median absolute deviation is 1. */
const madToSigma = 1.4826;

/** The variances of several quantities, pooled by their degrees of freedom. */
export const poolLevels = (quantities: readonly (readonly ImageLevel[])[]): LevelVariances => {
  const within = weighMean(quantities.flat().map(({ count, variance }) => ({ value: variance, weight: count - 1 })));
  const between = weighMean(quantities.map((levels) => ({ value: varyBetween(levels, within), weight: levels.length - 1 })));
  return { within, between };
};

/**
 * The method of moments (one-way analysis of variance of unweighted means): the variance of the levels as they were seen, less the part
 * that the scatter within images adds to it.
 */
const varyBetween = (levels: readonly ImageLevel[], within: number): number => {
  const { deviation } = logMoments(levels.map(({ middle }) => exp(middle)));
  const added = levels.reduce((sum, { count }) => sum + within / count, 0) / Math.max(1, levels.length);
  return Math.max(0, deviation * deviation - added);
};

const weighMean = (parts: readonly { readonly value: number; readonly weight: number }[]): number => {
  const all = parts.reduce((sum, { weight }) => sum + Math.max(0, weight), 0);
  return all === 0 ? 0 : parts.reduce((sum, { value, weight }) => sum + value * Math.max(0, weight), 0) / all;
};

/**
 * Partial pooling: the level of an image counts by the inverse of its variance (as in a random-effects model), and the band of the next
 * image is the 90 % prediction interval (Student's t).
 */
export const fitLevels = (levels: readonly ImageLevel[], usual: LevelVariances): { readonly kind: 'perImage' } & PerImage => {
  const own = varyBetween(levels, usual.within);
  const degrees = levels.length - 1 + usualImages;
  const between = ((levels.length - 1) * own + usualImages * usual.between) / degrees;
  const middle = medianByWeight(
    levels.map((one) => ({ value: one.middle, weight: 1 / Math.max(1e-9, between + usual.within / one.count) })),
  );
  const medianMs = Math.max(1, Math.round(exp(middle)));
  const factor = exp(studentQuantile(degrees, 0.9) * squareRoot(between * (1 + 1 / levels.length)));
  return {
    kind: 'perImage',
    between: { kind: 'lognormal', medianMs, p95Ms: Math.max(medianMs + 1, Math.round(medianMs * factor)) },
    withinPercent: Math.max(1, Math.round(100 * (exp(normalP95 * squareRoot(usual.within)) - 1))),
  };
};

export const levelsWords = (levels: readonly ImageLevel[]): string =>
  `a level for each of ${levels.length === 1 ? 'one image' : `${levels.length} images`} (${countValues(levels)} values), the median of its logarithms, and between levels ${betweenWords} images more; within an image the median absolute deviation, or the quartiles that are told, of all times of its kind`;

/** Each run pulls from another pool of hosts. */
export const poolsWords = (levels: readonly ImageLevel[]): string => {
  if (countValues(levels) === 1) return 'the one value; that other pools of hosts differ from it as images do is supposed and was not seen';
  return `a rate for each of ${levels.length === 1 ? 'one pool' : `${levels.length} pools`} of hosts (${countValues(levels)} values), and between pools, as for images, ${betweenWords} pools more${levels.length === 1 ? '; that the next pool differs as images do is supposed and was not seen' : ''}`;
};

const countValues = (levels: readonly ImageLevel[]): number => levels.reduce((sum, { count }) => sum + count, 0);

const betweenWords = `their median, weighted as in a random-effects model; its p95 is the upper end of the 90 % prediction interval (Student's t), the variance between images by the method of moments (one-way analysis of variance), drawn to that of all times of its kind as by ${usualImages}`;
