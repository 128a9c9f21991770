import { describe, expect, test } from 'vitest';
import type { Criterion } from '../../engine/agents/task/criteria.ts';
import { compareResults, computePoints, type TaskResult } from '../../engine/agents/task/points.ts';

const resultOf = (met: Partial<Record<Criterion, boolean>>, used: Partial<TaskResult> = {}): TaskResult => ({
  verdicts: Object.entries(met).map(([criterion, isMet]) => ({ criterion: criterion as Criterion, of: criterion, isMet, words: '' })),
  isDone: false,
  points: 0,
  calls: 0,
  refusals: 0,
  dollars: 0,
  orphans: [],
  endedAfterMs: 0,
  ...used,
});

describe('a run of a task', () => {
  test('has whole points: each criterion is worth twice as much as the next', () => {
    const points = (met: Parameters<typeof resultOf>[0]) => computePoints({}, resultOf(met).verdicts);
    expect(points({ goal: true, dollars: true, calls: true })).toBe(1_000);
    expect(points({ goal: true, dollars: false, calls: false })).toBe(571);
    expect(points({ goal: false, dollars: true, calls: true })).toBe(428);
    expect(computePoints({ order: ['calls'] }, resultOf({ goal: true, calls: false }).verdicts)).toBe(333);
  });

  test('is worth a part of a goal of which it meets a part', () => {
    const half = [...resultOf({ goal: true }).verdicts, ...resultOf({ goal: false }).verdicts];
    expect(computePoints({}, half)).toBe(500);
  });

  test('is above one that meets less of what counts more, however little that used', () => {
    const [poor, rich] = [resultOf({ goal: false, orphans: true }), resultOf({ goal: true, orphans: false }, { dollars: 9 })];
    expect(compareResults({}, rich, poor)).toBeLessThan(0);
    expect(compareResults({ order: ['orphans'] }, rich, poor)).toBeGreaterThan(0);
  });

  // biome-ignore format: a table
  test.each([
    ['fewer dollars',         { dollars: 1, calls: 9 },              { dollars: 2 }],
    ['fewer orphans',         { orphans: ['pod a'], dollars: 9 },    { orphans: ['pod a', 'pod b'] }],
    ['fewer refusals',        { refusals: 1, endedAfterMs: 9 },      { refusals: 2 }],
    ['less time',             { endedAfterMs: 1, calls: 9 },         { endedAfterMs: 2 }],
    ['fewer calls',           { calls: 1 },                          { calls: 2 }],
  ])('is above one that meets the same with %s', (_, a, b) => {
    expect(compareResults({}, resultOf({ goal: true }, a), resultOf({ goal: true }, b))).toBeLessThan(0);
    expect(compareResults({}, resultOf({ goal: true }, b), resultOf({ goal: true }, a))).toBeGreaterThan(0);
    expect(compareResults({}, resultOf({ goal: true }, a), resultOf({ goal: true }, a))).toBe(0);
  });
});
