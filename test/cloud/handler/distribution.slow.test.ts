import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Distribution, findLevel, quantile } from '../../../engine/cloud/handler/distribution.ts';
import { InvariantViolation } from '../../../engine/kernel/invariant.ts';
import { normalQuantile } from '../../../engine/kernel/math/normal.ts';
import { drawsFrom } from '../../../engine/kernel/rng.ts';
import { checkProperty } from '../../support/checkProperty.ts';

const almostOne = 1 - 2 ** -32;

describe('a distribution without chance', () => {
  test('a fixed duration ignores the draw', () => {
    expect([0, 0.3, almostOne].map((u) => quantile({ kind: 'fixed', ms: 2_000 }, u))).toStrictEqual([2_000, 2_000, 2_000]);
  });

  test('a uniform one goes evenly from one end to the other', () => {
    const uniform: Distribution = { kind: 'uniform', fromMs: 1_000, toMs: 2_000 };
    expect([0, 0.25, 0.5, 0.75, almostOne].map((u) => quantile(uniform, u))).toStrictEqual([1_000, 1_250, 1_500, 1_750, 2_000]);
  });

  test('an empirical one gives each value its share, in the order they are written', () => {
    const values = [
      { ms: 30, weight: 1 },
      { ms: 10, weight: 2 },
      { ms: 20, weight: 1 },
    ];
    const shares = [0, 0.2499, 0.25, 0.7499, 0.75, almostOne].map((u) => quantile({ kind: 'empirical', values }, u));
    expect(shares).toStrictEqual([30, 30, 10, 10, 20, 20]);
  });

  test('an empirical one without values is our own bug', () => {
    expect(() => quantile({ kind: 'empirical', values: [] }, 0.5)).toThrow(InvariantViolation);
  });

  test('what comes out is whole milliseconds', () => {
    expect(quantile({ kind: 'uniform', fromMs: 0, toMs: 1 }, 0.49)).toBe(0);
    expect(quantile({ kind: 'uniform', fromMs: 0, toMs: 1 }, 0.5)).toBe(1);
  });
});

describe('a time by image', () => {
  const byImage = { kind: 'perImage', between: { kind: 'uniform', fromMs: 10_000, toMs: 60_000 }, withinPercent: 10 } as const;

  test('has a level that is drawn of all images, and lies close to it', () => {
    const its = findLevel(byImage, 0.5);
    expect(its).toStrictEqual({ kind: 'lognormal', medianMs: 35_000, p95Ms: 38_500 });
    expect([0.05, 0.5, 0.95].map((u) => quantile(its, u))).toStrictEqual([31_818, 35_000, 38_500]);
  });

  test('keeps to its bounds in each image', () => {
    const bounded = findLevel({ ...byImage, minMs: 20_000, maxMs: 30_000 }, 0);
    expect([0.5, 0.95].map((u) => quantile(bounded, u))).toStrictEqual([20_000, 20_000]);
    expect(quantile(findLevel({ ...byImage, maxMs: 30_000 }, 0.9), 0.5)).toBe(30_000);
  });

  test('where no image is named, each has a level of its own', () => {
    const draw = drawsFrom('images');
    const drawn = Array.from({ length: 4_000 }, (_, k) => quantile(byImage, draw('start', 'one', k)));
    expect(drawn.filter((ms) => ms < 22_500).length / 4_000).toBeCloseTo(0.25, 1);
    expect(drawn.filter((ms) => ms > 47_500).length / 4_000).toBeCloseTo(0.25, 1);
  });

  test('an image that starts at once has a level all the same', () => {
    expect(findLevel({ between: { kind: 'fixed', ms: 0 }, withinPercent: 10 }, 0.5)).toStrictEqual({
      kind: 'lognormal',
      medianMs: 1,
      p95Ms: 1,
    });
  });
});

describe('a time by size', () => {
  const bySize: Distribution = {
    kind: 'bySize',
    size: { kind: 'uniform', from: 0, to: 1_000 },
    interceptMs: 2_000,
    slopeMs: 12,
    per: 1,
  };

  test('is the intercept, and the slope for each unit', () => {
    expect([0, 0.25, 0.5, almostOne].map((u) => quantile(bySize, u))).toStrictEqual([2_000, 5_000, 8_000, 14_000]);
    expect(quantile({ ...bySize, per: 1_000 }, 0.5)).toBe(2_006);
    expect(quantile({ ...bySize, maxMs: 7_000 }, 0.5)).toBe(7_000);
  });

  test('draws its remainder apart from its size', () => {
    const scattered: Distribution = { ...bySize, slopeMs: 4_000, remainder: { kind: 'uniform', fromMs: 0, toMs: 1_000 } };
    const draw = drawsFrom('sizes');
    const drawn = Array.from({ length: 4_000 }, (_, k) => quantile(scattered, draw('job', 'one', k)) - 2_000);
    const [sizes, rest] = [drawn.map((ms) => Math.floor(ms / 4_000)), drawn.map((ms) => ms % 4_000)];
    const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
    expect(mean(sizes)).toBeCloseTo(500, -2);
    expect(mean(rest)).toBeCloseTo(500, -2);
    expect(mean(sizes.map((size, k) => (size - mean(sizes)) * ((rest[k] ?? 0) - mean(rest)))) / (289 * 289)).toBeCloseTo(0, 1);
    expect(new Set(rest).size).toBeGreaterThan(900);
  });

  test('ends where time does', () => {
    expect(quantile({ ...bySize, size: { kind: 'fixed', value: Number.MAX_SAFE_INTEGER }, slopeMs: 1e9 }, 0.5)).toBeLessThan(9e15);
  });
});

describe('bounds', () => {
  const uniform = { kind: 'uniform', fromMs: 0, toMs: 1_000 } as const;

  test.each<[string, Distribution, number[]]>([
    ['none', uniform, [0, 500, 900]],
    ['a least', { ...uniform, minMs: 600 }, [600, 600, 900]],
    ['a most', { ...uniform, maxMs: 400 }, [0, 400, 400]],
    ['both', { ...uniform, minMs: 200, maxMs: 700 }, [200, 500, 700]],
    ['a least of nothing', { ...uniform, minMs: 0 }, [0, 500, 900]],
  ])('%s', (_, distribution, durations) => {
    expect([0, 0.5, 0.9].map((u) => quantile(distribution, u))).toStrictEqual(durations);
  });
});

const draw = drawsFrom('distributions');
const count = 100_000;
const sample = (distribution: Distribution): number[] =>
  Array.from({ length: count }, (_, k) => quantile(distribution, draw('job/execution', `job-${k}`))).sort((a, b) => a - b);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('many draws', () => {
  test('of an exponential distribution have its mean, and spread as much', () => {
    const durations = sample({ kind: 'exponential', meanMs: 60_000 });
    expect(Math.abs(mean(durations) / 60_000 - 1)).toBeLessThan(0.01);
    expect(Math.abs(mean(durations.map((ms) => (ms - 60_000) ** 2)) ** 0.5 / 60_000 - 1)).toBeLessThan(0.02);
  });

  test('of a lognormal distribution have its median and its 95th percentile', () => {
    const durations = sample({ kind: 'lognormal', medianMs: 2_000, p95Ms: 9_000 });
    expect(Math.abs((durations[count / 2] ?? 0) / 2_000 - 1)).toBeLessThan(0.02);
    expect(Math.abs((durations[count * 0.95] ?? 0) / 9_000 - 1)).toBeLessThan(0.02);
  });

  test('stay within their bounds', () => {
    const durations = sample({ kind: 'lognormal', medianMs: 2_000, p95Ms: 9_000, minMs: 1_500, maxMs: 8_000 });
    expect([durations[0], durations.at(-1)]).toStrictEqual([1_500, 8_000]);
  });
});

const ms = fc.integer({ min: 1, max: 10_000_000 });
const distributions: fc.Arbitrary<Distribution> = fc.oneof(
  fc.record({ kind: fc.constant('fixed' as const), ms }),
  fc.tuple(ms, ms).map(([a, b]): Distribution => ({ kind: 'uniform', fromMs: Math.min(a, b), toMs: Math.max(a, b) })),
  fc.record({ kind: fc.constant('exponential' as const), meanMs: ms }),
  fc
    .tuple(ms, fc.integer({ min: 1, max: 50 }))
    .map(([median, by]): Distribution => ({ kind: 'lognormal', medianMs: median, p95Ms: median * by })),
  fc
    .array(fc.record({ ms, weight: fc.integer({ min: 1, max: 9 }) }), { minLength: 1, maxLength: 5 })
    .map((values): Distribution => ({ kind: 'empirical', values: values.sort((a, b) => a.ms - b.ms) })),
  fc.record({ kind: fc.constant('erlang' as const), shape: fc.integer({ min: 1, max: 1_000 }), meanMs: ms }),
  fc.record({ kind: fc.constant('gamma' as const), shape: fc.integer({ min: 1, max: 100_000 }).map((n) => n / 100), meanMs: ms }),
  fc.record({
    kind: fc.constantFrom('weibull' as const, 'pareto' as const),
    shape: fc.integer({ min: 1, max: 1_000 }).map((n) => n / 10),
    scaleMs: ms,
  }),
  fc.tuple(ms, ms, ms).map((times): Distribution => {
    const [fromMs = 0, modeMs = 0, toMs = 0] = times.sort((a, b) => a - b);
    return { kind: 'triangular', fromMs, modeMs, toMs };
  }),
  fc
    .array(fc.record({ meanMs: ms, weight: fc.integer({ min: 1, max: 1_000_000 }) }), { minLength: 1, maxLength: 5 })
    .map((branches): Distribution => ({ kind: 'hyperexponential', branches })),
);
const chance = fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((n) => n / 2 ** 32);

test('a larger draw never gives a shorter duration, and every duration is a whole number of milliseconds', () => {
  checkProperty(
    fc.property(distributions, fc.array(chance, { minLength: 2, maxLength: 8 }), (distribution, draws) => {
      const durations = draws.sort((a, b) => a - b).map((u) => quantile(distribution, u));
      expect(durations).toStrictEqual([...durations].sort((a, b) => a - b));
      expect(durations.every((duration) => Number.isSafeInteger(duration) && duration >= 0)).toBe(true);
    }),
    500,
  );
});

describe('the quantile of the normal distribution', () => {
  // From tables of fifteen digits.
  test.each([
    [0.5, 0],
    [0.6, 0.2533471031358],
    [0.75, 0.674489750196082],
    [0.9, 1.2815515655446],
    [0.95, 1.644853626951472],
    [0.975, 1.959963984540054],
    [0.99, 2.326347874040841],
    [0.999, 3.090232306167814],
    [0.9999, 3.719016485455709],
    [0.000001, -4.753424308822899],
  ])('at %d is %d', (u, x) => {
    expect(Math.abs(normalQuantile(u) - x)).toBeLessThan(1e-10);
  });

  test('is the same on both sides of the middle', () => {
    for (const u of [0.001, 0.25, 0.4999]) expect(normalQuantile(u) + normalQuantile(1 - u)).toBeCloseTo(0, 12);
  });

  test('stays finite at the ends', () => {
    expect(normalQuantile(almostOne)).toBeCloseTo(6.2302, 3);
    expect(normalQuantile(0)).toBeCloseTo(-7.0345, 3);
    expect(normalQuantile(1)).toBeCloseTo(7.0345, 3);
  });
});
