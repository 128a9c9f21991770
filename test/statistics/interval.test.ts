import { describe, expect, test } from 'vitest';
import { computeInterval } from '../../engine/statistics/interval.ts';
import { mean } from '../../engine/statistics/moments.ts';
import { studentProbability, studentQuantile } from '../../engine/statistics/studentT.ts';

describe('the 0.975 quantile of Student’s t', () => {
  // As printed tables have it.
  // biome-ignore format: a table
  test.each([
    [1, 12.7062], [2, 4.30265], [3, 3.18245], [4, 2.77645], [5, 2.57058], [6, 2.44691], [7, 2.36462], [8, 2.30600],
    [9, 2.26216], [10, 2.22814], [11, 2.20099], [15, 2.13145], [19, 2.09302], [20, 2.08596], [29, 2.04523],
    [30, 2.04227], [40, 2.02108], [60, 2.00030], [99, 1.98422], [120, 1.97993], [1_000, 1.96234], [9_999, 1.96020],
  ])('with %i degrees of freedom is %f', (degrees, quantile) => {
    expect(studentQuantile(degrees)).toBeCloseTo(quantile, 4);
  });

  test('has the same bits everywhere', () => {
    expect([1, 2, 19].map((degrees) => studentQuantile(degrees))).toStrictEqual([12.706204736174659, 4.302652729749459, 2.093024054408308]);
  });
});

describe('Student’s t at other levels', () => {
  // As printed tables have it, with half of what is left out on either side.
  // biome-ignore format: a table
  test.each([
    [0.9, 5, 2.01505], [0.9, 30, 1.69726], [0.99, 1, 63.6567], [0.99, 10, 3.16927], [0.999, 4, 8.61030], [0.5, 2, 0.81650], [0.998, 1, 318.3088],
  ])('has at %f with %i degrees of freedom the quantile %f', (level, degrees, quantile) => {
    expect(studentQuantile(degrees, level)).toBeCloseTo(quantile, 4);
    expect(studentProbability(quantile, degrees)).toBeCloseTo(1 - level, 5);
    expect(studentProbability(-quantile, degrees)).toBe(studentProbability(quantile, degrees));
  });

  test('calls no difference at all certain to be by chance, and a large one impossible', () => {
    expect(studentProbability(0, 7)).toBe(1);
    expect(studentProbability(1e9, 8)).toBeLessThan(1e-15);
  });
});

describe('an interval', () => {
  test('of four differences is that of the book', () => {
    // Mean 5, standard deviation 2.5820, error 1.2910, t(3) 3.1824.
    const { mean: middle, low, high } = computeInterval([2, 4, 6, 8]);
    expect(middle).toBe(5);
    expect(low).toBeCloseTo(0.8915, 4);
    expect(high).toBeCloseTo(9.1085, 4);
  });

  test('of differences that are all the same has no width', () => {
    expect(computeInterval([0, 0, 0])).toStrictEqual({ mean: 0, low: 0, high: 0 });
    expect(computeInterval([7, 7])).toStrictEqual({ mean: 7, low: 7, high: 7 });
  });

  test('of one difference is not known', () => {
    expect(computeInterval([3])).toStrictEqual({ mean: 3, low: null, high: null });
    expect(mean([1, 2, 6])).toBe(3);
  });
});
