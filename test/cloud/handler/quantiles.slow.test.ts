import { describe, expect, test } from 'vitest';
import { type Distribution, quantile } from '../../../engine/cloud/handler/distribution.ts';
import { longestRunMs } from '../../../engine/cloud/handler/handler.ts';
import { gammaQuantile, lnGamma } from '../../../engine/kernel/math/gammaFunction.ts';
import { drawsFrom } from '../../../engine/kernel/rng.ts';

/** Long enough that rounding to whole milliseconds changes no probability by more than 1e-11. */
const scale = 1_000_000_000_000;

/** Lanczos's approximation, which the engine does not use. */
const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];
const logGamma = (x: number): number => {
  const sum = lanczos.reduce((total, coefficient, k) => total + (k === 0 ? coefficient : coefficient / (x + k - 1)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(x + 6.5) - x - 6.5 + Math.log(sum);
};

/** The distribution function of the gamma distribution: Kummer's series, of positive terms alone. */
const gammaFunction = (shape: number, x: number): number => {
  let term = 1;
  let sum = 1;
  for (let n = 1; n < 20_000 && term > sum * 1e-17; n++) {
    term *= x / (shape + n);
    sum += term;
  }
  return Math.exp(shape * Math.log(x) - x - logGamma(shape + 1)) * sum;
};

/** 1 - e^-x · (1 + x + x²/2! + …), of so many phases. */
const erlangFunction = (phases: number, x: number): number => {
  const terms = Array.from({ length: phases }, (_, n) => Math.exp(n * Math.log(x) - x - logGamma(n + 1)));
  return 1 - terms.reduce((sum, term) => sum + term, 0);
};

const triangularFunction = (from: number, mode: number, to: number, x: number): number =>
  x < mode ? (x - from) ** 2 / ((to - from) * (mode - from)) : 1 - (to - x) ** 2 / ((to - from) * (to - mode));

/** Each distribution with its distribution function, of a time in ms, and its mean and its standard deviation in ms, if it has them. */
// biome-ignore format: a table
const cases: readonly (readonly [Distribution, (ms: number) => number, mean: number, deviation: number])[] = [
  [{ kind: 'uniform', fromMs: scale, toMs: 3 * scale },              (ms) => (ms - scale) / (2 * scale),                      2 * scale,       scale / Math.sqrt(3)],
  [{ kind: 'exponential', meanMs: scale },                           (ms) => 1 - Math.exp(-ms / scale),                       scale,           scale],
  [{ kind: 'erlang', shape: 1, meanMs: scale },                      (ms) => 1 - Math.exp(-ms / scale),                       scale,           scale],
  [{ kind: 'erlang', shape: 4, meanMs: scale },                      (ms) => erlangFunction(4, 4 * (ms / scale)),             scale,           scale / 2],
  [{ kind: 'erlang', shape: 100, meanMs: scale },                    (ms) => erlangFunction(100, 100 * (ms / scale)),         scale,           scale / 10],
  [{ kind: 'gamma', shape: 0.5, meanMs: scale },                     (ms) => gammaFunction(0.5, 0.5 * (ms / scale)),          scale,           scale * Math.SQRT2],
  [{ kind: 'gamma', shape: 1, meanMs: scale },                       (ms) => 1 - Math.exp(-ms / scale),                       scale,           scale],
  [{ kind: 'gamma', shape: 2.5, meanMs: scale },                     (ms) => gammaFunction(2.5, 2.5 * (ms / scale)),          scale,           scale / Math.sqrt(2.5)],
  [{ kind: 'gamma', shape: 1_000, meanMs: scale },                   (ms) => gammaFunction(1_000, 1_000 * (ms / scale)),      scale,           scale / Math.sqrt(1_000)],
  [{ kind: 'weibull', shape: 0.8, scaleMs: scale },                  (ms) => 1 - Math.exp(-((ms / scale) ** 0.8)),            scale * Math.exp(logGamma(1 + 1 / 0.8)), scale * Math.sqrt(Math.exp(logGamma(1 + 2 / 0.8)) - Math.exp(2 * logGamma(1 + 1 / 0.8)))],
  [{ kind: 'weibull', shape: 2, scaleMs: scale },                    (ms) => 1 - Math.exp(-((ms / scale) ** 2)),              scale * Math.sqrt(Math.PI) / 2, scale * Math.sqrt(1 - Math.PI / 4)],
  [{ kind: 'pareto', shape: 5, scaleMs: scale },                     (ms) => 1 - (scale / ms) ** 5,                           1.25 * scale,    scale * Math.sqrt(5 / 48)],
  [{ kind: 'pareto', shape: 1.5, scaleMs: scale / 100 },             (ms) => 1 - (scale / 100 / ms) ** 1.5,                   3 * scale / 100, Number.NaN],
  [{ kind: 'triangular', fromMs: scale, modeMs: 2 * scale, toMs: 5 * scale }, (ms) => triangularFunction(1, 2, 5, ms / scale), 8 * scale / 3, scale * Math.sqrt(13 / 18)],
  [{ kind: 'triangular', fromMs: 0, modeMs: 0, toMs: scale },        (ms) => 1 - (1 - ms / scale) ** 2,                       scale / 3,       scale / Math.sqrt(18)],
  [{ kind: 'triangular', fromMs: 0, modeMs: scale, toMs: scale },    (ms) => (ms / scale) ** 2,                               2 * scale / 3,   scale / Math.sqrt(18)],
  [{ kind: 'hyperexponential', branches: [{ meanMs: scale / 100, weight: 3 }, { meanMs: scale, weight: 1 }] },
    (ms) => 1 - 0.75 * Math.exp((-ms / scale) * 100) - 0.25 * Math.exp(-ms / scale),  0.2575 * scale, scale * Math.sqrt(2 * 0.250075 - 0.2575 ** 2)],
  [{ kind: 'hyperexponential', branches: [{ meanMs: scale, weight: 1_000_000 }, { meanMs: scale / 1_000_000, weight: 1 }] },
    (ms) => 1 - (Math.exp(-ms / scale) * 1_000_000 + Math.exp((-ms / scale) * 1_000_000)) / 1_000_001,  scale * 0.999999, scale],
];

const words = ({ kind, ...parameters }: Distribution): string => `${kind} ${JSON.stringify(parameters)}`;
const named = cases.map(([distribution, ...rest]) => [words(distribution), distribution, ...rest] as const);

describe('the distribution function at a quantile is the draw', () => {
  const draw = drawsFrom('quantiles');
  const draws = [1e-3, 0.5, 0.999, 1 - 1e-6, ...Array.from({ length: 1_000 }, (_, k) => draw('quantile', 'u', k))].filter((u) => u >= 1e-3);

  test.each(named)('%s', (_, distribution, distributionFunction) => {
    const errors = draws.map((u) => Math.abs(distributionFunction(quantile(distribution, u)) - u));
    expect(Math.max(...errors)).toBeLessThan(1e-9);
  });

  test('and an error in the eighth digit is found', () => {
    const [, distribution, distributionFunction] = named[8] ?? [];
    if (distribution === undefined || distributionFunction === undefined) throw new Error('there is no such case');
    const errors = draws.map((u) => Math.abs(distributionFunction(quantile(distribution, u) * (1 + 1e-8)) - u));
    expect(Math.max(...errors)).toBeGreaterThan(1e-9);
  });
});

describe('many seeded draws', () => {
  const draw = drawsFrom('samples');
  const count = 10_000;

  test.each(named)('of %s follow it, with its mean and its deviation', (name, distribution, distributionFunction, mean, deviation) => {
    const times = Array.from({ length: count }, (_, k) => quantile(distribution, draw('job/execution', name, k))).sort((a, b) => a - b);
    const gaps = times.map((ms, k) => {
      const share = distributionFunction(ms);
      return Math.max(share - k / count, (k + 1) / count - share);
    });
    // The Kolmogorov-Smirnov distance that one sample in ten thousand exceeds.
    expect(Math.max(...gaps)).toBeLessThan(2.23 / Math.sqrt(count));
    if (Number.isNaN(deviation)) return;
    const average = times.reduce((sum, ms) => sum + ms, 0) / count;
    // Four standard errors.
    expect(Math.abs(average - mean)).toBeLessThan((4 * deviation) / Math.sqrt(count));
    const spread = Math.sqrt(times.reduce((sum, ms) => sum + (ms - average) ** 2, 0) / count);
    expect(Math.abs(spread / deviation - 1)).toBeLessThan(0.12);
  });
});

describe('at the ends', () => {
  const nearOne = 1 - 2 ** -53;

  // biome-ignore format: a table
  test.each<[Distribution, least: number, most: number]>([
    [{ kind: 'erlang', shape: 3, meanMs: 3_000 },                                  0,      43_641],
    [{ kind: 'gamma', shape: 0.01, meanMs: 1_000 },                                0,      2_877_852],
    [{ kind: 'gamma', shape: 1_000, meanMs: 1_000 },                               0,      1_282],
    [{ kind: 'weibull', shape: 1, scaleMs: 1_000 },                                0,      36_737],
    [{ kind: 'weibull', shape: 0.1, scaleMs: 1_000 },                              0,      longestRunMs],
    [{ kind: 'pareto', shape: 2, scaleMs: 1_000 },                                 1_000,  94_906_265_624],
    [{ kind: 'pareto', shape: 0.1, scaleMs: 1_000 },                               1_000,  longestRunMs],
    [{ kind: 'pareto', shape: 0.1, scaleMs: 1_000, maxMs: 5_000 },                 1_000,  5_000],
    [{ kind: 'triangular', fromMs: 5, modeMs: 5, toMs: 5 },                        5,      5],
    [{ kind: 'triangular', fromMs: 5, modeMs: 6, toMs: 9 },                        5,      9],
    [{ kind: 'hyperexponential', branches: [{ meanMs: 1, weight: 1 }, { meanMs: longestRunMs, weight: 1 }] }, 0, longestRunMs],
    [{ kind: 'hyperexponential', branches: [{ meanMs: 1, weight: 1_000_000 }, { meanMs: 1_000_000, weight: 1 }] }, 0, 22_921_289],
    [{ kind: 'erlang', shape: 1_000, meanMs: longestRunMs },                       0,      longestRunMs],
  ])('%j is finite', (distribution, least, most) => {
    expect(quantile(distribution, 0)).toBe(least);
    expect(quantile(distribution, nearOne)).toBe(most);
    expect(quantile(distribution, 1)).toBe(most);
    for (const u of [Number.MIN_VALUE, 2 ** -53, 2 ** -32]) expect(quantile(distribution, u)).toBeLessThanOrEqual(most);
  });
});

// From SciPy, gamma.ppf, and gamma.isf for the upper tails.
// biome-ignore format: a table
test.each([
  [0.01, 0.1,         5.660738147062073e-101],
  [0.01, 0.9,         1.5035936230702928e-05],
  [0.1,  1e-9,        6.073048362407965e-91],
  [0.5,  2 ** -53,    9.680779783384931e-33],
  [0.5,  0.5,         0.227468211559786],
  [2,    0.4999,      1.6780278457294142],
  [10,   0.9,         14.205990292152816],
  [100,  1 - 2 ** -53, 205.44384549530466],
  [1_000, 1e-9,       821.8327535831708],
  [1_000, 1 - 2 ** -53, 1282.1590384247147],
])('the quantile of a gamma distribution of shape %d at %d is right to twelve digits', (shape, u, x) => {
  expect(Math.abs(gammaQuantile(shape, u) / x - 1)).toBeLessThan(1e-12);
});

test('the logarithm of the gamma function is that of factorials, and of the square root of π', () => {
  let factorial = 1;
  for (let n = 1; n < 100; n++) {
    expect(Math.abs(lnGamma(n) - Math.log(factorial))).toBeLessThan(1e-12);
    factorial *= n;
  }
  expect(Math.abs(lnGamma(0.5) - Math.log(Math.PI) / 2)).toBeLessThan(1e-14);
});
