import { describe, expect, test } from 'vitest';
import { averageSeries, findWarmUp } from '../../engine/statistics/mser.ts';
import { normalValues } from '../support/contract/normalValues.ts';

const inFives = (means: readonly number[]): number[] => means.flatMap((mean) => [mean - 2, mean - 1, mean, mean + 1, mean + 2]);

describe('the warm-up by MSER-5', () => {
  test('ends where the mean of the rest is known best', () => {
    // Without the first two batches the squared error is 1/20; without one more, or one less, it is larger.
    const rest = Array.from({ length: 20 }, (_, k) => (k % 2 === 0 ? 1 : -1));
    expect(findWarmUp(inFives([100, 50, ...rest]))).toBe(10);
    expect(findWarmUp(inFives(rest))).toBe(0);
  });

  test('is nothing where all delays are the same, and forgets what does not fill a batch', () => {
    expect(findWarmUp(Array.from({ length: 103 }, () => 4))).toBe(0);
  });

  test('is refused where it would be past half: the series is still on its way', () => {
    const growing = Array.from({ length: 300 }, (_, k) => k);
    expect(findWarmUp(growing)).toBeUndefined();
    const late = [...Array.from({ length: 160 }, () => 100), ...Array.from({ length: 140 }, () => 1)];
    expect(findWarmUp(late)).toBeUndefined();
    expect(findWarmUp([...late, ...Array.from({ length: 20 }, () => 1)])).toBe(160);
  });

  test('is refused where there is too little to tell', () => {
    expect(findWarmUp(Array.from({ length: 49 }, () => 1))).toBeUndefined();
    expect(findWarmUp([])).toBeUndefined();
  });

  test('is found near the end of a decay that noise hides in one replication', () => {
    // A decay to 1/e in 30 observations, under noise of its own size: four of them later, less than a fiftieth is left.
    const cuts = Array.from({ length: 50 }, (_, k) => {
      const value = normalValues(`warm-up/${k}`);
      const replications = Array.from({ length: 5 }, (_, r) =>
        Array.from({ length: 600 }, (_, n) => 10 + 20 * Math.exp(-n / 30) + 5 * value(`r${r}`, n)),
      );
      return findWarmUp(averageSeries(replications)) ?? 600;
    });
    const middle = cuts.sort((a, b) => a - b)[25] ?? 0;
    expect(middle).toBeGreaterThan(50);
    expect(middle).toBeLessThan(150);
  });
});

test('series are averaged observation by observation, as far as the shortest goes', () => {
  expect(
    averageSeries([
      [1, 2, 3],
      [3, 4],
    ]),
  ).toStrictEqual([2, 3]);
  expect(averageSeries([])).toStrictEqual([]);
});
