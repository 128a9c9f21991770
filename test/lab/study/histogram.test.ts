import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildHistogram, findBin, findLowerBound, mergeHistograms } from '../../../engine/lab/study/measure/histogram.ts';
import { checkProperty } from '../../support/checkProperty.ts';

const values = fc.oneof(fc.nat(100), fc.nat(), fc.maxSafeNat());

test('a number lies in its bin, which is at most a sixteenth as wide as the number is large', () => {
  checkProperty(
    fc.property(values, (value) => {
      const [low, next] = [findLowerBound(findBin(value)), findLowerBound(findBin(value) + 1)];
      expect(low).toBeLessThanOrEqual(value);
      expect(next).toBeGreaterThan(value);
      expect(next - low).toBeLessThanOrEqual(Math.max(1, value / 16));
    }),
    1_000,
  );
});

test('the bound of a bin is in the bin: there is no gap and no overlap', () => {
  for (let bin = 0; bin < 800; bin++) expect(findBin(findLowerBound(bin))).toBe(bin);
});

// biome-ignore format: a table
test.each([
  [0, 0], [31, 31], [32, 32], [33, 32], [34, 33], [63, 47], [64, 48], [1_000, 111], [60_000, 205],
])('%d is in bin %d', (value, bin) => {
  expect(findBin(value)).toBe(bin);
});

test('histograms are merged by adding, in any order and however they are divided', () => {
  checkProperty(
    fc.property(fc.array(fc.array(values)), (parts) => {
      const whole = buildHistogram(parts.flat());
      expect(mergeHistograms(parts.map(buildHistogram))).toStrictEqual(whole);
      expect(mergeHistograms(parts.map(buildHistogram).reverse())).toStrictEqual(whole);
      expect(whole.reduce((sum, [, count]) => sum + count, 0)).toBe(parts.flat().length);
    }),
  );
});
