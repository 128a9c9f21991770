import { formatDuration } from '../kernel/time.ts';

/** A value of a measure in its unit, to three digits that matter: `2.94s`, `0.226 USD` without its unit, `97.9%`. */
export const amountText = (value: number, unit: string): string => {
  if (unit === 'ms') return durationText(value);
  if (unit === 'USD') return dollars(value);
  return unit === 'share' ? `${(value * 100).toFixed(1)}%` : String(Number(value.toPrecision(4)));
};

/** The same with the unit behind it, where the value does not say it. */
export const amountWithUnit = (value: number, unit: string): string =>
  unit === 'ms' || unit === 'share' ? amountText(value, unit) : `${amountText(value, unit)} ${unit}`;

const durationText = (ms: number): string => {
  if (ms < 0) return `-${durationText(-ms)}`;
  if (ms === 0) return '0s';
  if (ms < 999.5) return `${Number(ms.toPrecision(3))}ms`;
  // Three digits of seconds, and from ten minutes on whole seconds.
  return ms < 600_000 ? `${Number((ms / 1_000).toPrecision(3))}s` : formatDuration(Math.round(ms / 1_000) * 1_000);
};

const dollars = (value: number): string => (value >= 100 ? value.toFixed(2) : value.toFixed(4));
