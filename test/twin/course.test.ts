import { describe, expect, test } from 'vitest';
import { findChangePoints } from '../../adapters/twin/fit/changePoints.ts';
import { courseOfCounts, courseOfValues, findCourseChanges } from '../../adapters/twin/fit/course.ts';
import { compareFirstJobs } from '../../adapters/twin/fit/firstJobs.ts';
import { stratify } from '../../adapters/twin/fit/strata.ts';
import { normalFrom, numbersFrom } from './hidden/endpoint.ts';

const hourMs = 3_600_000;

describe('change points', () => {
  const values = [1, 1, 1, 1, 5, 5, 5, 9, 9, 9, 9, 9];
  /** The squared distances from the mean. */
  const computeCost = (from: number, until: number): number => {
    const part = values.slice(from, until);
    const mean = part.reduce((sum, one) => sum + one, 0) / part.length;
    return part.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  };

  test('are where the cost falls by more than the penalty', () => {
    expect(findChangePoints(values.length, computeCost, 1)).toStrictEqual([4, 7]);
    expect(findChangePoints(values.length, computeCost, 1_000)).toStrictEqual([]);
  });

  test('are no nearer to each other than the shortest stretch', () => {
    expect(findChangePoints(values.length, computeCost, 1, 4)).toStrictEqual([4, 8]);
  });

  test('are those of all segmentations, tried one by one', () => {
    const next = numbersFrom(3);
    for (let sample = 0; sample < 20; sample++) {
      for (let k = 0; k < values.length; k++) values[k] = Math.floor(6 * next());
      const costOf = (bounds: readonly number[]): number =>
        bounds.slice(1).reduce((sum, until, k) => sum + computeCost(bounds[k] ?? 0, until) + 4, 0);
      const all = Array.from({ length: 2 ** 11 }, (_, bits) => [
        0,
        ...Array.from({ length: 11 }, (_, k) => k + 1).filter((k) => bits & (1 << (k - 1))),
        12,
      ]);
      const least = Math.min(...all.map(costOf));
      expect(costOf([0, ...findChangePoints(12, computeCost, 4), 12])).toBeCloseTo(least, 9);
    }
  });
});

describe('the course of durations', () => {
  const draw = (levelAt: (k: number) => number, count = 2_000): readonly number[] => {
    const next = numbersFrom(11);
    return Array.from({ length: count }, (_, k) => Math.exp(levelAt(k) + 0.5 * normalFrom(next)));
  };
  /** A job every ten minutes. */
  const at = Array.from({ length: 2_000 }, (_, k) => (k * hourMs) / 6);
  const changesOf = (values: readonly number[], strata?: readonly number[]) => {
    const course = courseOfValues(values, at, strata);
    if (course === undefined) throw new Error('too few');
    const { steps, isTrend } = findCourseChanges(course);
    return { isTrend, steps: steps.map((step) => Math.round((course.at[step] ?? 0) / hourMs)) };
  };

  test('has neither step nor trend if nothing changes', () => {
    expect(changesOf(draw(() => 0))).toStrictEqual({ isTrend: false, steps: [] });
  });

  test('has a step where a deploy was', () => {
    const { isTrend, steps } = changesOf(draw((k) => (k < 1_200 ? 0 : 0.5)));
    expect(isTrend).toBe(false);
    expect(steps).toHaveLength(1);
    expect(Math.abs((steps[0] ?? 0) - 200)).toBeLessThan(6);
  });

  test('has a trend if it rises all the time', () => {
    expect(changesOf(draw((k) => k / 2_000)).isTrend).toBe(true);
  });

  test('has a step among hours that differ, and only that, if it is ranked within them', () => {
    const levelAt = (k: number): number => (k % 144 < 60 ? 0 : 1.5);
    expect(changesOf(draw(levelAt), stratify(at))).toStrictEqual({ isTrend: false, steps: [] });
    const stepped = draw((k) => levelAt(k) + (k < 1_200 ? 0 : 0.5));
    expect(changesOf(stepped, stratify(at)).steps).toHaveLength(1);
    expect(changesOf(stepped).steps).toHaveLength(0);
  });

  test('is not known of few', () => {
    expect(
      courseOfValues(
        draw(() => 0, 40),
        at,
      ),
    ).toBeUndefined();
  });
});

test('the course of counts has a step where the rate doubles, and none where bursts come and go', () => {
  const at = Array.from({ length: 240 }, (_, k) => k);
  const countsOf = (rateAt: (k: number) => number) =>
    findCourseChanges(
      courseOfCounts(
        at.map(rateAt),
        at.map(() => 20),
        at,
      ),
    ).steps;
  expect(countsOf((k) => (k < 100 ? 14 : 28) + (k % 5))).toStrictEqual([100]);
  expect(countsOf((k) => (k % 12 < 2 ? 60 : 12))).toStrictEqual([]);
});

describe('first jobs of workers', () => {
  const next = numbersFrom(5);
  /** Nights have longer jobs, and more first ones among them. */
  const jobs = (longer: number) =>
    Array.from({ length: 3_000 }, (_, k) => {
      const isNight = (k / 20) % 24 < 8;
      const isFirst = next() < (isNight ? 0.6 : 0.1);
      return {
        at: (k * hourMs) / 20,
        isFirst,
        execution: (isNight ? 40_000 : 8_000) * Math.exp(0.3 * normalFrom(next)) + (isFirst ? longer : 0),
      };
    });

  test('are not longer because the hours are in which they come', () => {
    const { result, longerMs = 0 } = compareFirstJobs(jobs(0), []) ?? {};
    expect(result?.p).toBeGreaterThan(0.01);
    expect(Math.abs(longerMs)).toBeLessThan(1_500);
  });

  test('are longer if they are within each hour', () => {
    const { result, longerMs = 0 } = compareFirstJobs(jobs(6_000), []) ?? {};
    expect(result?.p).toBeLessThan(0.001);
    expect(Math.abs(longerMs - 6_000)).toBeLessThan(1_500);
  });
});
