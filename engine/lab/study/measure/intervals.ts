import type { IntervalOf } from '../../../statistics/interval.ts';
import { intervalOfShare } from '../../../statistics/shareInterval.ts';
import { farIntervalOfSkewed, intervalOfSkewed } from '../../../statistics/skewedInterval.ts';
import type { PlayResult } from '../results/result.ts';
import { countUnits } from './shares.ts';

/** How the interval of a measure is found: that of a share of days or plays counts these. `results` are some of its plays. */
export const intervalFor = (name: string, results: readonly PlayResult[]): IntervalOf => {
  const units = countUnits(name, results);
  if (units === undefined) return intervalOfSkewed;
  return (values, level) => intervalOfShare(values, (units * values.length) / results.length, level);
};

/** Of the intervals that a table shows, and of one that has a limit to itself. */
export const shownLevel = 0.95;

/** How the interval is found that must lie within a limit, where many configurations share a level ({@link farIntervalOfSkewed}). */
export const sureInterval = (intervalOf: IntervalOf, level: number): IntervalOf =>
  level > shownLevel && intervalOf === intervalOfSkewed ? farIntervalOfSkewed : intervalOf;
