import { squareRoot } from '../../../kernel/math/exactMath.ts';
import type { Interval } from '../../../statistics/interval.ts';
import { lengthOfPlay } from '../design/shares.ts';
import { readShare } from '../measure/shares.ts';
import type { Study } from '../study.ts';

/**
 * The interval of a mean, widened by the uncertainty of the records that the scenario was fitted to. These are one draw from the endpoint,
 * as each play is one from the scenario: the fit is off by about as much as plays of their length scatter. So the variance of the mean of n
 * plays, a part 1/n of theirs, gets another part: the length of a play over that of the records. Fitted families are off by a little less.
 */
export const widenForRecords = (
  name: string,
  interval: Interval,
  plays: number,
  study: Pick<Study, 'spec' | 'configurations'>,
): Interval => {
  const { records } = study.spec;
  if (records === undefined) return interval;
  const { mean, low, high } = interval;
  const [first] = study.configurations;
  const times = squareRoot(1 + (plays * (first === undefined ? 0 : lengthOfPlay(first))) / records);
  // No measure is negative, and no share of jobs, days or plays is above 1.
  const most = readShare(name) === undefined ? Number.POSITIVE_INFINITY : 1;
  return {
    mean,
    low: low === null ? null : Math.max(Math.min(0, low), mean - times * (mean - low)),
    high: high === null ? null : Math.min(most, mean + times * (high - mean)),
  };
};
