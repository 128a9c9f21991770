import type { Distribution } from '../../../cloud/handler/distribution.ts';
import { exp, squareRoot } from '../../../kernel/math/exactMath.ts';
import { computeQuantile, logMoments, medianByWeight, sortUp } from '../../../statistics/sample.ts';
import { studentQuantile } from '../../../statistics/studentT.ts';
import { capacityWords, describeHeld, describeWaits, fitCapacity, fitWaits, waitsWords } from './capacity.ts';
import { fitLevels, groupLevels, type LevelVariances, levelsWords, poolsWords } from './levels.ts';
import type { EstimatorName } from './quantities.ts';
import { describeCounts, fitRestores, type RestoreFit, restoresWords } from './restores.ts';
import type { Seen } from './seen.ts';

/** A value of a setting that was estimated, and how. */
interface Estimate {
  /** As the log has it. */
  readonly value: unknown;
  /** In words that a statistician accepts. */
  readonly words: string;
  readonly spread: string;
}

/** How far the logarithms of times of one kind deviate. */
export interface Usual {
  readonly deviation: number;
  readonly levels: LevelVariances;
}

/** Estimates a value from at least one observation, with times in milliseconds. */
type Estimator = (seen: readonly Seen[], usual: Usual) => Estimate;

export const estimators: Readonly<Record<EstimatorName, Estimator>> = {
  lognormal: (seen, { deviation }) => ({ value: fitLognormal(seen, deviation), words: lognormalWords(seen), spread: describeSpread(seen) }),
  levels: (seen, usual) => {
    const levels = groupLevels(seen);
    return { value: fitLevels(levels, usual.levels), words: levelsWords(levels), spread: describeSpread(seen) };
  },
  pools: (seen, usual) => {
    const levels = groupLevels(seen);
    return { value: fitLevels(levels, usual.levels).between, words: poolsWords(levels), spread: describeSpread(seen) };
  },
  median: (seen) => ({ value: Math.round(medianByRun(seen)), words: `median of ${countWords(seen)}`, spread: describeSpread(seen) }),
  'short-hours': (seen) => ({ value: fitCapacity(seen).shortHours, words: capacityWords, spread: describeHeld(seen) }),
  'held-share': (seen) => ({ value: fitCapacity(seen).heldShare, words: capacityWords, spread: describeHeld(seen) }),
  waits: (seen, { deviation }) => ({ value: fitWaits(seen, deviation), words: waitsWords, spread: describeWaits(seen) }),
  restores: (seen) => restoresPart(seen, 'percent'),
  'restores-spread': (seen) => restoresPart(seen, 'spread'),
  'restores-life': (seen) => restoresPart(seen, 'lifeMs'),
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

const lognormalWords = (seen: readonly Seen[]): string =>
  seen.length === 1
    ? 'the one value; plays draw about it as far as all times of its kind deviate, which is supposed and was not seen'
    : `lognormal of ${countWords(seen)}: the median, each run counted once, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t), their variance drawn to that of all times of its kind as by ${usualValues} values more`;

/** The median of values, weighted so that every run counts as one value. */
export const medianByRun = (seen: readonly Seen[]): number => {
  const weigh = shareOfRun(seen);
  return medianByWeight(seen.map((one) => ({ value: Number(one.value), weight: weigh(one) })));
};

/** The weight of a value in a sample in which every run counts as one value. */
const shareOfRun = (seen: readonly Seen[]): ((one: Seen) => number) => {
  const perRun = new Map<string, number>();
  for (const { run } of seen) perRun.set(run, (perRun.get(run) ?? 0) + 1);
  return ({ run }) => 1 / (perRun.get(run) ?? 1);
};

const describeSpread = (seen: readonly Seen[]): string => {
  const sorted = sortUp(listNumbers(seen));
  const [low, high] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  if (low === high) return `${Math.round(low)}, ${countWords(seen)}`;
  const quartiles = [0.25, 0.75].map((share) => Math.round(computeQuantile(sorted, share)));
  return `${Math.round(low)} to ${Math.round(high)}, quartiles ${quartiles.join(' and ')}`;
};

const restoresPart = (seen: readonly Seen[], part: keyof RestoreFit): Estimate => ({
  value: fitRestores(seen)[part],
  words: restoresWords,
  spread: describeCounts(seen),
});

const countWords = (seen: readonly Seen[]): string => {
  const runs = new Set(seen.map(({ run }) => run)).size;
  return seen.length === 1 ? 'one value' : `${seen.length} values of ${runs === 1 ? 'one run' : `${runs} runs`}`;
};
