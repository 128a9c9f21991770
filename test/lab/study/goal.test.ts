import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../engine/lab/study/format/format.ts';
import type { ConfigurationReport, MeasureReport } from '../../../engine/lab/study/format/reportFormat.ts';
import { findFrontier, frontierAxes } from '../../../engine/lab/study/report/frontier.ts';
import { checkGoal, chooseBest, levelOfGoal } from '../../../engine/lab/study/report/goal.ts';

const exactly = (mean: number): MeasureReport => ({ n: 10, mean, low: mean, high: mean });
const between = (low: number, high: number): MeasureReport => ({ n: 10, mean: (low + high) / 2, low, high });

/** The type of a goal names no measure. */
const goalOf = (limits: object): Goal => limits;

const limits = goalOf({ 'delayTime.p95': { lte: 5_000 }, utilization: { gte: 0.5 } });

// biome-ignore format: a table
test.each<[string, MeasureReport | null, MeasureReport | null, number, string]>([
  ['both measures keep to their limits',        exactly(5_000),        exactly(0.5),       0, 'yes'],
  ['both intervals lie within',                 between(1_000, 5_000), between(0.5, 0.9),  0, 'yes'],
  ['one is above',                              between(5_001, 9_000), exactly(0.9),       0, 'no'],
  ['one is below what it must be',              exactly(1_000),        between(0.1, 0.49), 0, 'no'],
  ['an interval contains its limit',            between(4_000, 6_000), exactly(0.9),       0, 'unclear'],
  ['an interval begins at its limit',           between(5_000, 6_000), exactly(0.9),       0, 'unclear'],
  ['one is unclear and the other is missed',    between(4_000, 6_000), exactly(0.1),       0, 'no'],
  ['there is no such measure',                  null,                  exactly(0.9),       0, 'no'],
  ['a play failed, and the others meet it',     exactly(1_000),        exactly(0.9),       1, 'unclear'],
  ['a play failed, and the others miss it',     exactly(9_000),        exactly(0.9),       1, 'no'],
])('where %4$s: %s', (_, delay, utilization, failed, met) => {
  expect(checkGoal(limits, { 'delayTime.p95': delay, utilization }, failed)).toBe(met);
});

test('an end that is not known may be anywhere, and the other one is known', () => {
  const unknown = (low: number | null, high: number | null): MeasureReport => ({ n: 10, mean: 5_000, low, high });
  const goal = goalOf({ 'delayTime.p95': { lte: 6_000 } });
  expect(checkGoal(goal, { 'delayTime.p95': unknown(4_000, null) })).toBe('unclear');
  expect(checkGoal(goal, { 'delayTime.p95': unknown(6_001, null) })).toBe('no');
  expect(checkGoal(goal, { 'delayTime.p95': unknown(null, 6_000) })).toBe('yes');
});

test('what keeps to a limit does so at the level of the whole study, and what misses one at its own', () => {
  const goal = goalOf({ cost: { lte: 5 } });
  expect(checkGoal(goal, { cost: between(3, 4) }, 0, { cost: between(1, 6) })).toBe('unclear');
  expect(checkGoal(goal, { cost: between(6, 7) }, 0, { cost: between(4, 9) })).toBe('no');
  expect([1, 2, 6, 200].map(levelOfGoal).map((level) => Number(level.toFixed(6)))).toStrictEqual([0.95, 0.95, 0.983333, 0.9995]);
});

test('a single play has no interval: its value counts', () => {
  expect(checkGoal(limits, { 'delayTime.p95': { n: 1, mean: 5_000, low: null, high: null }, utilization: exactly(1) })).toBe('yes');
});

const configuration = (
  number: number,
  cost: number | null,
  delay: number,
  meets: ConfigurationReport['meets'] = 'yes',
): ConfigurationReport => ({
  number,
  values: [number],
  plays: 10,
  failed: [],
  circumstances: [],
  measures: { cost: cost === null ? null : exactly(cost), 'delayTime.p95': exactly(delay) },
  meets,
  medianSeed: '1',
  delays: [],
});

describe('the best configuration', () => {
  // biome-ignore format: a table
  test.each<[string, Goal | undefined, readonly ConfigurationReport[], number | undefined]>([
    ['has the least of what is minimized',     { minimize: 'cost' }, [configuration(1, 3, 1), configuration(2, 2, 1), configuration(3, 4, 1)], 2],
    ['has the most of what is maximized',      { maximize: 'cost' }, [configuration(1, 3, 1), configuration(2, 2, 1), configuration(3, 4, 1)], 3],
    ['is the first of equal ones',             { minimize: 'cost' }, [configuration(1, 2, 1), configuration(2, 2, 1)], 1],
    ['is the first to meet a mere limit',      limits,               [configuration(1, 1, 9, 'no'), configuration(2, 5, 1), configuration(3, 2, 1)], 2],
    ['meets the goal for sure',                { minimize: 'cost' }, [configuration(1, 1, 1, 'unclear'), configuration(2, 2, 1)], 2],
    ['has what is minimized',                  { minimize: 'cost' }, [configuration(1, null, 1), configuration(2, 2, 1)], 2],
    ['has what is maximized',                  { maximize: 'cost' }, [configuration(1, null, 1), configuration(2, 2, 1)], 2],
    ['is none where none meets the goal',      { minimize: 'cost' }, [configuration(1, 1, 1, 'no'), configuration(2, 2, 1, 'unclear')], undefined],
    ['is none without a goal',                 undefined,            [configuration(1, 1, 1)], undefined],
  ])('%s', (_, goal, configurations, best) => {
    expect(chooseBest(goal, configurations)?.number).toBe(best);
  });
});

describe('the frontier', () => {
  const goal = goalOf({ 'delayTime.p95': { lte: 5_000 }, minimize: 'cost' });

  test('has those that no other one beats, equal ones too', () => {
    const configurations = [
      configuration(1, 1, 9),
      configuration(2, 2, 5),
      configuration(3, 3, 5),
      configuration(4, 4, 1),
      configuration(5, 2, 5),
      configuration(6, null, 0),
      configuration(7, 4, 3),
    ];
    expect(findFrontier(goal, configurations)).toStrictEqual([1, 2, 4, 5]);
  });

  test('turns around where more is better', () => {
    const configurations = [configuration(1, 1, 9), configuration(2, 2, 5), configuration(3, 3, 9)];
    expect(findFrontier(goalOf({ 'delayTime.p95': { gte: 1 }, maximize: 'cost' }), configurations)).toStrictEqual([3]);
  });

  // biome-ignore format: a table
  test.each<[string, Goal | undefined]>([
    ['no goal',                     undefined],
    ['no limit',                    { minimize: 'cost' }],
    ['nothing to be minimized',     limits],
    ['only one measure',            goalOf({ cost: { lte: 3 }, minimize: 'cost' })],
  ])('is empty with %s', (_, of) => {
    expect([frontierAxes(of), findFrontier(of, [configuration(1, 1, 1)])]).toStrictEqual([undefined, []]);
  });
});
