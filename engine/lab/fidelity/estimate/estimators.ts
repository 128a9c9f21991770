import type { Distribution } from '../../../cloud/handler/distribution.ts';
import { ln } from '../../../kernel/math/exactMath.ts';
import { logMoments, medianOf, predictionFactor, quantileOf, sortUp } from '../../../statistics/sample.ts';
import type { EstimatorName } from './quantities.ts';

/** A value of a setting that was estimated, and how. */
export interface Estimate {
  /** As the log has it. */
  readonly value: unknown;
  /** In words that a statistician accepts. */
  readonly words: string;
  readonly spread: string;
}

/** Makes a value of what was seen, in milliseconds; there is at least one. */
export const estimators: Readonly<Record<EstimatorName, (seen: readonly unknown[]) => Estimate>> = {
  lognormal: (seen) => {
    const values = numbersOf(seen);
    return { value: lognormalOf(values), words: lognormalWords(values.length), spread: spreadOf(values) };
  },
  modes: (seen) => {
    const values = numbersOf(seen);
    const modes = splitModes(values);
    const parts = modes.map((mode) => ({ of: lognormalOf(mode), weight: mode.length }));
    const [only, ...others] = parts;
    return {
      value: others.length === 0 ? only?.of : { kind: 'mixture', parts },
      words:
        others.length === 0
          ? lognormalWords(values.length)
          : `two modes, parted at the widest gap of the logarithms (${modes.map(({ length }) => length).join(' and ')} values); each ${lognormalWords()}`,
      spread: spreadOf(values),
    };
  },
  median: (seen) => {
    const values = numbersOf(seen);
    return { value: Math.round(medianOf(values)), words: `median of ${countWords(values.length)}`, spread: spreadOf(values) };
  },
  percent: (seen) => {
    const values = numbersOf(seen);
    return {
      value: Math.min(100, Math.round(medianOf(values) * 100)),
      words: `share, ${countWords(values.length)}`,
      spread: countWords(values.length),
    };
  },
  list: (seen) => ({ value: numbersOf(seen).map(Math.round), words: 'as it was seen, in order', spread: 'one transcript' }),
  choice: (seen) => ({ value: String(seen[0]), words: 'as it was seen', spread: `${countWords(seen.length)}` }),
};

const numbersOf = (seen: readonly unknown[]): readonly number[] => seen.map(Number);

/** The median of the sample; its 95th percentile by the prediction interval of the logarithms. One value alone is a constant. */
const lognormalOf = (values: readonly number[]): Distribution | number => {
  const medianMs = Math.max(1, Math.round(medianOf(values)));
  const { deviation } = logMoments(values);
  if (values.length < 2 || deviation === 0) return medianMs;
  const p95Ms = Math.max(medianMs + 1, Math.round(medianMs * predictionFactor(values.length, deviation)));
  return { kind: 'lognormal', medianMs, p95Ms };
};

const lognormalWords = (n?: number): string =>
  n === 1
    ? 'the one value'
    : `lognormal${n === undefined ? '' : ` of ${n} values`}: the median of the sample, and as p95 the upper end of the 90 % prediction interval of the logarithms (Student's t)`;

/** One mode, or two where the widest gap between the logarithms is over three times their usual gap, and parts at least two values from the others. */
const splitModes = (values: readonly number[]): readonly (readonly number[])[] => {
  const sorted = sortUp(values);
  const gaps = sorted.slice(1).map((value, k) => ln(value / (sorted[k] ?? value)));
  const widest = gaps.reduce((best, gap, k) => (gap > (gaps[best] ?? 0) ? k : best), 0);
  const usual = gaps.length === 0 ? 0 : medianOf(gaps);
  const [low, high] = [sorted.slice(0, widest + 1), sorted.slice(widest + 1)];
  return low.length >= 2 && high.length >= 2 && (gaps[widest] ?? 0) > 3 * usual ? [low, high] : [sorted];
};

const spreadOf = (values: readonly number[]): string => {
  const sorted = sortUp(values);
  const [low, high] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  if (low === high) return `${Math.round(low)} ms, ${countWords(values.length)}`;
  const quartiles = [0.25, 0.75].map((share) => Math.round(quantileOf(sorted, share)));
  return `${Math.round(low)} to ${Math.round(high)} ms, quartiles ${quartiles.join(' and ')}`;
};

const countWords = (n: number): string => (n === 1 ? 'one value' : `${n} values`);
