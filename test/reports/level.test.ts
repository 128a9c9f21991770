import { describe, expect, test } from 'vitest';
import type { VirtualTime } from '../../engine/kernel/time.ts';
import { Level, windowUpTo } from '../../engine/reports/level.ts';

const at = (ms: number) => ms as VirtualTime;

/** A level over 100 ms in ten parts, after these changes. */
const levelAfter = (...changes: readonly (readonly [by: number, ms: number])[]): Level => {
  const level = new Level(windowUpTo(at(100), 10));
  for (const [by, ms] of changes) level.change(by, at(ms));
  level.close();
  return level;
};

describe('a level over time', () => {
  test('has the mean and the maximum of what lasted', () => {
    const level = levelAfter([1, 0], [2, 10], [-3, 40]);
    expect([level.sum, level.mean, level.max]).toStrictEqual([1 * 10 + 3 * 30, 1, 3]);
    expect(level.overTime).toStrictEqual([1, 3, 3, 3, 0, 0, 0, 0, 0, 0]);
  });

  test('shares what lasts over several parts among them', () => {
    expect(levelAfter([1, 5], [-1, 25]).overTime).toStrictEqual([0.5, 1, 0.5, 0, 0, 0, 0, 0, 0, 0]);
  });

  test('leaves out what lasts no time', () => {
    const level = levelAfter([7, 10], [-7, 10], [1, 20]);
    expect(level.max).toBe(1);
    expect(level.sum).toBe(80);
  });

  test('goes on to the end of its window, and no further', () => {
    expect(levelAfter([2, 90]).overTime.at(-1)).toBe(2);
    expect(levelAfter([2, 90], [-2, 200]).sum).toBe(20);
  });

  test('has a last part that may be shorter', () => {
    const level = new Level(windowUpTo(at(25), 10));
    level.change(1, at(24));
    level.close();
    expect(level.overTime).toHaveLength(9);
    expect(level.overTime.at(-1)).toBe(1);
  });

  test('is nothing in a window without any time', () => {
    const level = new Level(windowUpTo(at(0), 10));
    level.change(1, at(0));
    level.close();
    expect([level.mean, level.max, level.overTime]).toStrictEqual([0, 0, []]);
  });
});
