import { nearestTo } from '../../kernel/collections/nearest.ts';
import { type PathProblem, problemAt } from '../../scenario/format/problem.ts';
import { listLeaves } from '../../scenario/step/stepFormat.ts';
import type { ObservationSpec, ReadingSpec, ValueSpec } from './format.ts';
import { isTime, unitNames, type ValueUnit } from './units.ts';

/** Finds the problems of values that a schema cannot: units that do not fit, values that are missing or not of their unit, steps that do not exist. */
export const valueProblems = ({ values = [], steps = [], world }: ObservationSpec): readonly PathProblem[] => {
  const names = listLeaves(steps).flatMap(([, { name }]) => name ?? []);
  return values.flatMap((value, k) => [
    ...contentProblems(value, k),
    ...(value.read === undefined ? [] : readingProblems(value, value.read, k, names)),
    ...(value.read !== undefined && world === undefined
      ? [problemAt(['values', k, 'read'], 'nothing is played: the observation has no world')]
      : []),
  ]);
};

const contentProblems = (value: ValueSpec, k: number): readonly PathProblem[] => {
  const at = (words: string, part: string | number = 'value') => [problemAt(['values', k, part], words)];
  const given = (['value', 'values', 'range', 'quantiles'] as const).filter((name) => value[name] !== undefined);
  if (given.length === 0) return at('is missing: give `value`, `values`, `range` or `quantiles`');
  if (given.length > 1) return at(`give ${given[0]} or ${given[1]}, not both`, given[1]);
  if (value.unit === 'text' || value.unit === 'bool') return [];
  const numbers: readonly unknown[] = value.values ?? (value.value === undefined ? [] : [value.value]);
  const [name = 'value'] = given;
  if (numbers.some((one) => typeof one !== 'number')) return at(`must be a number of ${value.unit}`, name);
  return orderProblems(value, numbers as readonly number[]).map((words) => problemAt(['values', k, name], words));
};

/** Observed times are not negative, a range and quantiles ascend, and a count is at most its total. */
const orderProblems = ({ unit, range, quantiles, of }: ValueSpec, numbers: readonly number[]): readonly string[] => {
  const all = [...numbers, ...(range ?? []), ...Object.values(quantiles ?? {})];
  const sorted = Object.entries(quantiles ?? {}).sort(([a], [b]) => Number(a) - Number(b));
  const falling = sorted.find(([, one], k) => k > 0 && one < (sorted[k - 1]?.[1] ?? one));
  return [
    ...(isTime(unit) && all.some((one) => one < 0) ? ['a time cannot be below 0: it would run backwards'] : []),
    ...(range !== undefined && range[1] < range[0] ? [`runs backwards: write [${range[1]}, ${range[0]}]`] : []),
    ...(falling === undefined ? [] : [`the quantile ${falling[0]} is below one before it`]),
    ...(of !== undefined && numbers.some((one) => one > of) ? [`cannot be more than the ${of} of which it is a part`] : []),
  ];
};

const readingProblems = (value: ValueSpec, reading: ReadingSpec, k: number, names: readonly string[]): readonly PathProblem[] => {
  const needed = findFitting(reading);
  const { unit } = value;
  if (!needed.fits(unit)) {
    const [nearest] = nearestTo(
      unit,
      unitNames.filter((one) => needed.fits(one)),
    );
    return [
      problemAt(
        ['values', k, 'unit'],
        `'${unit}' does not fit: what is read is ${needed.words}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
      ),
    ];
  }
  const step = findStep(reading);
  if (step === undefined || names.includes(step)) return [];
  const [nearest] = nearestTo(step, names);
  return [problemAt(['values', k, 'read'], `no step is named '${step}'${nearest === undefined ? '' : `; did you mean '${nearest}'?`}`)];
};

interface Fitting {
  readonly fits: (unit: ValueUnit) => boolean;
  readonly words: string;
}

const aTime: Fitting = { fits: isTime, words: 'a time (ms, s, min, h, d)' };
const only = (words: string, ...units: readonly ValueUnit[]): Fitting => ({
  fits: (unit) => units.includes(unit),
  words: `${words} (${units.join(', ')})`,
});

/** The units that a reading may have. */
const findFitting = (reading: ReadingSpec): Fitting => {
  if ('delayTime' in reading)
    return reading.as === undefined || reading.as === 'least'
      ? aTime
      : reading.as === 'share'
        ? only('a share', 'ratio')
        : only('a number of jobs', 'count');
  if ('count' in reading || 'workersUsed' in reading) return only('a number', 'count');
  if ('status' in reading && !('until' in reading)) return only('an HTTP status', 'code');
  if ('answer' in reading) return only('a part of an answer', 'text', 'count', 'bool');
  if ('bill' in reading) return reading.per === undefined ? only('an amount', 'USD') : only('an amount for each second', 'ratio', 'USD/s');
  return aTime;
};

const findStep = (reading: ReadingSpec): string | undefined => {
  if ('took' in reading) return reading.took;
  if ('until' in reading) return reading.until;
  if ('status' in reading) return reading.status;
  return 'answer' in reading ? reading.answer : undefined;
};
