import { expect, test } from 'vitest';
import { intervalOfShare } from '../../engine/statistics/shareInterval.ts';
import { valuesToTell } from '../../engine/statistics/valuesToTell.ts';
import { normalValues } from '../support/contract/normalValues.ts';

const kept = (some: number, of: number): number[] => Array.from({ length: of }, (_, k) => (k < some ? 1 : 0));

// By Clopper and Pearson’s tables: 2.5 % beyond each end.
// biome-ignore format: a table
test.each<[number, number, number, number]>([
  [10, 10, 0.6915, 1],
  [0,  10, 0,      0.3085],
  [1,  10, 0.0025, 0.4450],
  [7,  20, 0.1539, 0.5922],
  [72, 72, 0.9501, 1],
])('%i of %i plays that keep to a limit are a share from %f to %f', (some, of, low, high) => {
  const found = intervalOfShare(kept(some, of), of);
  expect([found.low?.toFixed(4), found.high?.toFixed(4)]).toStrictEqual([low.toFixed(4), high.toFixed(4)]);
});

test('days of one play that are alike are fewer than they seem, and never more than there are', () => {
  const lowOf = (shares: readonly number[]): number => intervalOfShare(shares, 7 * shares.length).low ?? 0;
  const asIfAlone = intervalOfShare(kept(63, 70), 70).low ?? 0;
  expect(lowOf([...kept(9, 10)])).toBeLessThan(asIfAlone - 0.15);
  // Each play misses one day or none, as independent days do.
  expect(lowOf([1, 6 / 7, 1, 6 / 7, 5 / 7, 6 / 7, 1, 6 / 7, 1, 6 / 7])).toBeCloseTo(asIfAlone, 1);
  expect(intervalOfShare([6 / 7, 6 / 7, 6 / 7], 21)).toStrictEqual(intervalOfShare(kept(18, 21), 21));
});

test('holds the true share of days in most studies, also where the days of a play are alike', () => {
  const value = normalValues('shares');
  let held = 0;
  for (let study = 0; study < 400; study++) {
    const shares = Array.from({ length: 10 }, (_, play) => {
      const ofPlay = 0.7 * value(`play-${play}`, study);
      const days = Array.from({ length: 7 }, (_day, day) => ofPlay + squareOf(0.51) * value(`day-${play}-${day}`, study) < 1.2816);
      return days.filter(Boolean).length / 7;
    });
    const { low, high } = intervalOfShare(shares, 70);
    if (low !== null && high !== null && low <= 0.9 && 0.9 <= high) held++;
  }
  expect(held / 400).toBeGreaterThan(0.93);
});

const squareOf = (variance: number): number => Math.sqrt(variance);

test('so many plays more would tell that are all alike', () => {
  const rooms = (values: readonly number[], level = 0.95) => {
    const { mean, low, high } = intervalOfShare(
      values.map((value) => value + 0.95),
      values.length,
      level,
    );
    return { mean, low: (low ?? 0) - 0.95, high: (high ?? 1) - 0.95 };
  };
  expect(
    valuesToTell(
      kept(10, 10).map((one) => one - 0.95),
      0.95,
      rooms,
    ),
  ).toBe(62);
});
