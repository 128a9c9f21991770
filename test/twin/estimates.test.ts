import { describe, expect, test } from 'vitest';
import { findUncertainChanges } from '../../adapters/twin/fit/dayAfterDay.ts';
import { estimateMedian, estimateQuantiles, estimateRate, estimateShare } from '../../adapters/twin/fit/estimates.ts';
import { numbersFrom } from './hidden/endpoint.ts';

describe('an interval is that of the books', () => {
  test('of a share, by Wilson', () => {
    // 10 of 100: 5.52 % to 17.44 % (Newcombe 1998, method 3).
    const { low, high } = estimateShare('share', 10, 100) ?? { low: 0, high: 0 };
    expect([low, high].map((one) => one.toFixed(4))).toStrictEqual(['0.0552', '0.1744']);
    expect(estimateShare('share', 0, 0)).toBeUndefined();
  });

  test('of a middle, by Kaplan and Meier: times to relapse with 6-MP (Gehan 1965) have one of 23 weeks, from 13 on, and no end', () => {
    const seen = [6, 6, 6, 7, 10, 13, 16, 22, 23].map((ms) => ({ ms, isCut: false }));
    const cut = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35].map((ms) => ({ ms, isCut: true }));
    expect(estimateMedian('median', [...seen, ...cut])).toBeUndefined();
    // Of the others, who had a placebo, all relapsed: 8 weeks, from 4 to 11.
    const placebo = [1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23].map((ms) => ({ ms, isCut: false }));
    expect(estimateMedian('median', placebo)).toMatchObject({ low: 4, value: 8, high: 11 });
  });
});

describe('intervals hold what is true in 95 of 100 cases', () => {
  const random = numbersFrom(32);
  const shareOf = (isHeld: () => boolean): number => Array.from({ length: 400 }, isHeld).filter(Boolean).length / 400;

  test('of percentiles, whatever the values follow', () => {
    const draw = () => Array.from({ length: 400 }, () => -Math.log(1 - random())).sort((a, b) => a - b);
    const held = shareOf(() => {
      const p95 = estimateQuantiles(draw(), 400)[1];
      return p95 !== undefined && p95.low <= Math.log(20) && Math.log(20) <= p95.high;
    });
    expect(held).toBeGreaterThan(0.91);
  });

  test('of rates, where days differ', () => {
    const held = shareOf(() => {
      const days = Array.from({ length: 14 }, () => ({ count: Math.round(240 * (1 + 0.5 * (random() + random() - 1))), hours: 24 }));
      const rate = estimateRate('rate', days);
      return rate !== undefined && rate.low <= 10 && 10 <= rate.high;
    });
    expect(held).toBeGreaterThan(0.91);
    expect(estimateRate('rate', [{ count: 9, hours: 24 }])).toBeUndefined();
  });
});

test('a change of the rate is uncertain where it is not there day after day', () => {
  const binsOf = (countAt: (day: number, hour: number) => number) =>
    Array.from({ length: 14 * 24 }, (_, k) => ({
      day: Math.floor(k / 24),
      bin: k % 24,
      count: countAt(Math.floor(k / 24), k % 24),
      exposure: 1,
    }));
  const pieces = [{ first: 0 }, { first: 8 }, { first: 9 }];
  // From 8h to 9h, one day of fourteen has a burst.
  expect(
    findUncertainChanges(
      pieces,
      binsOf((day, hour) => (day === 3 && hour === 8 ? 250 : 10 + ((day + hour) % 3))),
    ),
  ).toStrictEqual([1, 2]);
  expect(
    findUncertainChanges(
      pieces,
      binsOf((day, hour) => (hour === 8 ? 40 : 10 + ((day + hour) % 3))),
    ),
  ).toStrictEqual([]);
  expect(findUncertainChanges([{ first: 0 }], [])).toStrictEqual([]);
});
