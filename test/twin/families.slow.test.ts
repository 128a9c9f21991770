import { describe, expect, test } from 'vitest';
import { fitFamilies } from '../../adapters/twin/fit/families.ts';
import { measureDistance, testGoodness } from '../../adapters/twin/fit/goodness.ts';
import { digamma, normalBelow, trigamma } from '../../adapters/twin/fit/special.ts';
import { type Distribution, quantile } from '../../engine/cloud/handler/distribution.ts';
import { drawsFrom } from '../../engine/kernel/rng.ts';
import { fewOrAll } from '../support/long.ts';

/** Values of a distribution, ascending. */
const drawn = (distribution: Distribution, count: number, seed: string): readonly number[] => {
  const draw = drawsFrom(seed);
  return Array.from({ length: count }, (_, k) => quantile(distribution, draw('test', '', k))).sort((a, b) => a - b);
};

const fittedAs = (kind: Distribution['kind'], values: readonly number[]) =>
  fitFamilies(values, kind)[0]?.distribution as Record<string, number> | undefined;

// Abramowitz and Stegun, tables 6.1, 6.2 and 26.1.
test('special functions have their tabled values', () => {
  expect(digamma(1)).toBeCloseTo(-0.5772156649, 10);
  expect(digamma(1.5)).toBeCloseTo(0.036489974, 10);
  expect(digamma(0.1)).toBeCloseTo(-10.4237549404, 9);
  expect(trigamma(1)).toBeCloseTo(1.6449340668, 10);
  expect(trigamma(2)).toBeCloseTo(0.6449340668, 10);
  expect(normalBelow(1.96)).toBeCloseTo(0.9750021049, 9);
  expect(normalBelow(-1)).toBeCloseTo(0.1586552539, 9);
});

describe('published examples', () => {
  // Lieblein and Zelen 1956: millions of revolutions before 23 ball bearings failed. Lawless (Statistical Models and Methods for Lifetime
  // Data) gives the likeliest Weibull shape 2.10 and scale 81.9; Thoman, Bain and Antle 1969 2.102 and 81.876. In units of 1 = 1,000 ms.
  const bearings = [
    17.88, 28.92, 33.0, 41.52, 42.12, 45.6, 48.4, 51.84, 51.96, 54.12, 55.56, 67.8, 68.64, 68.64, 68.88, 84.12, 93.12, 98.64, 105.12,
    105.84, 127.92, 128.04, 173.4,
  ].map((value) => value * 1_000);

  test('the ball bearings have their Weibull distribution', () => {
    const { shape, scaleMs } = fittedAs('weibull', bearings) ?? {};
    expect(shape).toBeCloseTo(2.102, 3);
    expect((scaleMs ?? 0) / 1_000).toBeCloseTo(81.88, 1);
  });

  // The same text: lognormal with mean 4.150 and standard deviation 0.522 of the logarithms (divisor n); gamma with shape 4.02.
  test('and their lognormal and gamma distributions', () => {
    const { medianMs = 0, p95Ms = 0 } = fittedAs('lognormal', bearings) ?? {};
    expect(Math.log(medianMs / 1_000)).toBeCloseTo(4.15, 2);
    expect(Math.log(p95Ms / medianMs) / 1.6448536269514722).toBeCloseTo(0.522, 3);
    expect(fittedAs('gamma', bearings)?.['shape']).toBeCloseTo(4.02, 1);
  });

  // Proschan 1963: hours between failures of the air conditioning of aircraft 7912, whose mean is 59.6.
  test('the air conditioning has its exponential distribution', () => {
    const hours = [23, 261, 87, 7, 120, 14, 62, 47, 225, 71, 246, 21, 42, 20, 5, 12, 120, 11, 3, 14, 71, 11, 14, 11, 16, 90, 1, 16, 52, 95];
    expect(
      fittedAs(
        'exponential',
        [...hours].map((hour) => hour * 1_000).sort((a, b) => a - b),
      )?.['meanMs'],
    ).toBe(59_600);
  });
});

describe('parameters are recovered from samples of 400 values each', () => {
  // biome-ignore format: a table
  test.each<[Distribution, string, number]>([
    [{ kind: 'exponential', meanMs: 9_000 },                     'meanMs',   9_000],
    [{ kind: 'lognormal', medianMs: 9_000, p95Ms: 40_000 },      'medianMs', 9_000],
    [{ kind: 'lognormal', medianMs: 9_000, p95Ms: 40_000 },      'p95Ms',    40_000],
    [{ kind: 'gamma', shape: 2.5, meanMs: 9_000 },               'shape',    2.5],
    [{ kind: 'erlang', shape: 3, meanMs: 9_000 },                'meanMs',   9_000],
    [{ kind: 'weibull', shape: 0.8, scaleMs: 9_000 },            'shape',    0.8],
    [{ kind: 'pareto', shape: 1.8, scaleMs: 2_000 },             'shape',    1.8],
    [{ kind: 'uniform', fromMs: 2_000, toMs: 9_000 },            'toMs',     9_000],
    [{ kind: 'triangular', fromMs: 2_000, modeMs: 5_000, toMs: 9_000 }, 'modeMs', 5_000],
  ])('%o: %s', (distribution, name, truth) => {
    const found = Array.from({ length: fewOrAll(30, 200) }, (_, k) => fittedAs(distribution.kind, drawn(distribution, 400, `s${k}`))?.[name] ?? Number.NaN);
    const mean = found.reduce((sum, one) => sum + one, 0) / found.length;
    // Maximum likelihood is biased by O(1/n): a percent or two.
    expect(Math.abs(mean / truth - 1)).toBeLessThan(0.02);
    const spread = Math.sqrt(found.reduce((sum, one) => sum + (one - mean) ** 2, 0) / found.length);
    expect(spread / truth).toBeLessThan(0.12);
  });

  test('of two exponential branches', () => {
    const truth: Distribution = {
      kind: 'hyperexponential',
      branches: [
        { meanMs: 1_000, weight: 800 },
        { meanMs: 30_000, weight: 200 },
      ],
    };
    const [fitted] = fitFamilies(drawn(truth, 5_000, 'a'), 'hyperexponential');
    const branches = fitted?.distribution.kind === 'hyperexponential' ? fitted.distribution.branches : [];
    expect(Math.abs((branches[0]?.meanMs ?? 0) / 1_000 - 1)).toBeLessThan(0.1);
    expect(Math.abs((branches[1]?.meanMs ?? 0) / 30_000 - 1)).toBeLessThan(0.1);
    expect(Math.abs((branches[0]?.weight ?? 0) - 800)).toBeLessThan(25);
  });
});

describe('tests of fit', () => {
  // D'Agostino and Stephens (Goodness-of-Fit Techniques, table 4.1 and 4.2): of uniform values, by hand.
  test('distances are those of their definitions', () => {
    const { ks, ad } = measureDistance([0.1, 0.4, 0.7], (x) => x);
    expect(ks).toBeCloseTo(0.3, 12);
    const terms = [1, 3, 5].map((odd, k) => odd * (Math.log([0.1, 0.4, 0.7][k] ?? 0) + Math.log(1 - ([0.7, 0.4, 0.1][k] ?? 0))));
    expect(ad).toBeCloseTo(-3 - terms.reduce((sum, one) => sum + one, 0) / 3, 12);
  });

  test('a model is rejected about as rarely as it should be where it is right, and always where it is far off', () => {
    let rejected = 0;
    for (let k = 0; k < 20; k++) {
      const values = drawn({ kind: 'weibull', shape: 1.4, scaleMs: 9_000 }, 80, `right${k}`);
      const [fitted] = fitFamilies(values, 'weibull');
      if (fitted !== undefined && testGoodness(values, fitted, drawsFrom(`b${k}`)).adP <= 0.1) rejected += 1;
    }
    // Of 20 tests at 10 %: 2, and rarely more than 6.
    expect(rejected).toBeLessThanOrEqual(6);
    const uniform = drawn({ kind: 'uniform', fromMs: 1_000, toMs: 2_000 }, 300, 'wrong');
    const [exponential] = fitFamilies(uniform, 'exponential');
    expect(exponential === undefined ? 1 : testGoodness(uniform, exponential, drawsFrom('b')).adP).toBe(0.01);
  });
});
