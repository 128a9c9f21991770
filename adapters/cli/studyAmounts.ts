import { formatDuration } from '../../engine/index.ts';
import { type Goal, limitsOf, type MeasureReport, studyMeasures } from '../../engine/study/index.ts';

/** A mean, and how far its 95 % interval reaches to either side in the same unit: `15.1s ±0.4`. */
export const measureText = (measure: MeasureReport | null, unit: string): string => {
  if (measure === null) return 'none';
  const { mean, high } = measure;
  const reach = high === null ? 0 : high - mean;
  return `${amountText(mean, unit)}${reach === 0 ? '' : ` ±${reachText(reach, mean, unit)}`}`;
};

/** Two digits say how sure a mean is. Of a long duration, the unit is not the one in which it is written. */
const reachText = (reach: number, mean: number, unit: string): string => {
  if (unit === 'share') return rounded(reach * 100, 2);
  if (unit !== 'ms' || mean < 1_000) return rounded(reach, 2);
  return secondsIn(mean, 3) < secondsMax ? rounded(reach / 1_000, 2) : durationText(reach, 2);
};

/** An amount in its unit, with so many digits that say something. */
export const amountText = (value: number, unit: string, digits = 3): string => {
  switch (unit) {
    case 'ms':
      return durationText(value, digits);
    case 'USD':
      return `$${rounded(value, digits)}`;
    case 'share':
      return `${rounded(value * 100, digits)}%`;
    default:
      return rounded(value, digits);
  }
};

const durationText = (ms: number, digits: number): string => {
  // Less than this says nothing about a simulation in whole milliseconds.
  if (ms < 1_000) return `${rounded(ms < 1 ? Math.round(ms * 100) / 100 : ms, digits)}ms`;
  const seconds = secondsIn(ms, digits);
  return seconds < secondsMax ? `${seconds}s` : formatDuration(Math.round(ms / 1_000) * 1_000);
};

/** Longer durations are written in minutes and more. */
const secondsMax = 120;

const secondsIn = (ms: number, digits: number): number => Number((ms / 1_000).toPrecision(digits));

/** Without an exponent, and without rounding what stands before the point. */
const rounded = (value: number, digits: number): string =>
  Math.abs(value) >= 1_000 ? String(Math.round(value)) : String(Number(value.toPrecision(digits)));

/** The limits of a goal: `delayTime.p95 at most 5s`. */
export const goalWords = (goal: Goal): string =>
  limitsOf(goal)
    .map(({ name, lte, gte }) => {
      const unit = studyMeasures.get(name)?.unit ?? '';
      // As it was written, not rounded.
      const limit = (value: number): string => (unit === 'ms' ? formatDuration(value) : amountText(value, unit, 15));
      const words = [...(lte === undefined ? [] : [`at most ${limit(lte)}`]), ...(gte === undefined ? [] : [`at least ${limit(gte)}`])];
      return `${name} ${words.join(' and ')}`;
    })
    .join(', ');
