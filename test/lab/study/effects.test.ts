import { describe, expect, test } from 'vitest';
import type { Json } from '../../../engine/kernel/canonical.ts';
import { findLevels, levelReader, levelText } from '../../../engine/lab/study/design/levels.ts';
import { computeEffects, toLevels } from '../../../engine/lab/study/report/effects.ts';
import { drawHeatMap, heatMapChoice } from '../../../engine/lab/study/report/heatMap.ts';
import { configuration, reportOf, specOf, workersStudy } from './handmade.ts';

const grid = [1, 2].flatMap((a) => ['x', 'y', 'z'].map((b): readonly Json[] => [a, b]));
const settings = [findLevels('a', [1, 2], [1, 2], false), findLevels('b', ['x', 'y', 'z'], ['x', 'y', 'z'], false)];
const measured = (means: readonly (number | null)[]) => grid.map((values, k) => configuration(k + 1, values, { m: means[k] ?? null }));
const effects = (means: readonly (number | null)[], isSampled = false) =>
  computeEffects('m', settings, toLevels(settings, measured(means)), isSampled);

describe('main effects', () => {
  test('of a grid are the means of its rows and columns, and shares of the sum of squares', () => {
    // The mean is 4, the sum of squares 34. Rows 2 and 6: 3·(4+4) = 24. Columns 2.5, 4 and 5.5: 2·(2.25+2.25) = 9. Left is 1.
    const { missing, settings: found, interaction } = effects([1, 2, 3, 4, 6, 8]);
    expect(missing).toBe(0);
    expect(found).toStrictEqual([
      { name: 'a', means: [2, 6], share: 24 / 34 },
      { name: 'b', means: [2.5, 4, 5.5], share: 9 / 34 },
    ]);
    expect(interaction?.of).toStrictEqual(['a', 'b']);
    expect(interaction?.share).toBeCloseTo(1 / 34, 12);
  });

  test('that only add up have no interaction', () => {
    expect(effects([0, 1, 2, 10, 11, 12]).interaction).toStrictEqual({ of: ['a', 'b'], share: 0 });
  });

  test('of a crossing are in the interaction alone', () => {
    const settingsOfTwo = [findLevels('a', [1, 2], [], false), findLevels('b', [1, 2], [], false), findLevels('c', [7], [], false)];
    const points = [1, 2].flatMap((a) => [1, 2].map((b) => configuration(2 * a + b, [a, b, 7], { m: a === b ? 1 : 3 })));
    const { settings: found, interaction } = computeEffects('m', settingsOfTwo, toLevels(settingsOfTwo, points), false);
    expect(found.map(({ share }) => share)).toStrictEqual([0, 0, 0]);
    expect(interaction).toStrictEqual({ of: ['a', 'b'], share: 1 });
  });

  test('of what is the same everywhere have no share', () => {
    // The sum of six tenths is not six times a tenth.
    const { settings: found, interaction } = effects([0.1, 0.1, 0.1, 0.1, 0.1, 0.1]);
    expect(found.map(({ share }) => share)).toStrictEqual([null, null]);
    expect(interaction).toBeNull();
  });

  test('leave out what has no value, say so, and claim no interaction', () => {
    const found = effects([1, null, 3, 4, 6, 8]);
    expect(found.missing).toBe(1);
    expect(found.settings[0]?.means).toStrictEqual([2, 6]);
    expect(found.settings[1]?.means).toStrictEqual([2.5, 6, 5.5]);
    expect(found.interaction).toBeNull();
    expect(effects([null, null, null, null, null, null]).settings[0]).toStrictEqual({ name: 'a', means: [null, null], share: null });
  });

  test('of a sample are less what as many parts explain by chance', () => {
    const one = [findLevels('a', [1, 1, 2, 2], [], true)];
    const sampled = (means: readonly number[]) =>
      computeEffects(
        'm',
        one,
        toLevels(
          one,
          means.map((m, k) => configuration(k + 1, [k < 2 ? 1 : 2], { m })),
        ),
        true,
      ).settings[0]?.share;
    // Of 20, 16 are between the two, and 4 within: two degrees of freedom, so 2 for one by chance.
    expect(sampled([1, 3, 5, 7])).toBeCloseTo(14 / 20, 12);
    expect(sampled([1, 3, 1, 3])).toBe(0);
    expect(effects([1, 2, 3, 4, 6, 8], true).interaction).toBeNull();
  });
});

describe('levels', () => {
  const texts = (values: readonly Json[], listed: readonly Json[], isSampled: boolean) =>
    findLevels('s', values, listed, isSampled).levels.map(levelText);

  test('are in ascending order where they are numbers or durations, else in the order of the file', () => {
    expect(texts([16, 2, 4, 2], [16, 2, 4], false)).toStrictEqual(['2', '4', '16']);
    expect(texts(['1m', '5s', '300ms'], [], false)).toStrictEqual(['300ms', '5s', '1m']);
    expect(texts(['ON', 'OFF', 'ON'], ['OFF', 'ON', 'AUTO'], true)).toStrictEqual(['OFF', 'ON']);
    expect(texts([true, null], [null, true], false)).toStrictEqual(['null', 'true']);
  });

  test('of a sample are parts of the same size, as many as two crossed settings allow', () => {
    const values = Array.from({ length: 64 }, (_, k) => (k * 37) % 64);
    const { levels } = findLevels('s', values, [], true);
    // 5·5·2 is at most 64, and 6·6·2 is more.
    expect(levels.map(levelText)).toStrictEqual(['0–12', '13–25', '26–38', '39–51', '52–63']);
    const read = levelReader({ name: 's', levels });
    const counts = [0, 0, 0, 0, 0];
    for (const value of values) counts[read(value)] = (counts[read(value)] ?? 0) + 1;
    expect(counts).toStrictEqual([13, 13, 13, 13, 12]);
    expect(read(99)).toBe(-1);
  });

  test('of a sample never divide equal values, and few values are not divided at all', () => {
    const values = [...Array.from({ length: 20 }, () => 7), ...Array.from({ length: 12 }, (_, k) => k + 20)];
    const { levels } = findLevels('s', values, [], true);
    expect(levels[0]).toStrictEqual({ from: 7, to: 7 });
    const read = levelReader({ name: 's', levels });
    expect(values.every((value) => read(value) >= 0)).toBe(true);
    expect(texts([3, 1, 2, 3, 1, 2, 3], [], true)).toStrictEqual(['1', '2', '3']);
    expect(
      texts(
        Array.from({ length: 11 }, (_, k) => `${1_234 + k}ms`),
        [],
        true,
      ),
    ).toStrictEqual(['1.23 s–1.24 s', '1.24 s–1.24 s']);
  });
});

describe('a heat map', () => {
  const choice = { measure: 'm', across: 'a', down: 'b' };

  test('has a row for each level of one setting and a column for each of the other', () => {
    const { cells } = drawHeatMap(choice, settings, measured([1, 2, 3, 4, null, 8]));
    expect(cells).toStrictEqual([
      [
        { mean: 1, configurations: [1] },
        { mean: 4, configurations: [4] },
      ],
      [{ mean: 2, configurations: [2] }, null],
      [
        { mean: 3, configurations: [3] },
        { mean: 8, configurations: [6] },
      ],
    ]);
  });

  test('takes the mean over the other settings', () => {
    const three = [...settings, findLevels('c', [1, 2], [], false)];
    const points = grid.flatMap((values, k) => [1, 2].map((c) => configuration(2 * k + c, [...values, c], { m: k + 10 * c })));
    expect(drawHeatMap(choice, three, points).cells[0]?.[0]).toStrictEqual({ mean: 15, configurations: [1, 2] });
  });

  test('is over the two settings that explain most; that with more values goes down', () => {
    const three = [findLevels('none', [1, 2], [], false), ...settings];
    const points = [1, 2].flatMap((other) => grid.map((values, k) => configuration(6 * other + k, [other, ...values], { m: k * k })));
    const found = computeEffects('m', three, toLevels(three, points), false);
    expect(heatMapChoice(found, three)).toStrictEqual({ measure: 'm', across: 'a', down: 'b' });
    expect(heatMapChoice(found, three.slice(0, 1))).toBeUndefined();
  });
});

test('the pictures of a study have its two settings, the limit of its goal, and effects of both measures; those of a sample say that it is one', () => {
  const { picture, configurations } = workersStudy();
  expect(picture).toMatchObject({
    frontier: { across: { name: 'cost' }, up: { name: 'delayTime.p95' } },
    limits: [{ measure: 'delayTime.p95', atMost: 5_000, atLeast: null }],
    isSampled: false,
    settings: [{ name: 'workers.max' }, { name: 'idleTimeout' }],
    effects: [{ measure: 'delayTime.p95' }, { measure: 'cost' }],
    heatMap: { measure: 'delayTime.p95' },
  });
  const sampled = specOf({ 'workers.max': [2, 4, 8], idleTimeout: ['5s', '1m'] }, { sample: { sobol: 6 } as never });
  expect(reportOf(sampled, configurations).picture.isSampled).toBe(true);
});
