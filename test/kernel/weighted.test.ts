import { expect, test } from 'vitest';
import { placeOfDraw } from '../../engine/kernel/math/weighted.ts';

test('a draw falls on the first place whose sum is above it', () => {
  // Weights 2, 0, 3 and 1: the second is never met.
  const sums = [2, 2, 5, 6];
  expect([0, 1, 2, 3, 4, 5].map((drawn) => placeOfDraw(sums, drawn))).toStrictEqual([0, 0, 2, 2, 2, 3]);
});

test('the only place needs no draw to be right', () => {
  expect(placeOfDraw([7], 6)).toBe(0);
  expect(placeOfDraw([7], 0)).toBe(0);
});
