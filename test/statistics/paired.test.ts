import { describe, expect, test } from 'vitest';
import { familyError, holmAdjusted } from '../../engine/statistics/holm.ts';
import { comparePairs, computeProbability } from '../../engine/statistics/paired.ts';
import { normalValues } from '../support/contract/normalValues.ts';

describe('a paired difference', () => {
  // Hours of sleep that ten patients gained with each of two drugs: Student's own example of 1908.
  const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
  const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
  const sleep = first.map((one, k) => [one, second[k] ?? 0] as const);

  test('of Student’s sleepers is that of the books', () => {
    const found = comparePairs(sleep);
    expect(found?.difference.mean).toBeCloseTo(1.58, 10);
    expect(found?.difference.low).toBeCloseTo(0.7001, 4);
    expect(found?.difference.high).toBeCloseTo(2.4599, 4);
    expect(found?.probability).toBeCloseTo(0.002833, 6);
    expect([found?.first, found?.second, found?.pairs]).toStrictEqual([expect.closeTo(0.75), expect.closeTo(2.33), 10]);
  });

  test('leaves out pairs of which one has no value', () => {
    expect(comparePairs([...sleep, [null, 4], [3, null]])).toStrictEqual(comparePairs(sleep));
    expect(comparePairs([[null, 4]])).toBeUndefined();
  });

  test('that is the same in every pair is judged by their number: six are enough, five are not', () => {
    expect(computeProbability([2, 2, 2, 2, 2])).toBe(1 / 16);
    expect(computeProbability([2, 2, 2, 2, 2, 2])).toBe(1 / 32);
    expect(computeProbability([0, 0, 0, 0, 0, 0])).toBe(1);
    expect(computeProbability([5])).toBe(1);
  });
});

describe('Holm’s correction', () => {
  test('multiplies the smallest probability by their number, the next by one less, and so on', () => {
    expect(holmAdjusted([0.01, 0.04, 0.03, 0.005])).toStrictEqual([0.03, 0.06, 0.06, 0.02]);
  });

  test('never comes above 1, and keeps a single probability as it is', () => {
    expect(holmAdjusted([0.6, 0.7])).toStrictEqual([1, 1]);
    expect(holmAdjusted([0.04])).toStrictEqual([0.04]);
    expect(holmAdjusted([])).toStrictEqual([]);
  });

  test('finds a difference where there is none in at most five of a hundred tables of seven measures; without it, in thirty', () => {
    const tables = Array.from({ length: 400 }, (_, k) => {
      const value = normalValues(`itself/${k}`);
      return Array.from({ length: 7 }, (_, measure) => {
        const differences = Array.from({ length: 10 }, (_, seed) => value(`a${measure}`, seed) - value(`b${measure}`, seed));
        return computeProbability(differences);
      });
    });
    const isFound = (probability: number) => probability <= familyError;
    const corrected = tables.filter((table) => holmAdjusted(table).some(isFound)).length / tables.length;
    const alone = tables.filter((table) => table.some(isFound)).length / tables.length;
    expect(corrected).toBeLessThanOrEqual(0.06);
    expect(alone).toBeGreaterThan(0.25);
  });
});
