import { describe, expect, test } from 'vitest';
import { exp } from '../../../engine/kernel/math/exactMath.ts';
import { estimators } from '../../../engine/lab/fidelity/estimate/estimators.ts';
import { fitLevels, groupLevels, levelsWords, poolLevels } from '../../../engine/lab/fidelity/estimate/levels.ts';
import type { Seen } from '../../../engine/lab/fidelity/estimate/seen.ts';

const see = (image: string, ...values: readonly number[]): readonly Seen[] => values.map((value) => ({ value, image, run: 'r' }));
const estimateBy = (...images: readonly (readonly Seen[])[]) => {
  const levels = groupLevels(images.flat());
  return fitLevels(levels, poolLevels([levels]));
};
const level = (one: ReturnType<typeof estimateBy>) => one.between as { readonly medianMs: number; readonly p95Ms: number };

describe('levels of images', () => {
  test('are one for each image, however many values it has', () => {
    const many = see('a', ...Array.from({ length: 50 }, (_, k) => 4_000 + k));
    const { medianMs } = level(estimateBy(many, see('b', 10_000), see('c', 40_000)));
    expect(medianMs).toBe(10_000);
  });

  test('lie in a wide band where images differ, and the times of one image in a narrow one', () => {
    const apart = estimateBy(see('a', 4_000, 4_200, 4_400), see('b', 15_000, 16_000, 17_000), see('c', 48_000, 50_000, 52_000));
    expect(level(apart).p95Ms / level(apart).medianMs).toBeGreaterThan(5);
    expect(apart.withinPercent).toBeGreaterThan(5);
    expect(apart.withinPercent).toBeLessThan(20);
  });

  test('say nothing of the scatter within an image that has one value', () => {
    const several = [see('a', 4_000, 4_200, 4_400), see('b', 15_000, 16_000, 17_000)];
    const { withinPercent } = estimateBy(...several);
    expect(estimateBy(...several, see('c', 9_000), see('d', 20_000)).withinPercent).toBe(withinPercent);
  });

  test('of a median whose quartiles are told scatter as those do, as a sample of that size', () => {
    const told = { value: 10_000, image: 'a', run: 'r', scatter: { deviation: 0.05, count: 16 } };
    const { withinPercent } = estimateBy([told], see('b', 5_000, 10_000), see('c', 20_000));
    expect(withinPercent).toBeGreaterThan(10);
    expect(withinPercent).toBeLessThan(60);
    expect(groupLevels([told])).toMatchObject([{ count: 16, variance: 0.05 * 0.05 }]);
  });

  test('that only seem to differ, because times of each scatter as widely, are drawn together', () => {
    const scattered = estimateBy(see('a', 5_000, 10_000, 20_000), see('b', 6_000, 12_000, 24_000), see('c', 5_500, 11_000, 22_000));
    expect(level(scattered).p95Ms).toBe(level(scattered).medianMs + 1);
    expect(scattered.withinPercent).toBeGreaterThan(100);
  });

  test('are not moved by a second mode of one image', () => {
    const [plain] = groupLevels(see('a', 9_700, 9_800, 9_900, 10_100, 10_300));
    const [modes] = groupLevels(see('a', 9_700, 9_800, 9_900, 10_100, 10_300, 26_000, 27_000));
    expect(exp(modes?.middle ?? 0)).toBeCloseTo(10_100);
    expect(modes?.variance).toBeLessThan(4 * (plain?.variance ?? 0));
  });

  test('of one image take the spread between images from the other quantities of its kind', () => {
    const others = groupLevels([...see('a', 4_000), ...see('b', 12_000), ...see('c', 40_000)]);
    const { between } = fitLevels(groupLevels(see('d', 90_000)), poolLevels([others]));
    expect(between).toMatchObject({ kind: 'lognormal', medianMs: 90_000 });
    expect((between as { readonly p95Ms: number }).p95Ms).toBeGreaterThan(900_000);
  });

  test('of a pool of hosts are drawn between pools, each of which counts once', () => {
    const pulls = [...see('here', ...Array.from({ length: 20 }, () => 8_000)), ...see('there', 30_000), ...see('far', 90_000)];
    const { value, words } = estimators.pools(pulls, { deviation: 0, levels: poolLevels([groupLevels(pulls)]) });
    expect(value).toMatchObject({ kind: 'lognormal', medianMs: 30_000 });
    expect(words).toMatch(/3 pools of hosts \(22 values\)/);
  });

  test('are said with their number of images and values', () => {
    expect(levelsWords(groupLevels([...see('a', 1_000, 2_000), ...see('b', 3_000)]))).toMatch(/2 images \(3 values\)/);
    expect(levelsWords(groupLevels(see('a', 1_000, 2_000)))).toMatch(/one image \(2 values\)/);
  });
});
