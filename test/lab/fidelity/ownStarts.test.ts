import { describe, expect, test } from 'vitest';
import { ownStartLines } from '../../../adapters/cli/fidelity/ownStarts.ts';
import { predictStart } from '../../../engine/lab/fidelity/index.ts';

/** Levels of images: nine of ten between 4 and 25 seconds. */
const anyImage = { between: { kind: 'lognormal', medianMs: 10_000, p95Ms: 25_000 }, withinPercent: 20 } as const;
const widthAfter = (...starts: readonly number[]) => {
  const { lowMs, highMs } = predictStart(anyImage, starts);
  return highMs / lowMs;
};

describe('the next start of an image', () => {
  test('lies, before any was seen, in the band of all images', () => {
    const { medianMs, lowMs, highMs } = predictStart(anyImage, []);
    expect(medianMs).toBe(10_000);
    expect(lowMs).toBeLessThan(4_000);
    expect(highMs).toBeGreaterThan(25_000);
  });

  test('lies near the starts that were seen, in a band that each of three narrows', () => {
    const { medianMs } = predictStart(anyImage, [4_400, 4_100, 4_800]);
    expect(medianMs).toBeGreaterThan(4_300);
    expect(medianMs).toBeLessThan(4_600);
    const widths = [widthAfter(), widthAfter(4_400), widthAfter(4_400, 4_100), widthAfter(4_400, 4_100, 4_800)];
    expect(widths).toStrictEqual([...widths].sort((a, b) => b - a));
    expect(widths.at(-1)).toBeLessThan((widths[0] ?? 0) / 3);
  });

  test('lies between that of all images and one start that is far from it', () => {
    const { medianMs } = predictStart(anyImage, [40_000]);
    expect(medianMs).toBeGreaterThan(30_000);
    expect(medianMs).toBeLessThan(40_000);
  });

  test('has a wide band where its starts have a second mode, which does not move the level', () => {
    const { medianMs } = predictStart(anyImage, [10_000, 26_000, 10_200]);
    expect(medianMs).toBeLessThan(10_300);
    expect(widthAfter(10_000, 26_000, 10_200)).toBeGreaterThan(2 * widthAfter(10_000, 10_400, 10_200));
  });

  test('lies where all images do if those do not differ', () => {
    const between = { kind: 'lognormal', medianMs: 8_000, p95Ms: 8_000 } as const;
    expect(predictStart({ ...anyImage, between }, [20_000]).medianMs).toBe(8_000);
  });
});

test('starts of an image are said with the band before and now, and as a world has them', () => {
  expect(ownStartLines([])).toStrictEqual([]);
  const lines = ownStartLines([4_400, 4_100, 4_800]);
  expect(lines.slice(0, 3)).toStrictEqual([
    '3 starts of its image took 4.1 s to 4.8 s. The next one of the image takes',
    expect.stringMatching(/^ {2}before: 10\.\d s, with 90 % between 3\.\d+ s and 3\d\.?\d* s \(any image\)$/),
    expect.stringMatching(/^ {2}now: {4}4\.\d+ s, with 90 % between 3\.\d+ s and [56]\.?\d* s$/),
  ]);
  expect(lines.at(-1)).toMatch(/^ {6}start: \{ lognormal: \{ median: 4s\d00ms, p95: [56]s(\d00ms)? \} \}$/);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  const [first, , now] = ownStartLines([4_400]);
  expect(first).toBe('1 start of its image took 4.4 s. The next one of the image takes');
  expect(now).toMatch(/; 3 starts narrow it more$/);
});
