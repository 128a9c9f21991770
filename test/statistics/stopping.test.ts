import { describe, expect, test } from 'vitest';
import { stoppingPoint } from '../../engine/statistics/stopping.ts';
import { normalValues } from '../support/contract/normalValues.ts';

const rule = { relative: 0.1, lookAhead: 5, min: 5 };

/** 9, 11, 9, 11 …: the half-width over the mean is t · √(n/(n-1)/n) / 10 for even n. */
const alternating = (count: number): number[] => Array.from({ length: count }, (_, k) => (k % 2 === 0 ? 9 : 11));

describe('replications stop', () => {
  test('when the interval has been narrow enough for five more', () => {
    // With five values the mean is 9.8, the standard error 0.4899 and t(4) = 2.776: 1.36 is more than a tenth of the mean. With six:
    // 10, 0.4472, t(5) = 2.571: 1.15. With seven: 9.857, 0.4041, 2.447: 0.989 is still more than 0.986. With eight: 0.378 · 2.365 = 0.894.
    expect(stoppingPoint(alternating(7), rule).stop).toBeUndefined();
    expect(stoppingPoint(alternating(12), rule)).toStrictEqual({ stop: undefined, missing: 1 });
    expect(stoppingPoint(alternating(13), rule)).toStrictEqual({ stop: 13, missing: 0 });
    expect(stoppingPoint(alternating(500), rule).stop).toBe(13);
  });

  test('not when it becomes too wide again meanwhile', () => {
    const values = [...alternating(10), 40, ...alternating(400)];
    const { stop = 0 } = stoppingPoint(values, rule);
    expect(stop).toBeGreaterThan(40);
    expect(stoppingPoint(values.slice(0, stop - 1), rule).stop).toBeUndefined();
  });

  test('after five percent more where more than a hundred were needed', () => {
    const values = alternating(2_000);
    const narrow = { ...rule, relative: 0.01 };
    // Exactly: the least n with t · s/√n at most a hundredth of the mean, for every n from there on.
    const { stop = 0 } = stoppingPoint(values, narrow);
    const since = stoppingPoint(values, { ...narrow, lookAhead: 0 }).stop ?? 0;
    expect(since).toBeGreaterThan(300);
    expect(stop - since).toBe(Math.floor((5 * since) / 100));
  });

  test('at the fewest where all values are the same, even 0: no failures in ten plays are known well enough', () => {
    expect(stoppingPoint([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], rule).stop).toBe(10);
    expect(stoppingPoint([7, 7, 7, 7, 7, 7, 7, 7, 7, 7], rule).stop).toBe(10);
  });

  test('at the fewest where no replication has a value; those without one are not counted as values', () => {
    expect(
      stoppingPoint(
        Array.from({ length: 30 }, () => null),
        rule,
      ).stop,
    ).toBe(10);
    const holes = alternating(13).flatMap((value) => [value, null]);
    expect(stoppingPoint(holes, rule).stop).toBe(25);
  });

  test('never where values lie around 0, and say that much is missing', () => {
    const { stop, missing } = stoppingPoint(
      alternating(100).map((value) => value - 10),
      rule,
    );
    expect(stop).toBeUndefined();
    expect(missing).toBeGreaterThan(1_000_000);
  });

  test('say how many more are likely to be needed', () => {
    expect(stoppingPoint([], rule)).toStrictEqual({ stop: undefined, missing: 10 });
    // As if 1.07, the variance of sixteen, were the true one: 1.96² · 1.07 / (0.02 · 10)² = 102.4.
    expect(stoppingPoint(alternating(16), { ...rule, relative: 0.02 }).missing).toBe(103 - 16 + 5);
  });

  test('with an interval that holds the true mean nearly as often as it says', () => {
    const held = Array.from({ length: 300 }, (_, k) => {
      const value = normalValues(`stop/${k}`);
      const values = Array.from({ length: 200 }, (_, n) => 10 + 3 * value('play', n));
      const { stop = 200 } = stoppingPoint(values, rule);
      const mean = values.slice(0, stop).reduce((sum, one) => sum + one, 0) / stop;
      return Math.abs(mean - 10) <= 1;
    });
    expect(held.filter(Boolean).length / held.length).toBeGreaterThan(0.93);
  });
});
