import type { Contender } from '../../../statistics/constrained.ts';
import type { IntervalOf } from '../../../statistics/interval.ts';
import { intervalOfSkewed } from '../../../statistics/skewedInterval.ts';
import type { Goal } from '../format/format.ts';
import { limitsOf } from '../format/goalLimits.ts';
import { batchValues } from '../measure/batches.ts';
import { intervalFor } from '../measure/intervals.ts';
import { findMeasure } from '../measure/shares.ts';
import type { PlayResult } from '../results/result.ts';

/**
 * A configuration as its goal sees it. `inEach`: the results of its plays in each circumstance, in the order of the seeds. It has a limit for each
 * bound of the goal in each circumstance, those of the first circumstance first. Where the goal wants the least of nothing, its place counts: the
 * first is best.
 */
export const contenderOf = (goal: Goal, inEach: readonly (readonly PlayResult[])[], place: number): Contender => ({
  objective: Array.from({ length: Math.min(...inEach.map(({ length }) => length)) }, (_, k) =>
    objectiveOf(
      goal,
      inEach.flatMap((results) => results[k] ?? []),
      place,
    ),
  ),
  rooms: inEach.flatMap((results) => boundsOf(goal).map(({ name, room }) => results.flatMap((result) => valuesIn(name, result)).map(room))),
  intervals: inEach.flatMap((results) => boundsOf(goal).map((bound) => roomInterval(bound, results))),
});

/** That of how far within a limit a measure lies, which is at least so much: a share of days or plays is counted as one. */
const roomInterval = ({ name, atLeast }: Bound, results: readonly PlayResult[]): IntervalOf => {
  const intervalOf = intervalFor(name, results);
  if (intervalOf === intervalOfSkewed || atLeast === undefined) return intervalOfSkewed;
  return (values, level) => {
    const { mean, low, high } = intervalOf(
      values.map((value) => value + atLeast),
      level,
    );
    return { mean: mean - atLeast, low: low === null ? null : low - atLeast, high: high === null ? null : high - atLeast };
  };
};

/** How many limits a configuration has in one circumstance. */
export const countBounds = (goal: Goal): number => boundsOf(goal).length;

interface Bound {
  readonly name: string;
  readonly atLeast?: number;
  readonly room: (value: number | null) => number | null;
}

const boundsOf = (goal: Goal): readonly Bound[] =>
  limitsOf(goal).flatMap(({ name, lte, gte }) => [
    ...(lte === undefined ? [] : [{ name, room: (value: number | null) => (value === null ? null : lte - value) }]),
    ...(gte === undefined ? [] : [{ name, atLeast: gte, room: (value: number | null) => (value === null ? null : value - gte) }]),
  ]);

/** One for each play, or one for each batch of a long play; null where a play has none. */
const valuesIn = (name: string, result: PlayResult): readonly (number | null)[] => batchValues(name, result) ?? [playValue(name, result)];

const playValue = (name: string, result: PlayResult): number | null =>
  result.verdict === 'failed' ? null : (findMeasure(name)?.of(result) ?? null);

/** Of the plays with one seed, the mean over the circumstances, so that less is better; null where a play failed, or does not have the measure. */
const objectiveOf = ({ minimize, maximize }: Goal, results: readonly PlayResult[], place: number): number | null => {
  const name = minimize ?? maximize;
  const values = results.map((result) => (name === undefined ? (result.verdict === 'failed' ? null : place) : playValue(name, result)));
  if (values.includes(null)) return null;
  const mean = values.reduce<number>((sum, value) => sum + (value ?? 0), 0) / values.length;
  return maximize === undefined ? mean : -mean;
};
