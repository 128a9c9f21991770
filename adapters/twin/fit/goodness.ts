import { type Distribution, quantile } from '../../../engine/cloud/index.ts';
import type { Draw } from '../../../engine/kernel/index.ts';
import { type FittedDistribution, fitFamilies } from './families.ts';

/** How far values are from a distribution. */
export interface Distance {
  /** Of Kolmogorov and Smirnov: the greatest difference of the two distribution functions. */
  readonly ks: number;
  /** Of Anderson and Darling: the squared differences, weighed most in both tails. */
  readonly ad: number;
}

/** The distances of values in ascending order. */
export const measureDistance = (sorted: readonly number[], below: (ms: number) => number): Distance => {
  const n = sorted.length;
  let [ks, sum] = [0, 0];
  for (const [k, ms] of sorted.entries()) {
    const u = within(below(ms));
    ks = Math.max(ks, (k + 1) / n - u, u - k / n);
    sum += (2 * k + 1) * Math.log(u) + (2 * (n - k) - 1) * Math.log(1 - u);
  }
  return { ks, ad: -n - sum / n };
};

/** A probability of 0 or 1 would be infinitely far. */
const within = (u: number): number => Math.min(1 - 1e-12, Math.max(1e-12, u));

/** The p-values of the tests: the chance that values of the fitted distribution itself are further from it than these. */
export interface Goodness extends Distance {
  readonly adP: number;
  readonly ksP: number;
  readonly tested: number;
}

/** The number of samples drawn: the smallest p-value is one hundredth. */
const samplesDrawn = 99;
/** More values would take longer, and reject every model for differences that do not matter. */
const testedMax = 500;

/**
 * Both tests with the parametric bootstrap (Stute, González Manteiga and Presedo Quindimil 1993): the distribution was fitted to the values
 * that it is tested on, so samples of it are drawn, fitted in the same way, and tested on their own fit.
 */
export const testGoodness = (
  sorted: readonly number[],
  fitted: FittedDistribution,
  draw: Draw,
  // The distributions that were fitted to the samples.
): Goodness & { readonly refitted: readonly Distribution[] } => {
  const tested = drawSample(sorted, testedMax, draw);
  const own = refit(tested, fitted.kind);
  const { ks, ad } = measureDistance(tested, (own ?? fitted).below);
  let [furtherAd, furtherKs] = [0, 0];
  const refitted: Distribution[] = [];
  for (let sample = 1; sample <= samplesDrawn; sample++) {
    const name = `${fitted.kind}/${sample}`;
    const drawn = tested.map((_, k) => Math.max(0.5, quantile(fitted.distribution, draw('twin/bootstrap', name, k)))).sort((a, b) => a - b);
    const again = refit(drawn, fitted.kind);
    if (again !== undefined) refitted.push(again.distribution);
    const distance = measureDistance(drawn, (again ?? fitted).below);
    if (distance.ad >= ad) furtherAd += 1;
    if (distance.ks >= ks) furtherKs += 1;
  }
  const [adP, ksP] = [(furtherAd + 1) / (samplesDrawn + 1), (furtherKs + 1) / (samplesDrawn + 1)];
  return { ks, ad, adP, ksP, tested: tested.length, refitted };
};

const refit = (sorted: readonly number[], kind: string): FittedDistribution | undefined =>
  fitFamilies(sorted, kind).find((one) => one.kind === kind);

/** A random sample of the values, at most `most`, in their order. */
const drawSample = (sorted: readonly number[], most: number, draw: Draw): readonly number[] => {
  if (sorted.length <= most) return sorted;
  const keyed = sorted.map((value, k) => ({ value, key: draw('twin/sample', '', k) })).sort((a, b) => a.key - b.key);
  return keyed
    .slice(0, most)
    .map(({ value }) => value)
    .sort((a, b) => a - b);
};
