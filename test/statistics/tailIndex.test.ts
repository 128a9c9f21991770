import { describe, expect, test } from 'vitest';
import { estimateTailIndex, isTailTooLong } from '../../engine/statistics/tailIndex.ts';

/** Equally likely values of a distribution, ascending. */
const valuesOf = (count: number, quantile: (u: number) => number) =>
  Array.from({ length: count }, (_, k) => ({ value: quantile((k + 0.5) / count), weight: 1 }));

describe('how fast a tail falls', () => {
  test.each([1, 1.5, 1.8])('is the shape of a Pareto distribution: %d', (shape) => {
    expect(estimateTailIndex(valuesOf(20_000, (u) => (1 - u) ** (-1 / shape)))).toBeCloseTo(shape, 1);
  });

  test('is the same of values that are counted together', () => {
    const one = Array.from({ length: 2_000 }, (_, k) => Math.ceil(1_000 / (400 - Math.floor(k / 5))));
    const apart = one.map((value) => ({ value, weight: 1 }));
    const together = [...new Set(one)].map((value) => ({ value, weight: one.filter((other) => other === value).length }));
    expect(estimateTailIndex(together)).toBeCloseTo(estimateTailIndex(apart) ?? 0, 9);
  });

  test('is not known of few values, nor of values whose longest decide nothing', () => {
    expect(estimateTailIndex(valuesOf(900, (u) => 1 / (1 - u)))).toBeUndefined();
    expect(estimateTailIndex([{ value: 5, weight: 5_000 }])).toBeUndefined();
    expect(estimateTailIndex([{ value: 0, weight: 5_000 }])).toBeUndefined();
    expect(
      estimateTailIndex([
        { value: 8, weight: 4_900 },
        { value: 27, weight: 100 },
      ]),
    ).toBeUndefined();
    expect(
      estimateTailIndex([
        { value: 1.5, weight: 4_940 },
        { value: 28, weight: 60 },
      ]),
    ).toBeUndefined();
    expect(isTailTooLong(undefined)).toBe(false);
  });
});

test('means of exponential times are known, those of Pareto 1.5 are not, and its p95 is', () => {
  const [exponential, pareto] = [valuesOf(5_000, (u) => -Math.log(1 - u)), valuesOf(5_000, (u) => (1 - u) ** (-1 / 1.5))].map(
    estimateTailIndex,
  );
  expect([isTailTooLong(exponential), isTailTooLong(pareto), isTailTooLong(pareto, 26)]).toStrictEqual([false, true, false]);
});
