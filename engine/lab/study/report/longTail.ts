import { isTailTooLong, tailIndexOf } from '../../../statistics/tailIndex.ts';
import { lowerBoundOf, mergeHistograms } from '../measure/histogram.ts';
import type { SeededResult } from '../results/known.ts';
import { durationNames } from '../results/result.ts';

/**
 * Whether the durations of a measure are such that its plays do not say how far up its mean may lie: where one job in a thousand is as long as all
 * others, no play may have met it. All jobs of all plays say that, and the plays' own values do not. `values` is how many these are.
 */
export const hasLongTail = (measure: string, plays: readonly SeededResult[], values: number): boolean => {
  const [name, which = ''] = measure.split('.');
  const duration = durationNames.find((one) => one === name);
  if (duration === undefined) return false;
  const tallies = plays.map(({ result }) => result.durations[duration]);
  const jobs = tallies.reduce((sum, { n }) => sum + n, 0) / values;
  const seen = mergeHistograms(tallies.map(({ bins }) => bins)).map(([bin, weight]) => ({ value: lowerBoundOf(bin), weight }));
  return isTailTooLong(tailIndexOf(seen), rankOf(which, jobs));
};

/** Of a percentile, how many of so many durations are at least as long; of the mean and the longest, one decides. */
const rankOf = (which: string, jobs: number): number =>
  /^p\d+$/.test(which) ? 1 + Math.floor((jobs * (100 - Number(which.slice(1)))) / 100) : 1;
