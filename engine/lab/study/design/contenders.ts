import type { Contender } from '../../../statistics/constrained.ts';
import type { Goal } from '../format/format.ts';
import { limitsOf } from '../format/goalLimits.ts';
import { batchValues } from '../measure/batches.ts';
import { studyMeasures } from '../measure/measures.ts';
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
});

/** How many limits a configuration has in one circumstance. */
export const countBounds = (goal: Goal): number => boundsOf(goal).length;

interface Bound {
  readonly name: string;
  readonly room: (value: number | null) => number | null;
}

const boundsOf = (goal: Goal): readonly Bound[] =>
  limitsOf(goal).flatMap(({ name, lte, gte }) => [
    ...(lte === undefined ? [] : [{ name, room: (value: number | null) => (value === null ? null : lte - value) }]),
    ...(gte === undefined ? [] : [{ name, room: (value: number | null) => (value === null ? null : value - gte) }]),
  ]);

/** One for each play, or one for each batch of a long play; null where a play has none. */
const valuesIn = (name: string, result: PlayResult): readonly (number | null)[] => batchValues(name, result) ?? [playValue(name, result)];

const playValue = (name: string, result: PlayResult): number | null =>
  result.verdict === 'failed' ? null : (studyMeasures.get(name)?.of(result) ?? null);

/** Of the plays with one seed, the mean over the circumstances, so that less is better; null where a play failed, or does not have the measure. */
const objectiveOf = ({ minimize, maximize }: Goal, results: readonly PlayResult[], place: number): number | null => {
  const name = minimize ?? maximize;
  const values = results.map((result) => (name === undefined ? (result.verdict === 'failed' ? null : place) : playValue(name, result)));
  if (values.includes(null)) return null;
  const mean = values.reduce<number>((sum, value) => sum + (value ?? 0), 0) / values.length;
  return maximize === undefined ? mean : -mean;
};
