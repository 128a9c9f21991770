import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeTimeScale } from '../../adapters/console/app/model/charts/timeScale.ts';
import { Viewport } from '../../adapters/console/app/model/charts/viewport.ts';
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

describe('a viewport', () => {
  const scale = makeTimeScale(Array.from({ length: 101 }, (_, k) => k * 100));

  test('is zoomed around a place, and stays within the scale', () => {
    const half = new Viewport(scale).zoom(0.5, 0.5);
    expect([half.time(0), half.time(0.5), half.time(1)]).toStrictEqual([2_500, 5_000, 7_500]);
    expect(half.place(5_000)).toBe(0.5);
    expect(half.move(10).time(1)).toBe(10_000);
    expect(half.move(-10).time(0)).toBe(0);
    expect(half.zoom(100, 0.2).isWhole).toBe(true);
    expect(new Viewport(scale).zoom(0, 0.5).width).toBeGreaterThan(0);
  });
});
