import { squareRoot } from '../../../kernel/math/exactMath.ts';
import type { Interval } from '../../../statistics/interval.ts';
import type { Study } from '../study.ts';

/**
 * The interval of a mean with what the records leave open that the scenario was fitted to. These are one draw from the endpoint, as each play is one
 * from the scenario: what is fitted to them is off by about as much as plays of their length scatter. So the variance of the mean of n plays,
 * a part 1/n of theirs, gets another part: the length of a play over that of the records. What is fitted by families is off by a little less.
 */
export const widenForRecords = (interval: Interval, plays: number, study: Pick<Study, 'spec' | 'configurations'>): Interval => {
  const { records } = study.spec;
  if (records === undefined) return interval;
  const { mean, low, high } = interval;
  const times = squareRoot(1 + (plays * lengthOfPlay(study)) / records);
  // No measure is less than nothing.
  return {
    mean,
    low: low === null ? null : Math.max(Math.min(0, low), mean - times * (mean - low)),
    high: high === null ? null : mean + times * (high - mean),
  };
};

/** As long as its longest load. */
const lengthOfPlay = ({ configurations: [first] }: Pick<Study, 'configurations'>): number =>
  (first?.scenario.spec.load ?? []).reduce((most, { start = 0, for: lasts = 0 }) => Math.max(most, start + lasts), 0);
