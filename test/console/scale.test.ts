import { describe, expect, test } from 'vitest';
import { chooseStep, fitScale, roundTicks } from '../../adapters/console/app/charts/scale.ts';

describe('the scale of an axis', () => {
  test('is linear where values are close, with round numbers beside it', () => {
    const { place, ticks, isLog } = fitScale([0.2089, 0.2294], { unit: 'USD', ticksMax: 6 });
    expect(isLog).toBe(false);
    expect(ticks).toStrictEqual([0.21, 0.215, 0.22, 0.225, 0.23]);
    expect(place(0.2089)).toBeCloseTo(0.06 / 1.12, 12);
    expect(place(0.2294)).toBeCloseTo(1.06 / 1.12, 12);
  });

  test('is by logarithms where they differ by more than a factor of twenty; a duration of 0 has its place, too', () => {
    const { place, ticks, isLog } = fitScale([0, 70_000], { unit: 'ms', ticksMax: 8 });
    expect(isLog).toBe(true);
    expect(ticks).toStrictEqual([0, 1, 10, 100, 1_000, 10_000, 60_000]);
    expect(place(0)).toBeCloseTo(0.06 / 1.12, 12);
    expect(place(9) - place(0)).toBeCloseTo(place(99) - place(9), 12);
    expect(fitScale([1, 20], { unit: 'jobs', ticksMax: 5 }).isLog).toBe(false);
    expect(fitScale([0, 500], { unit: 'jobs', ticksMax: 5 }).isLog).toBe(false);
    expect(fitScale([1, 1_000], { unit: 'jobs', ticksMax: 5 }).ticks).toStrictEqual([1, 10, 100, 1_000]);
  });

  test('of one value has it in the middle, and of none is from 0 to 1', () => {
    expect(fitScale([7, 7], { unit: 'jobs', ticksMax: 5 })).toMatchObject({ ticks: [7], isLog: false });
    expect(fitScale([7], { unit: 'ms', ticksMax: 5 }).place(7)).toBe(0.5);
    expect(fitScale([], { unit: 'jobs', ticksMax: 5 }).place(0.5)).toBe(0.5);
  });

  test('has no more numbers than there is room for', () => {
    for (const most of [1e-7, 0.3, 2, 59_000, 1e12]) {
      const { ticks, place } = fitScale([0, most], { unit: 'jobs', ticksMax: 4 });
      expect(ticks.length).toBeLessThanOrEqual(4);
      for (const tick of ticks) expect(place(tick)).toBeGreaterThanOrEqual(0);
    }
  });
});

test('an axis from 0 begins there, unless its values differ by much', () => {
  const scale = fitScale([3, 8], { unit: 'seconds', ticksMax: 5, isFromZero: true });
  expect(scale.ticks).toStrictEqual([0, 2, 4, 6, 8]);
  expect(scale.place(4)).toBe(0.5);
  expect(fitScale([1, 100], { unit: 'seconds', ticksMax: 5, isFromZero: true }).ticks).toStrictEqual([1, 10, 100]);
  expect(fitScale([0], { unit: 'seconds', ticksMax: 5, isFromZero: true }).place(0)).toBe(0.5);
});

// biome-ignore format: a table
test.each([
  ['ms',   800,             5, [0, 200, 400, 600, 800]],
  ['ms',   70_000,          5, [0, 15_000, 30_000, 45_000, 60_000]],
  ['ms',   3_600_000,       4, [0, 1_800_000, 3_600_000]],
  ['ms',   10 * 86_400_000, 6, [0, 2, 4, 6, 8, 10].map((days) => days * 86_400_000)],
  ['ms',   86_400_000_000,  3, [0, 500, 1_000].map((days) => days * 86_400_000)],
  ['jobs', 2.8,             4, [0, 1, 2]],
  ['USD',  0.0042,          3, [0, 0.002, 0.004]],
])('round %s from 0 to %d, at most %d', (unit, high, most, ticks) => {
  expect(roundTicks(0, high, most, unit)).toStrictEqual(ticks);
});

test('a step divides a span in at most so many, and is a round duration or number', () => {
  expect(chooseStep(60_000, 6, 'ms')).toBe(10_000);
  expect(chooseStep(7, 5, 'jobs')).toBe(2);
  expect(chooseStep(0.3, 3, 'USD')).toBe(0.1);
});
