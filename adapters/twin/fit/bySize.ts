import type { Draw } from '../../../engine/kernel/index.ts';
import type { JobTable } from '../records/jobTable.ts';
import { share } from '../write/words.ts';
import { fitLine } from './dependence.ts';
import type { FittedNumber } from './estimates.ts';
import { rankCorrelation } from './ranks.ts';
import { type DurationFit, fitDurations } from './service.ts';

/** The durations of jobs by their size: a regression line and its residuals. */
export interface SizeFit {
  readonly count: number;
  /** The share of the variance of durations that the line explains (R²). */
  readonly explained: number;
  /** The duration of a job of size 0; `slopeMs` is added for each `per` units of its size. */
  readonly interceptMs: number;
  readonly slopeMs: number;
  readonly per: number;
  /** The rest of the duration, with the same distribution at every size. */
  readonly remainder: DurationFit;
  /** In ascending order; if there are many, quantiles of them. */
  readonly sizes: readonly number[];
  readonly estimates: readonly FittedNumber[];
}

/** Fewer jobs do not determine a line. */
const countMin = 100;
/** The maximum number of jobs to rank, the last ones: ranking more takes long. */
const countMax = 20_000;
/** A line that explains less of the variance says little about a job. */
const explainedMin = 0.25;
/** The largest rank correlation with the size that the remainder may have: its value, and its distance from the middle. */
const leftMost = 0.1;
const scatterMost = 0.2;
const sizesKept = 1_000;
/** The number of digits of the slope to keep, in whole milliseconds for each `per` units. */
const slopeMin = 1_000;
const perMax = 1_000_000;
const normal95 = 1.959963984540054;

interface Sized {
  readonly size: number;
  readonly ms: number;
}

/**
 * Fits how long jobs run to their sizes, by least squares. Undefined of records without sizes; a text says why durations are not drawn by size. `apart`: the
 * places of jobs that run longer for another reason.
 */
export const fitBySize = (jobs: JobTable, apart: ReadonlySet<number> | undefined, draw: Draw): SizeFit | string | undefined => {
  const { sized, unsized } = listSized(jobs, apart);
  if (sized.length === 0) return undefined;
  if (unsized > 0) return `${unsized} of ${unsized + sized.length} jobs have no size`;
  if (sized.length < countMin) return `${sized.length} jobs are too few to tell a line; ${countMin} are the least`;
  const { slope, explained } = lineIn(sized);
  if (!(slope > 0) || explained < explainedMin)
    return `the size explains ${share(explained)} of the scatter, and ${share(explainedMin)} are the least`;
  const per = perFor(slope);
  const slopeMs = Math.round(slope * per);
  const rest = sized.map(({ size, ms }) => ms - (slopeMs * size) / per);
  const dependent = dependenceOfRest(sized, rest);
  if (dependent !== undefined) return dependent;
  const least = rest.reduce((min, ms) => Math.min(min, ms), Number.POSITIVE_INFINITY);
  if (least < -explainedMin * computeMean(rest)) return 'the largest jobs are shorter than a line through all of them';
  const interceptMs = Math.max(0, Math.floor(least) - 1);
  return {
    count: sized.length,
    explained,
    interceptMs,
    slopeMs,
    per,
    remainder: fitDurations(
      Float64Array.from(rest, (ms) => Math.max(0, ms - interceptMs)),
      draw,
    ),
    sizes: computeQuantiles(sized.map(({ size }) => size)),
    estimates: estimateLine(sized, slope),
  };
};

/** The out-of-sample R² of a line: negative if it predicts worse than the mean of those jobs. */
export const shareOnLine = ({ slopeMs, per, interceptMs, remainder }: SizeFit, jobs: JobTable): number | undefined => {
  const { sized } = listSized(jobs, undefined);
  if (sized.length < countMin) return undefined;
  const middle = computeMean(sized.map(({ ms }) => ms));
  const beside = interceptMs + computeMean(remainder.sorted);
  const [left, all] = sized.reduce(
    ([squares, whole], { size, ms }) => [squares + (ms - beside - (slopeMs * size) / per) ** 2, whole + (ms - middle) ** 2],
    [0, 0],
  );
  return all === 0 ? undefined : 1 - left / all;
};

const listSized = (
  jobs: JobTable,
  apart: ReadonlySet<number> | undefined,
): { readonly sized: readonly Sized[]; readonly unsized: number } => {
  const sized: Sized[] = [];
  let unsized = 0;
  for (let k = jobs.length - 1; k >= 0 && sized.length + unsized < countMax; k--) {
    const [size, ms] = [jobs.size.at(k), jobs.execution.at(k)];
    if (apart?.has(k) === true || !jobs.isDone(k) || Number.isNaN(ms)) continue;
    if (size >= 1) sized.push({ size, ms });
    else unsized += 1;
  }
  return { sized, unsized };
};

const lineIn = (sized: readonly Sized[]): ReturnType<typeof fitLine> =>
  fitLine(
    sized.map(({ size }) => size),
    sized.map(({ ms }) => ms),
  );

/** A scenario draws the residual independently of the size, so it must not depend on the size. */
const dependenceOfRest = (sized: readonly Sized[], rest: readonly number[]): string | undefined => {
  const sizes = sized.map(({ size }) => size);
  const middle = [...rest].sort((a, b) => a - b)[Math.floor(rest.length / 2)] ?? 0;
  const left = rankCorrelation(sizes, rest).value;
  if (Math.abs(left) > leftMost)
    return `the times do not lie along a line: what is left of them has a rank correlation of ${left.toFixed(2)} with the size`;
  const scatter = rankCorrelation(
    sizes,
    rest.map((ms) => Math.abs(ms - middle)),
  ).value;
  return Math.abs(scatter) > scatterMost
    ? `the times scatter ${scatter > 0 ? 'more' : 'less'} the larger a job is (rank correlation ${scatter.toFixed(2)}), and a line has the same scatter everywhere`
    : undefined;
};

const perFor = (slope: number): number => {
  let per = 1;
  while (slope * per < slopeMin && per < perMax) per *= 10;
  return per;
};

const computeQuantiles = (values: readonly number[]): readonly number[] => {
  const sorted = [...values].sort((a, b) => a - b);
  const count = Math.min(sizesKept, sorted.length);
  return Array.from({ length: count }, (_, k) => Math.round(sorted[Math.floor(((k + 0.5) * sorted.length) / count)] ?? 1));
};

/** The slope and the intercept, with heteroscedasticity-robust standard errors (White 1980). */
const estimateLine = (sized: readonly Sized[], slope: number): readonly FittedNumber[] => {
  const [sizes, times] = [sized.map(({ size }) => size), sized.map(({ ms }) => ms)];
  const [middle, mean] = [computeMean(sizes), computeMean(times)];
  const squares = sizes.reduce((sum, size) => sum + (size - middle) ** 2, 0);
  const beside = mean - slope * middle;
  let [ofSlope, ofBeside] = [0, 0];
  for (const { size, ms } of sized) {
    const error = ms - beside - slope * size;
    ofSlope += (((size - middle) / squares) * error) ** 2;
    ofBeside += ((1 / sized.length - (middle * (size - middle)) / squares) * error) ** 2;
  }
  const number = (name: string, value: number, variance: number): FittedNumber => {
    const half = normal95 * Math.sqrt(variance);
    return { name, value, low: value - half, high: value + half, unit: 'ms' };
  };
  return [number('for each unit of size', slope, ofSlope), number('beside it', beside, ofBeside)];
};

const computeMean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
