import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../engine/lab/study/format/format.ts';
import { missWords } from '../../../engine/lab/study/index.ts';
import { configuration, reportOf, specOf } from './handmade.ts';

const goal = { 'delayTime.p95': { lte: 2_000 }, minimize: 'cost' } as Goal;
const vary = { 'workers.max': [2, 6], 'workers.min': [0, 1] };
/** What waits for a start: more workers help little, one that is always there helps. */
const delays = (p95: readonly [number, number, number, number]) =>
  [
    [2, 0],
    [2, 1],
    [6, 0],
    [6, 1],
  ].map((values, k) => configuration(k + 1, values, { 'delayTime.p95': p95[k] ?? null, cost: 1 + k }));
const saidOf = (p95: readonly [number, number, number, number]) => missWords(goal, reportOf(specOf(vary, { goal }), delays(p95)));

describe('where no configuration meets a goal, a study says', () => {
  test('which comes nearest, and which setting moves what it misses', () => {
    expect(saidOf([31_000, 18_000, 30_000, 16_000])).toStrictEqual([
      'Nearest is workers.max=6 workers.min=1, whose delayTime.p95 is 16 s.',
      'workers.min moves it most, from 30.5 s at 0 to 17 s at 1 on average: vary it further, or what is not varied yet.',
    ]);
  });

  test('that another must be varied, where none of them moves it', () => {
    expect(saidOf([20_000, 20_000, 20_000, 20_000]).at(-1)).toBe('No setting that is varied here moves its delayTime.p95: vary another.');
  });

  test('nothing of what no configuration has', () => {
    const none = [configuration(1, [2, 0], { 'delayTime.p95': null, cost: 1 })];
    expect(missWords(goal, reportOf(specOf(vary, { goal }), none))).toStrictEqual([]);
  });
});
