import { describe, expect, test } from 'vitest';
import { batchesOfSeries, serialCorrelation } from '../../engine/statistics/batchMeans.ts';
import { normalValues } from '../support/contract/normalValues.ts';

test('a series is divided into equal batches; what is over is left out at the beginning', () => {
  expect(batchesOfSeries([0, 1, 2, 3, 4, 5, 6, 7], 3)).toStrictEqual([
    [2, 3],
    [4, 5],
    [6, 7],
  ]);
  expect(batchesOfSeries([1], 2)).toStrictEqual([[], []]);
});

describe('the correlation of batches with the next ones', () => {
  test('is what one works out by hand', () => {
    // Deviations -2 … 2: products 2 + 0 + 0 + 2 over squares 10. Von Neumann's ratio is 1 - 4/20 = 0.8, above 1.645 · √(3/24) = 0.58.
    const { lag1, isHigh } = serialCorrelation([1, 2, 3, 4, 5]);
    expect(lag1).toBeCloseTo(0.4, 12);
    expect(isHigh).toBe(true);
    const swinging = serialCorrelation([1, 5, 1, 5, 1, 5]);
    expect(swinging.lag1).toBeCloseTo(-5 / 6, 12);
    expect(swinging.isHigh).toBe(false);
    expect(serialCorrelation([3, 3, 3, 3])).toStrictEqual({ lag1: 0, isHigh: false });
  });

  test('is called too high in one of twenty runs whose batches are independent, and in most where they are not', () => {
    const called = (weight: number) => {
      const runs = Array.from({ length: 1_000 }, (_, k) => {
        const value = normalValues(`batches/${k}`);
        let last = value('batch', 0);
        return serialCorrelation(Array.from({ length: 20 }, (_, n) => (last = weight * last + value('batch', n + 1)))).isHigh;
      });
      return runs.filter(Boolean).length / runs.length;
    };
    expect(called(0)).toBeGreaterThan(0.035);
    expect(called(0)).toBeLessThan(0.065);
    expect(called(0.7)).toBeGreaterThan(0.8);
  });
});
