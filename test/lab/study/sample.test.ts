import { describe, expect, test } from 'vitest';
import { drawsFrom } from '../../../engine/kernel/rng.ts';
import { buildAxis } from '../../../engine/lab/study/design/axis.ts';
import { drawCombinations } from '../../../engine/lab/study/design/sample.ts';
import { sobol, sobolAxesMax } from '../../../engine/lab/study/design/sobol.ts';
import { type AxisSpec, studySchema } from '../../../engine/lab/study/format/format.ts';

/** An axis as a study file writes it. */
const axis = (written: unknown, name = 'a') => buildAxis(name, studySchema.shape.vary.parse({ [name]: written })[name] as AxisSpec);
const duration = { from: '5s', to: '5m' };

describe('the values of a grid', () => {
  // biome-ignore format: a table
  test.each<[string, unknown, unknown]>([
    ['of a list are as they are written',          ['OFF', 2, '1m', [1]],                        ['OFF', 2, '1m', [1]]],
    ['between whole numbers are whole',            { from: 1, to: 8, steps: 3 },                 [1, 5, 8]],
    ['that round to the same one are one',         { from: 1, to: 3, steps: 6 },                 [1, 2, 3]],
    ['between other numbers have six digits',      { from: 0.1, to: 0.2, steps: 4 },             [0.1, 0.133333, 0.166667, 0.2]],
    ['keep both ends exactly',                     { from: 0.123456789, to: 0.987654321, steps: 2 }, [0.123456789, 0.987654321]],
    ['on a logarithmic scale grow by a factor',    { from: 1, to: 1_000, steps: 4, scale: 'log' }, [1, 10, 100, 1_000]],
    ['between whole seconds are whole seconds',    { ...duration, steps: 4, scale: 'log' },      ['5s', '20s', '1m17s', '5m']],
    ['between milliseconds are milliseconds',      { from: '1000ms', to: '2s', steps: 3 },       ['1s', '1.5s', '2s']],
    ['may be below zero',                          { from: -1, to: 1, steps: 3 },                [-1, 0, 1]],
  ])('%s', (_, written, values) => {
    expect(axis(written).values).toStrictEqual(values);
  });

  test('are unknown of a range without steps', () => {
    expect(axis(duration).values).toBeUndefined();
  });
});

describe('a sample', () => {
  const count = 1_000;
  const shares = (written: unknown): Readonly<Record<string, number>> => {
    const { at } = axis(written);
    const counts: Record<string, number> = {};
    for (let k = 0; k < count; k++) counts[String(at(k / count))] = (counts[String(at(k / count))] ?? 0) + 1;
    return counts;
  };

  test('takes every value of a list, and every whole number of a range, equally often', () => {
    expect(shares(['a', 'b', 'c', 'd'])).toStrictEqual({ a: 250, b: 250, c: 250, d: 250 });
    expect(shares({ from: 1, to: 4 })).toStrictEqual({ 1: 250, 2: 250, 3: 250, 4: 250 });
    expect(shares({ from: '2s', to: '3s' })).toStrictEqual({ '2s': 500, '3s': 500 });
  });

  test('begins at the lower end, and stays below the upper one', () => {
    const { at } = axis({ from: 0.5, to: 1.5 });
    expect([at(0), at(0.5), at(0.999)]).toStrictEqual([0.5, 1, 1.499]);
    expect(axis({ from: 1, to: 100, scale: 'log' }).at(0.9999)).toBe(100);
  });

  test('of a grid is every combination, the last axis changing fastest', () => {
    expect(drawCombinations([axis([1, 2]), axis(['x', 'y'])], 'grid', drawsFrom('a'))).toStrictEqual([
      [1, 'x'],
      [1, 'y'],
      [2, 'x'],
      [2, 'y'],
    ]);
  });

  test.each([7, 64])('of a latin hypercube of %d points hits each part of each axis once', (points) => {
    const axes = ['a', 'b', 'c'].map((name) => axis({ from: 0.5, to: 1.5 }, name));
    const sample = drawCombinations(axes, { 'latin-hypercube': points }, drawsFrom('study'));
    for (const k of axes.keys()) {
      const parts = sample.map((point) => Math.floor((Number(point[k]) - 0.5) * points));
      expect([...parts].sort((a, b) => a - b)).toStrictEqual(Array.from({ length: points }, (_, part) => part));
    }
    expect(drawCombinations(axes, { 'latin-hypercube': points }, drawsFrom('study'))).toStrictEqual(sample);
  });

  test('has no combination twice, where many points fall on the same values', () => {
    const sample = drawCombinations([axis([1, 2]), axis(['x', 'y'])], { sobol: 64 }, drawsFrom('study'));
    expect(sample.map(String).sort()).toStrictEqual(['1,x', '1,y', '2,x', '2,y']);
  });
});

describe('the sequence of Sobol', () => {
  // The first points for the direction numbers of Joe and Kuo (new-joe-kuo-6.21201), as scipy.stats.qmc.Sobol(10, scramble=False) gives them.
  // biome-ignore format: a table
  const published = [
    [0,     0,     0,     0,     0,     0,     0,     0,     0,     0],
    [0.5,   0.5,   0.5,   0.5,   0.5,   0.5,   0.5,   0.5,   0.5,   0.5],
    [0.75,  0.25,  0.25,  0.25,  0.75,  0.75,  0.25,  0.75,  0.75,  0.75],
    [0.25,  0.75,  0.75,  0.75,  0.25,  0.25,  0.75,  0.25,  0.25,  0.25],
    [0.375, 0.375, 0.625, 0.875, 0.375, 0.125, 0.375, 0.875, 0.875, 0.625],
    [0.875, 0.875, 0.125, 0.375, 0.875, 0.625, 0.875, 0.375, 0.375, 0.125],
    [0.625, 0.125, 0.875, 0.625, 0.625, 0.875, 0.125, 0.125, 0.125, 0.375],
    [0.125, 0.625, 0.375, 0.125, 0.125, 0.375, 0.625, 0.625, 0.625, 0.875],
  ];

  test.each(Array.from({ length: sobolAxesMax - 1 }, (_, k) => k + 2))('begins as published, in %d dimensions', (dimensions) => {
    expect(sobol(dimensions, 8)).toStrictEqual(published.map((point) => point.slice(0, dimensions)));
  });

  test.each([2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024])('of %d points has one in every interval of each axis', (count) => {
    const points = sobol(sobolAxesMax, count);
    for (let axis = 0; axis < sobolAxesMax; axis++)
      expect(new Set(points.map((point) => Math.floor((point[axis] ?? 0) * count))).size).toBe(count);
  });

  test('fills the squares of its first two axes evenly', () => {
    const squares = new Set(sobol(2, 256).map(([x = 0, y = 0]) => `${Math.floor(x * 16)} ${Math.floor(y * 16)}`));
    expect(squares.size).toBe(256);
  });
});
