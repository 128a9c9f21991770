import { formatDuration } from '../../../../../engine/kernel/index.ts';
import type { Unit } from './charts.ts';

/** A value as the legend of a chart says it. */
export const valueText = (unit: Unit, value: number): string => {
  switch (unit) {
    case 'count':
      return String(value);
    case 'ms':
      return durationText(value);
    case 'usdPerSecond':
    case 'usd':
      return usd(value);
  }
};

/** Three digits of a duration below a minute, and no more than seconds above it. */
const durationText = (ms: number): string => {
  if (ms === 0) return '0s';
  if (ms < 1_000) return `${Math.round(ms)}ms`;
  return ms < 59_950 ? `${Number((ms / 1_000).toPrecision(3))}s` : formatDuration(Math.round(ms / 1_000) * 1_000);
};

/** Dollars to three digits that matter: what a second costs is far less than a cent. */
export const usd = (value: number): string => {
  if (value === 0) return '$0';
  if (value >= 0.995) return `$${value.toFixed(2)}`;
  return `$${value.toFixed(Math.min(9, 2 - Math.floor(Math.log10(value)))).replace(/0+$/, '')}`;
};

/** Steps of an axis of durations that people read well, in ms. */
// biome-ignore format: a table
export const durationSteps: readonly number[] = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000,
  60_000, 120_000, 300_000, 600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000, 43_200_000, 86_400_000, 172_800_000, 604_800_000,
];

/** The next of 1, 2, 5, 10, 20, … */
export const roundAbove = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value));
  return Number(((([1, 2, 5].find((digit) => digit * power >= value) ?? 10) as number) * power).toPrecision(12));
};

/** The step between the numbers of an axis, which is at least so large. */
export const axisStep = (unit: Unit, least: number): number => {
  if (unit === 'ms') return durationSteps.find((step) => step >= least) ?? least;
  return unit === 'count' ? Math.max(1, roundAbove(least)) : roundAbove(least);
};
