import { describe, expect, test } from 'vitest';
import { aleaDouble, drawsFrom, firstDouble, hash128, hashInto } from '../../engine/kernel/rng.ts';

const draw = drawsFrom('podsim');

describe('a draw', () => {
  test('is the same for the same seed, purpose, entity and number, whatever was drawn before', () => {
    const other = drawsFrom('podsim');
    other('job/ending', 'job-7', 3);
    expect(other('job/execution', 'job-1', 2)).toBe(draw('job/execution', 'job-1', 2));
  });

  test('is the first one where no number is given', () => {
    expect(draw('job/execution', 'job-1')).toBe(draw('job/execution', 'job-1', 0));
  });

  test.each([
    ['seed', drawsFrom('podsin')('job/execution', 'job-1', 0)],
    ['purpose', draw('job/ending', 'job-1', 0)],
    ['entity', draw('job/execution', 'job-2', 0)],
    ['number', draw('job/execution', 'job-1', 1)],
  ])('is another one for another %s', (_, other) => {
    expect(other).not.toBe(draw('job/execution', 'job-1', 0));
  });

  // Without the lengths, each pair would be one and the same key.
  test.each([
    ['purpose and entity', draw('ab', 'c'), draw('a', 'bc')],
    ['entity and number', draw('a', 'b1', 2), draw('a', 'b', 12)],
    ['seed and purpose', drawsFrom('ab')('c', 'd'), drawsFrom('a')('bc', 'd')],
    ['an empty part', draw('', 'a'), draw('a', '')],
    ['a part that looks like a length', draw('1:a', 'b'), draw('1', ':ab')],
    ['a seed said twice', drawsFrom('ab')('p', 'e'), drawsFrom('abab')('p', 'e')],
  ])('depends on where a key is divided: %s', (_, one, other) => {
    expect(one).not.toBe(other);
  });

  test('has the values it always had: a change of how draws are made changes every log', () => {
    const old = drawsFrom('podsim');
    const golden = [
      old('job/execution', 'job-1'),
      old('job/execution', 'job-1', 1),
      old('job/execution', 'job-2'),
      old('job/ending', 'job-1'),
      old('', '', 0),
      drawsFrom('')('', ''),
      drawsFrom('Größe 大')('fault/strike', 'fault-1/job-😀', 7),
    ];
    expect(golden).toStrictEqual(goldenDraws);
  });
});

const goldenDraws = [
  0.8136144131447426, 0.1809342923270696, 0.9934699767994392, 0.9847600074843978, 0.18954385844395083, 0.4993001698003362,
  0.13403386865538314,
];

const count = 100_000;

describe('many draws', () => {
  const manyDraws = Array.from({ length: count }, (_, k) => draw('job/execution', `job-${k}`));

  test('lie in [0, 1)', () => {
    expect(manyDraws.filter((u) => !(u >= 0 && u < 1))).toStrictEqual([]);
  });

  // 99 degrees of freedom: a fair generator stays below 149 in 999 of 1,000 cases.
  test('are uniform', () => {
    expect(chiSquare(manyDraws)).toBeLessThan(149);
  });

  // What a second output of the generator adds: 2^-32 parts of a draw are as evenly spread as the draw itself.
  test('are uniform below their first 32 bits too', () => {
    const fine = (u: number) => (u * 2 ** 32) % 1;
    expect(chiSquare(manyDraws.map(fine))).toBeLessThan(149);
  });

  test('that are not uniform are detected: the test catches a slight slope', () => {
    expect(chiSquare(manyDraws.map((u) => u ** 1.03))).toBeGreaterThan(149);
  });

  // The correlation of independent draws, times the root of their count, is within ±4 all but once in 16,000 times.
  test.each([
    ['the next number', (k: number) => draw('job/execution', `job-${k}`, 1)],
    ['the next entity', (k: number) => draw('job/execution', `job-${k + 1}`)],
    ['another purpose', (k: number) => draw('job/ending', `job-${k}`)],
  ])('say nothing about the draws of %s', (_, neighbor) => {
    const theirs = manyDraws.map((_u, k) => neighbor(k));
    expect(Math.abs(correlation(manyDraws, theirs)) * Math.sqrt(count)).toBeLessThan(4);
  });
});

const chiSquare = (draws: readonly number[]): number => {
  const bins = new Array<number>(100).fill(0);
  for (const u of draws) bins[Math.floor(u * 100)] = (bins[Math.floor(u * 100)] ?? 0) + 1;
  const expected = draws.length / 100;
  return bins.reduce((sum, observed) => sum + (observed - expected) ** 2 / expected, 0);
};

const correlation = (xs: readonly number[], ys: readonly number[]): number => {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(xs), mean(ys)];
  const products = mean(xs.map((x, k) => (x - meanX) * ((ys[k] ?? 0) - meanY)));
  return products / Math.sqrt(mean(xs.map((x) => (x - meanX) ** 2)) * mean(ys.map((y) => (y - meanY) ** 2)));
};

describe('the draw that is taken without a generator', () => {
  const edges = [0, 1, 2_091_638, 2_091_639, 2 ** 31, 2 ** 32 - 1];
  const corners = edges.flatMap((a) => edges.flatMap((b) => edges.map((d) => Uint32Array.of(a, b, 0, d))));
  const anywhere = Array.from({ length: count }, (_, k) => hashInto(new Uint32Array(4), `state ${k}`));

  test.each([
    ['at the ends of its range', corners],
    ['anywhere', anywhere],
  ])('is the one that seedrandom gives, %s', (_, hashes) => {
    expect(hashes.filter((words) => firstDouble(words) !== aleaDouble(words))).toStrictEqual([]);
  });
});

test('a hash of 128 bits has the value it always had', () => {
  expect(hash128('podsim')).toStrictEqual({ a: 3873393075, b: 1229020985, c: 4275813097, d: 178718543 });
});
