import { describe, expect, test } from 'vitest';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import { Gauge, openSpan, spanUpTo } from '../../../engine/world/reports/record/gauge.ts';

const at = (ms: number) => ms as VirtualTime;

/** A gauge over 100 ms in ten parts, after these changes. */
const gaugeAfter = (...changes: readonly (readonly [by: number, ms: number])[]): Gauge => {
  const gauge = new Gauge(spanUpTo(at(100), 10));
  for (const [by, ms] of changes) gauge.change(by, at(ms));
  gauge.close();
  return gauge;
};

describe('a trace', () => {
  test('has each change, and of each instant the number at its end', () => {
    const gauge = new Gauge(openSpan);
    for (const [by, ms] of [
      [2, 5],
      [3, 5],
      [-1, 9],
      [0, 12],
      [-4, 20],
      [1, 30],
      [-1, 30],
    ] as const)
      gauge.change(by, at(ms));
    expect([gauge.trace?.times, gauge.trace?.values]).toStrictEqual([
      [5, 9, 20, 30],
      [5, 4, 0, 0],
    ]);
    expect(gauge.max).toBe(5);
  });

  test('is kept only where the span asks for it', () => {
    expect(new Gauge(spanUpTo(at(100), 10)).trace).toBeUndefined();
  });
});

describe('a gauge over time', () => {
  test('has the mean and the maximum of what lasted', () => {
    const gauge = gaugeAfter([1, 0], [2, 10], [-3, 40]);
    expect([gauge.sum, gauge.mean, gauge.max]).toStrictEqual([1 * 10 + 3 * 30, 1, 3]);
    expect(gauge.overTime).toStrictEqual([1, 3, 3, 3, 0, 0, 0, 0, 0, 0]);
  });

  test('shares what lasts over several parts among them', () => {
    expect(gaugeAfter([1, 5], [-1, 25]).overTime).toStrictEqual([0.5, 1, 0.5, 0, 0, 0, 0, 0, 0, 0]);
  });

  test('leaves out what lasts no time', () => {
    const gauge = gaugeAfter([7, 10], [-7, 10], [1, 20]);
    expect(gauge.max).toBe(1);
    expect(gauge.sum).toBe(80);
  });

  test('goes on to the end of its span, and no further', () => {
    expect(gaugeAfter([2, 90]).overTime.at(-1)).toBe(2);
    expect(gaugeAfter([2, 90], [-2, 200]).sum).toBe(20);
  });

  test('has a last part that may be shorter', () => {
    const gauge = new Gauge(spanUpTo(at(25), 10));
    gauge.change(1, at(24));
    gauge.close();
    expect(gauge.overTime).toHaveLength(9);
    expect(gauge.overTime.at(-1)).toBe(1);
  });

  test('is nothing in a span without any time', () => {
    const gauge = new Gauge(spanUpTo(at(0), 10));
    gauge.change(1, at(0));
    gauge.close();
    expect([gauge.mean, gauge.max, gauge.overTime]).toStrictEqual([0, 0, []]);
  });
});
