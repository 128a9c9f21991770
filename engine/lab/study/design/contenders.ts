import type { Contender } from '../../../statistics/constrained.ts';
import type { IntervalOf } from '../../../statistics/interval.ts';
import type { Goal } from '../format/format.ts';
import { listLimits } from '../format/goalLimits.ts';
import { batchValues } from '../measure/batches.ts';
import { intervalFor, mapInterval } from '../measure/intervals.ts';
import { hasLongTail } from '../measure/longTail.ts';
import { findMeasure } from '../measure/shares.ts';
import type { PlayResult } from '../results/result.ts';

/**
 * A configuration as its goal sees it. `inEach`: the results of its plays in each circumstance, in the order of the seeds. It has a limit for each
 * bound of the goal in each circumstance, the first circumstance's first. If the goal minimizes nothing, its place counts: the
 * first is best. `shapes`: the tail shapes of its job times, if its scenario gives them ({@link hasLongTail}).
 */
export const buildContender = (
  goal: Goal,
  inEach: readonly (readonly PlayResult[])[],
  place: number,
  shapes: readonly (number | undefined)[] = [],
): Contender => ({
  objective: Array.from({ length: Math.min(...inEach.map(({ length }) => length)) }, (_, k) =>
    computeObjective(
      goal,
      inEach.flatMap((results) => results[k] ?? []),
      place,
    ),
  ),
  rooms: inEach.flatMap((results) =>
    listBounds(goal).map((bound) => results.flatMap((result) => valuesIn(bound.name, result)).map((value) => measureRoom(bound, value))),
  ),
  intervals: inEach.flatMap((results, k) => listBounds(goal).map((bound) => roomInterval(bound, results, shapes[k]))),
});

/** The interval of a measure's distance within its limit, from the interval of the measure itself. A measure with too long a tail is never within an upper limit. */
const roomInterval = ({ name, atLeast, atMost }: GoalBound, results: readonly PlayResult[], shape: number | undefined): IntervalOf => {
  const computeInterval = intervalFor(name, results, true);
  return (rooms, level) => {
    if (atMost === undefined) {
      const { mean, low, high } = computeInterval(
        rooms.map((room) => room + atLeast),
        level,
      );
      return { mean: mean - atLeast, low: low === null ? null : low - atLeast, high: high === null ? null : high - atLeast };
    }
    const room = mapInterval(
      computeInterval(
        rooms.map((one) => atMost - one),
        level,
      ),
      (value) => atMost - value,
    );
    // The tail is estimated only if it decides, because that takes all jobs of all plays.
    const isWithin = room.low !== null && room.low >= 0;
    return isWithin && hasLongTail(name, results.slice(0, rooms.length), rooms.length, shape) ? { ...room, low: null } : room;
  };
};

/** The number of limits that a configuration has in one circumstance. */
export const countBounds = (goal: Goal): number => listBounds(goal).length;

type GoalBound = { readonly name: string } & (
  | { readonly atLeast: number; readonly atMost?: undefined }
  | { readonly atLeast?: undefined; readonly atMost: number }
);

const listBounds = (goal: Goal): readonly GoalBound[] =>
  listLimits(goal).flatMap(({ name, lte, gte }): readonly GoalBound[] => [
    ...(lte === undefined ? [] : [{ name, atMost: lte }]),
    ...(gte === undefined ? [] : [{ name, atLeast: gte }]),
  ]);

const measureRoom = ({ atLeast, atMost }: GoalBound, value: number | null): number | null =>
  value === null ? null : atMost === undefined ? value - atLeast : atMost - value;

/** One for each play, or one for each batch of a long play; null if a play has none. */
const valuesIn = (name: string, result: PlayResult): readonly (number | null)[] => batchValues(name, result) ?? [playValue(name, result)];

const playValue = (name: string, result: PlayResult): number | null =>
  result.verdict === 'failed' ? null : (findMeasure(name)?.of(result) ?? null);

/**
 * The mean over the circumstances of the plays with one seed, negated if it is maximized, so that less is better. Null if a play failed,
 * or does not have the measure.
 */
const computeObjective = ({ minimize, maximize }: Goal, results: readonly PlayResult[], place: number): number | null => {
  const name = minimize ?? maximize;
  const values = results.map((result) => (name === undefined ? (result.verdict === 'failed' ? null : place) : playValue(name, result)));
  if (values.includes(null)) return null;
  const mean = values.reduce<number>((sum, value) => sum + (value ?? 0), 0) / values.length;
  return maximize === undefined ? mean : -mean;
};
