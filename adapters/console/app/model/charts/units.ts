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
