import type { Weighted } from '../../../statistics/sample.ts';
import { estimateTailIndex, isQueueTailTooLong, isTailTooLong } from '../../../statistics/tailIndex.ts';
import { type DurationName, isDuration } from '../../../world/reports/record/namedMeasures.ts';
import type { PlayResult } from '../results/result.ts';
import { findLowerBound, mergeHistograms } from './histogram.ts';

/**
 * Whether the durations of a measure are such that its plays do not say how far up its mean may lie: if one job in a thousand is as long as all
 * others, no play may have met it. All jobs of all plays say that, and the plays' own values do not. `values` is how many these are. Waits are not
 * independent, as one long job makes all those wait that come after it: so of them, the times say it for which jobs run. `shape` is that of these times
 * if the scenario itself gives it.
 */
export const hasLongTail = (measure: string, results: readonly PlayResult[], values: number, shape?: number): boolean => {
  const [name = '', which = ''] = measure.split('.');
  if (!isDuration(name)) return false;
  if (isWait(measure)) return isQueueTailTooLong(timesIn('executionTime', results), shape);
  const jobs = results.reduce((sum, { durations }) => sum + durations[name].n, 0) / values;
  return isTailTooLong(estimateTailIndex(timesIn(name, results)), computeRank(which, jobs));
};

/** Whether a measure includes how long jobs wait. */
export const isWait = (measure: string): boolean => /^(?:delayTime|totalTime)\./.test(measure);

const timesIn = (name: DurationName, results: readonly PlayResult[]): readonly Weighted[] =>
  mergeHistograms(results.map(({ durations }) => durations[name].bins)).map(([bin, weight]) => ({ value: findLowerBound(bin), weight }));

/** How many of the durations are at least as long as a percentile; for the mean and the longest, one decides. */
const computeRank = (which: string, jobs: number): number =>
  /^p\d+$/.test(which) ? 1 + Math.floor((jobs * (100 - Number(which.slice(1)))) / 100) : 1;
