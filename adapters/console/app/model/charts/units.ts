import { sayDuration } from '../../../../../engine/kernel/index.ts';
import type { Unit } from './charts.ts';

/** A value as the legend of a chart says it. */
export const valueText = (unit: Unit, value: number): string => {
  switch (unit) {
    case 'count':
      return String(value);
    case 'ms':
      return sayDuration(value);
    case 'usdPerSecond':
    case 'usd':
      return usd(value);
  }
};

/** Dollars to three digits that matter: what a second costs is far less than a cent. */
export const usd = (value: number): string => {
  if (value === 0) return '$0';
  if (value >= 0.995) return `$${value.toFixed(2)}`;
  return `$${value.toFixed(Math.min(9, 2 - Math.floor(Math.log10(value)))).replace(/0+$/, '')}`;
};
