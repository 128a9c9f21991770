import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moveRange, zoomRange } from '../../adapters/console/app/model/charts/range.ts';
import { listRulerTicks } from '../../adapters/console/app/model/charts/ruler.ts';
import { makeTimeScale, type TimeScale } from '../../adapters/console/app/model/charts/timeScale.ts';
import { checkProperty } from '../support/checkProperty.ts';

const times = fc.array(fc.integer({ min: 0, max: 90_000_000 }), { maxLength: 60 }).map((list) => list.sort((a, b) => a - b));

describe('a time scale', () => {
  test('draws time in proportion where nothing is idle for long', () => {
    const even = makeTimeScale(Array.from({ length: 101 }, (_, k) => k * 100));
    expect(even.folded).toStrictEqual([]);
    expect([0, 2_500, 10_000].map((at) => even.place(at))).toStrictEqual([0, 0.25, 1]);
    expect(even.time(0.5)).toBe(5_000);
  });

  test('folds a long gap', () => {
    const scale = makeTimeScale([...Array.from({ length: 100 }, (_, k) => k * 100), 86_400_000]);
    expect(scale.folded).toHaveLength(1);
    expect(1 - scale.place(9_900)).toBeCloseTo(1 / 8, 2);
    expect(scale.end).toBe(86_400_000);
  });

  test('has a place for a log without any time', () => {
    for (const none of [makeTimeScale([]), makeTimeScale([0, 0])]) {
      expect(none.place(0)).toBe(0);
      expect(none.time(0.7)).toBe(0);
    }
  });

  test('never goes back, begins at 0 and ends at 1, and finds every time again', () => {
    checkProperty(
      fc.property(times, (list) => {
        const scale = makeTimeScale(list);
        const places = list.map((at) => scale.place(at));
        expect(places).toStrictEqual([...places].sort((a, b) => a - b));
        expect(places.every((place) => place >= 0 && place <= 1 + 1e-9)).toBe(true);
        for (const at of list) expect(Math.abs(scale.time(scale.place(at)) - at)).toBeLessThanOrEqual(1);
        if ((list.at(-1) ?? 0) > 0) expect(scale.place(list.at(-1) ?? 0)).toBeCloseTo(1, 9);
      }),
    );
  });

  test('gives no gap more than its share, unless there are few', () => {
    checkProperty(
      fc.property(times, (list) => {
        const scale = makeTimeScale(list);
        const instants = [0, ...new Set(list.filter((at) => at > 0))];
        const share = Math.max(1 / 8, 2 / (instants.length - 1));
        for (let k = 1; k < instants.length; k++)
          expect(scale.place(instants[k] ?? 0) - scale.place(instants[k - 1] ?? 0)).toBeLessThanOrEqual(share + 0.01);
      }),
    );
  });
});

describe('a range', () => {
  const whole = { from: 0, to: 10_000 };

  test('is zoomed around a time, and stays within the run', () => {
    expect(zoomRange(whole, whole, 0.5, 5_000)).toStrictEqual({ from: 2_500, to: 7_500 });
    expect(zoomRange(whole, whole, 0.5, 0)).toStrictEqual({ from: 0, to: 5_000 });
    expect(zoomRange({ from: 8_000, to: 10_000 }, whole, 2, 10_000)).toStrictEqual({ from: 6_000, to: 10_000 });
    expect(zoomRange({ from: 0, to: 8_000 }, whole, 1.25, 8_000)).toBeUndefined();
  });

  test('is never shorter than can be told apart', () => {
    expect(zoomRange({ from: 500, to: 511 }, whole, 0, 505)).toStrictEqual({ from: 500, to: 510 });
  });

  test('is moved as far as there is anything', () => {
    const half = { from: 2_500, to: 7_500 };
    expect(moveRange(half, whole, 1_000)).toStrictEqual({ from: 3_500, to: 8_500 });
    expect(moveRange(half, whole, 1e9)).toStrictEqual({ from: 5_000, to: 10_000 });
    expect(moveRange(half, whole, -1e9)).toStrictEqual({ from: 0, to: 5_000 });
  });
});

describe('the ruler', () => {
  const times = (until: number, step: number) => Array.from({ length: until / step + 1 }, (_, k) => k * step);
  const wordsOf = (scale: TimeScale, width: number) => listRulerTicks(scale, width).map(({ words }) => words);

  test('has round times, with milliseconds only where they matter', () => {
    expect(wordsOf(makeTimeScale(times(480_000, 1_000)), 590)).toStrictEqual(['00:00:00', '00:02:00', '00:04:00', '00:06:00', '00:08:00']);
    expect(wordsOf(makeTimeScale(times(1_000, 10)), 590)).toStrictEqual([
      '00:00:00.000',
      '00:00:00.200',
      '00:00:00.400',
      '00:00:00.600',
      '00:00:00.800',
      '00:00:01.000',
    ]);
    expect(wordsOf(makeTimeScale(times(864_000_000, 3_600_000)), 400)).toStrictEqual(['0d', '7d']);
  });

  test('begins with its first time if no round one is in it', () => {
    expect(wordsOf(makeTimeScale([1_501, 1_507], 1_501), 100)).toStrictEqual(['00:00:01.501']);
    expect(wordsOf(makeTimeScale([]), 590)).toStrictEqual(['00:00:00']);
  });

  test('has no tick in folded time, none too close, and each where its time is drawn', () => {
    checkProperty(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 90_000_000 }), { maxLength: 60 }).map((list) => list.sort((a, b) => a - b)),
        fc.integer({ min: 100, max: 2_000 }),
        (list, width) => {
          const scale = makeTimeScale(list);
          const ticks = listRulerTicks(scale, width);
          for (const { at, place } of ticks) {
            expect(place).toBe(scale.place(at));
            expect(scale.folded.every(({ from, to }) => at <= from || at >= to)).toBe(true);
          }
          for (let k = 1; k < ticks.length; k++)
            expect(((ticks[k]?.place ?? 0) - (ticks[k - 1]?.place ?? 0)) * width).toBeGreaterThanOrEqual(92 - 1e-9);
        },
      ),
    );
  });
});
