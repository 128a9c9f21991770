import type { Distribution } from '../../../cloud/handler/distribution.ts';
import { exp, ln, squareRoot } from '../../../kernel/math/exactMath.ts';
import { computeQuantile, logMoments, medianByWeight, sortUp } from '../../../statistics/sample.ts';
import { studentQuantile } from '../../../statistics/studentT.ts';
import type { EstimatorName } from './quantities.ts';
import type { Seen } from './seen.ts';
import { fitSnapshot } from './snapshot.ts';

/** A value of a setting that was estimated, and how. */
interface Estimate {
  /** As the log has it. */
  readonly value: unknown;
  /** In words that a statistician accepts. */
  readonly words: string;
  readonly spread: string;
}

/** Estimates a value from at least one observation, with times in milliseconds. `usual` is the usual deviation of the logarithms of a time. */
type Estimator = (seen: readonly Seen[], usual: number) => Estimate;

export const estimators: Readonly<Record<EstimatorName, Estimator>> = {
  lognormal: (seen, usual) => ({ value: fitLognormal(seen, usual), words: lognormalWords(seen), spread: describeSpread(seen) }),
  modes: (seen, usual) => {
    const modes = splitModes(seen);
    const [only, ...others] = modes;
    if (only === undefined || others.length === 0)
      return { value: fitLognormal(seen, usual), words: lognormalWords(seen), spread: describeSpread(seen) };
    const parts = modes.map((mode) => ({ of: fitLognormal(mode, usual), weight: Math.round(100 * sumOfShares(mode, seen)) }));
    const words = `two modes, parted at the widest gap of the logarithms (${modes.map(({ length }) => length).join(' and ')} values), and each run counted once for their shares; each ${lognormalWords()}`;
    return { value: { kind: 'mixture', parts }, words, spread: describeSpread(seen) };
  },
  median: (seen) => ({ value: Math.round(medianByRun(seen)), words: `median of ${countWords(seen)}`, spread: describeSpread(seen) }),
  'snapshot-hit': (seen) => ({ value: fitSnapshot(seen).percent, words: fitWords, spread: describeCounts(seen) }),
  'snapshot-life': (seen) => ({ value: fitSnapshot(seen).lifeMs, words: fitWords, spread: describeCounts(seen) }),
  nothing: (seen) => ({ value: 0, words: 'nothing: the rate has all of it', spread: countWords(seen) }),
  list: (seen) => ({ value: listNumbers(seen).map(Math.round), words: 'as it was seen, in order', spread: 'one transcript' }),
  choice: (seen) => ({ value: String(seen[0]?.value), words: 'as it was seen', spread: countWords(seen) }),
};

export const listNumbers = (seen: readonly Seen[]): readonly number[] => seen.map(({ value }) => Number(value));

/** The weight of the usual deviation, as a number of additional values. */
const usualValues = 3;

/** The usual deviation of the logarithms of a quantity: the variances of the quantities with several values, pooled. */
export const usualDeviation = (samples: readonly (readonly number[])[]): number => {
  const several = samples
    .filter(({ length }) => length > 1)
    .map((values) => ({ n: values.length - 1, ...logMoments(values.map(notZero)) }));
  const degrees = several.reduce((sum, { n }) => sum + n, 0);
  return degrees === 0 ? 0 : squareRoot(several.reduce((sum, { n, deviation }) => sum + n * deviation * deviation, 0) / degrees);
};

const notZero = (value: number): number => Math.max(1, value);

/** The median, each run counted once; its 95th percentile by the prediction interval of the logarithms, whose variance is drawn to the usual one. */
const fitLognormal = (seen: readonly Seen[], usual: number): Distribution => {
  const medianMs = Math.max(1, Math.round(medianByRun(seen)));
  const n = seen.length;
  const { deviation } = logMoments(listNumbers(seen).map(notZero));
  const degrees = n - 1 + usualValues;
  const drawn = squareRoot(((n - 1) * deviation * deviation + usualValues * usual * usual) / degrees);
  const factor = exp(studentQuantile(degrees, 0.9) * drawn * squareRoot(1 + 1 / n));
  if (drawn === 0) return { kind: 'fixed', ms: medianMs };
  return { kind: 'lognormal', medianMs, p95Ms: Math.max(medianMs + 1, Math.round(medianMs * factor)) };
};

const lognormalWords = (seen?: readonly Seen[]): string =>
  seen?.length === 1
    ? 'the one value; plays draw about it as far as all times of its kind deviate, which is supposed and was not seen'
    : `lognormal${seen === undefined ? '' : ` of ${countWords(seen)}`}: the median, each run counted once, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t), their variance drawn to that of all times of its kind as by ${usualValues} values more`;

/** The median of values, weighted so that every run counts as one value. */
const medianByRun = (seen: readonly Seen[]): number => {
  const weigh = shareOfRun(seen);
  return medianByWeight(seen.map((one) => ({ value: Number(one.value), weight: weigh(one) })));
};

/** The number of runs that these values of a sample come from. A run with some of its values here counts in proportion. */
const sumOfShares = (some: readonly Seen[], all: readonly Seen[]): number => {
  const weigh = shareOfRun(all);
  return some.reduce((sum, one) => sum + weigh(one), 0);
};

/** The weight of a value in a sample in which every run counts as one value. */
const shareOfRun = (seen: readonly Seen[]): ((one: Seen) => number) => {
  const perRun = new Map<string, number>();
  for (const { run } of seen) perRun.set(run, (perRun.get(run) ?? 0) + 1);
  return ({ run }) => 1 / (perRun.get(run) ?? 1);
};

/** One mode; two if the widest gap between the logarithms, with at least two values on either side, is over three times their usual gap. */
const splitModes = (seen: readonly Seen[]): readonly (readonly Seen[])[] => {
  const sorted = [...seen].sort((a, b) => Number(a.value) - Number(b.value));
  const logs = sorted.map(({ value }) => ln(notZero(Number(value))));
  const gaps = logs.slice(1).map((value, k) => value - (logs[k] ?? value));
  const inside = gaps.flatMap((_, k) => (k >= 1 && k < gaps.length - 1 ? [k] : []));
  const widest = inside.reduce((best, k) => ((gaps[k] ?? 0) > (gaps[best] ?? 0) ? k : best), inside[0] ?? 0);
  const usual = gaps.length === 0 ? 0 : computeQuantile(sortUp(gaps), 0.5);
  const [low, high] = [sorted.slice(0, widest + 1), sorted.slice(widest + 1)];
  return low.length >= 2 && high.length >= 2 && (gaps[widest] ?? 0) > 3 * usual ? [low, high] : [sorted];
};

const describeSpread = (seen: readonly Seen[]): string => {
  const sorted = sortUp(listNumbers(seen));
  const [low, high] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  if (low === high) return `${Math.round(low)}, ${countWords(seen)}`;
  const quartiles = [0.25, 0.75].map((share) => Math.round(computeQuantile(sorted, share)));
  return `${Math.round(low)} to ${Math.round(high)}, quartiles ${quartiles.join(' and ')}`;
};

const fitWords =
  'maximum likelihood of the counts, for the chance and the life together: the chance falls linearly with the time without use. One restore and one start more are supposed right after the last use (Laplace)';

const describeCounts = (seen: readonly Seen[]): string =>
  seen.map(({ value, of = 1, after = 0 }) => `${value} of ${of} after ${Math.round(after / 1_000)} s`).join('; ');

const countWords = (seen: readonly Seen[]): string => {
  const runs = new Set(seen.map(({ run }) => run)).size;
  return seen.length === 1 ? 'one value' : `${seen.length} values of ${runs === 1 ? 'one run' : `${runs} runs`}`;
};
