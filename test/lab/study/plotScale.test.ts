import { describe, expect, test } from 'vitest';
import { amountText, amountWithUnit } from '../../../engine/lab/study/measure/amount.ts';
import { plotScale } from '../../../engine/lab/study/report/plotScale.ts';

describe('the scale of an axis', () => {
  test('is linear where values are close, with round numbers beside it', () => {
    const { place, ticks, isLog } = plotScale([0.2089, 0.2294], 'USD', 6);
    expect(isLog).toBe(false);
    expect(ticks).toStrictEqual([0.21, 0.215, 0.22, 0.225]);
    expect(place(0.2089)).toBeCloseTo(0.06 / 1.12, 12);
    expect(place(0.2294)).toBeCloseTo(1.06 / 1.12, 12);
  });

  test('is by logarithms where they differ by more than a factor of twenty; a duration of 0 has its place, too', () => {
    const { place, ticks, isLog } = plotScale([0, 70_000], 'ms', 8);
    expect(isLog).toBe(true);
    expect(ticks).toStrictEqual([0, 1, 10, 100, 1_000, 10_000, 60_000]);
    expect(place(0)).toBeCloseTo(0.06 / 1.12, 12);
    expect(place(9) - place(0)).toBeCloseTo(place(99) - place(9), 12);
    expect(plotScale([1, 20], 'jobs', 5).isLog).toBe(false);
    expect(plotScale([0, 500], 'jobs', 5).isLog).toBe(false);
    expect(plotScale([1, 1_000], 'jobs', 5).ticks).toStrictEqual([1, 10, 100, 1_000]);
  });

  test('of one value has it in the middle, and of none is from 0 to 1', () => {
    expect(plotScale([7, 7], 'jobs', 5)).toMatchObject({ ticks: [7], isLog: false });
    expect(plotScale([7], 'ms', 5).place(7)).toBe(0.5);
    expect(plotScale([], 'jobs', 5).place(0.5)).toBe(0.5);
  });

  test('has no more numbers than there is room for', () => {
    for (const most of [1e-7, 0.3, 2, 59_000, 1e12]) {
      const { ticks, place } = plotScale([0, most], 'jobs', 4);
      expect(ticks.length).toBeLessThanOrEqual(4);
      for (const tick of ticks) expect(place(tick)).toBeGreaterThanOrEqual(0);
    }
  });
});

// biome-ignore format: a table
test.each([
  [0,            'ms',     '0ms',     '0ms'],
  [2.5,          'ms',     '2.5ms',   '2.5ms'],
  [999.6,        'ms',     '1s',      '1s'],
  [2_943,        'ms',     '2.94s',   '2.94s'],
  [-266,         'ms',     '-266ms',  '-266ms'],
  [3_723_400,    'ms',     '1h2m3s',  '1h2m3s'],
  [0.22631,      'USD',    '$0.226',  '$0.226'],
  [1_234.5,      'USD',    '$1235',   '$1235'],
  [0.9789,       'share',  '97.9%',   '97.9%'],
  [12.34567,     'jobs/s', '12.3',    '12.3 jobs/s'],
])('%f %s is written as %s', (value, unit, text, withUnit) => {
  expect(amountText(value, unit)).toBe(text);
  expect(amountWithUnit(value, unit)).toBe(withUnit);
});
