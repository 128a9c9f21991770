import type { Interval, IntervalOf } from '../../../statistics/interval.ts';
import { isConstant } from '../../../statistics/moments.ts';
import { intervalOfShare } from '../../../statistics/shareInterval.ts';
import { intervalOfAmounts, sureIntervalOfAmounts } from '../../../statistics/skewedInterval.ts';
import type { PlayResult } from '../results/result.ts';
import { countUnits, readShare } from './shares.ts';

/** Of the intervals that a table shows, and of one that has a limit to itself. */
export const shownLevel = 0.95;

/**
 * How the interval of a measure is found, none of which is ever less than 0: that of a share of days or plays counts these. A share of jobs, or of time, is at
 * most 1, and its tail is below: its interval is that of the rest. `results` are some of its plays. `isSure`: set if it must lie within a limit, so that the
 * report would say that it surely does. Of a percentile of durations, and of a share of jobs, the jobs say whether there may be a longer tail than plays show.
 */
export const intervalFor = (name: string, results: readonly PlayResult[], isSure = false): IntervalOf => {
  const units = countUnits(name, results);
  if (units !== undefined) return (values, level) => intervalOfShare(values, (units * values.length) / results.length, level);
  if (readShare(name) !== undefined) return intervalOfJobs;
  return isSure && !isPercentile(name) ? sureIntervalOfAmounts : intervalOfAmounts;
};

/**
 * The interval of a share of the jobs of each play. If all jobs of all plays are the same, only this is known of each play: a play in which
 * all go wrong may be as rare as plays say, and no rarer.
 */
const intervalOfJobs: IntervalOf = (values, level) =>
  isConstant(values) && (values[0] === 0 || values[0] === 1)
    ? intervalOfShare(values, values.length, level)
    : mapInterval(intervalOfAmounts(values.map(rest), level), rest);

const isPercentile = (name: string): boolean => /\.p\d+$/.test(name);

const rest = (share: number): number => 1 - share;

/** The interval of a decreasing function of the values, such as the rest of a share. */
export const mapInterval = ({ mean, low, high }: Interval, fall: (value: number) => number): Interval => ({
  mean: fall(mean),
  low: high === null ? null : fall(high),
  high: low === null ? null : fall(low),
});
