import { expect, test } from 'vitest';
import { lowerMedian } from '../../engine/statistics/lowerMedian.ts';

test('the lower median is in the middle, and of two in the middle the first', () => {
  expect([[7], [1, 2], [1, 2, 3], [1, 2, 3, 4]].map((sorted) => lowerMedian(sorted))).toStrictEqual([7, 1, 2, 2]);
  expect(lowerMedian([])).toBeUndefined();
});
