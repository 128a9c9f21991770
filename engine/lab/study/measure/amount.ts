import { formatDuration, sayDuration } from '../../../kernel/time.ts';
import type { Interval } from '../../../statistics/interval.ts';
import { readShare, unitOfShare } from './shares.ts';

/** A value of a measure in its unit, with its significant digits: `15.1 s`, `$0.425`, `97.9%`, `12`. */
export const amountText = (value: number, unit: string, digits = 3): string => {
  if (value < 0) return `-${amountText(-value, unit, digits)}`;
  switch (unit) {
    case 'ms':
      // Less than this says nothing about a simulation in whole milliseconds.
      return sayDuration(value < 1 ? Math.round(value * 100) / 100 : value);
    case 'USD':
      return `$${roundToText(value, digits)}`;
    case 'share':
      return `${roundToText(value * 100, digits)}%`;
    case 'tokens/USD':
      return `${roundToText(value / million, digits)}M`;
    default:
      return roundToText(value, digits);
  }
};

const million = 1_000_000;

/** The same with the unit behind it, if the value does not say it. */
export const amountWithUnit = (value: number, unit: string): string =>
  unit === 'ms' || unit === 'share' || unit === 'USD' ? amountText(value, unit) : `${amountText(value, unit)} ${unit}`;

/** The limit of a measure: `delayTime.p95 at most 5s`. As it was written, not rounded. */
export const limitText = (measure: string, unit: string, atMost: number | null, atLeast: number | null): string => {
  const share = readShare(measure);
  if (share !== undefined) {
    const kept = limitText(share.measure, unitOfShare(share), share.lte ?? null, share.gte ?? null);
    return `${kept} in at least ${amountText(atLeast ?? 0, 'share', 15)} of ${share.whole}`;
  }
  const limit = (value: number): string => (unit === 'ms' ? formatDuration(value) : amountText(value, unit, 15));
  const words = [...(atMost === null ? [] : [`at most ${limit(atMost)}`]), ...(atLeast === null ? [] : [`at least ${limit(atLeast)}`])];
  return `${measure} ${words.join(' and ')}`;
};

/**
 * The suffix of a mean: how far its interval reaches, ` ±0.4`; down and up if one is much longer, ` -3.9 +29`; ` ±?` if the plays do not
 * say; and nothing if all plays are the same, or there is only one.
 */
export const plusMinusText = ({ n, mean, low, high }: Interval & { readonly n: number }, unit: string): string => {
  if (low === null || high === null) return n > 1 ? ' ±?' : '';
  const [down, up] = [mean - low, high - mean];
  const longer = Math.max(down, up);
  if (longer === 0) return '';
  if (longer <= unevenFrom * Math.min(down, up)) return ` ±${reachText(longer, mean, unit)}`;
  return ` -${reachText(down, mean, unit)} +${reachText(up, mean, unit)}`;
};

/** From here on, a single figure would say too much of one side. */
const unevenFrom = 3;

/** The half width of a mean's interval: two digits, in the mean's unit, which is left out. */
const reachText = (reach: number, mean: number, unit: string): string => {
  if (unit === 'share') return roundToText(reach * 100, 2);
  if (unit === 'tokens/USD') return roundToText(reach / million, 2);
  if (unit !== 'ms' || mean < secondsFrom) return roundToText(reach, 2);
  return mean < minutesFrom ? roundToText(reach / 1_000, 2) : sayDuration(Number(reach.toPrecision(2)));
};

/** From here on `sayDuration` says seconds, and minutes and seconds. */
const [secondsFrom, minutesFrom] = [999.5, 59_950];

/** Without an exponent, and without rounding the digits before the point. */
const roundToText = (value: number, digits: number): string =>
  Math.abs(value) >= 1_000 ? String(Math.round(value)) : String(Number(value.toPrecision(digits)));
