import type { Distribution } from '../../../engine/cloud/index.ts';
import type { Draw } from '../../../engine/kernel/index.ts';
import { estimateNumbers, estimateQuantiles, type FittedNumber } from './estimates.ts';
import { type FittedDistribution, fitFamilies, lnLikelihood } from './families.ts';
import { type Goodness, testGoodness } from './goodness.ts';

/** One model of durations that was tried. */
interface TriedDistribution {
  readonly fitted: FittedDistribution;
  /** The AIC minus the best model's AIC: 0 is the best, 10 is far worse. */
  readonly aic: number;
}

/** The result of fitting durations. */
export interface DurationFit {
  /** The number of durations. */
  readonly count: number;
  /** The durations in ascending order; if there are very many, quantiles of them. */
  readonly sorted: readonly number[];
  /** The best first. */
  readonly tried: readonly TriedDistribution[];
  /** Of the best; undefined if there is none. */
  readonly goodness: Goodness | undefined;
  /** The distribution in the scenario; undefined: the values themselves. */
  readonly chosen: Distribution | undefined;
  /** The reason for the choice. */
  readonly because: string;
  /** The parameters of the chosen distribution; two percentiles for the values themselves. */
  readonly estimates: readonly FittedNumber[];
}

/** Fewer values tell no family from another. */
const valuesMin = 30;
/** Estimators get at most this many values; if there are more, this many quantiles. */
const fittedMax = 10_000;
/** A model is rejected below this p-value: each of two tests may err in one of forty cases. */
const rejectedBelow = 0.025;

/** Fits durations: the best family if the tests do not reject it, or else the values themselves. */
export const fitDurations = (values: Float64Array, draw: Draw): DurationFit => {
  const count = values.length;
  // A typed array sorts by number.
  const sorted = thin(Float64Array.from(values).sort(), fittedMax);
  const own = (because: string, rest: Partial<DurationFit> = {}): DurationFit => ({
    count,
    sorted,
    tried: [],
    goodness: undefined,
    chosen: undefined,
    because,
    estimates: [],
    ...rest,
  });
  if (sorted.length === 0) return own('there are none');
  if (sorted[0] === sorted.at(-1)) return own('all are the same', { chosen: { kind: 'fixed', ms: Math.round(sorted[0] ?? 0) } });
  if (sorted.length < valuesMin) return own(`${sorted.length} values are too few to tell one family from another`);
  const scale = count / sorted.length;
  const scored = fitFamilies(sorted)
    .map((one) => ({ fitted: one, aic: 2 * one.parameters - 2 * scale * lnLikelihood(one, sorted) }))
    .filter(({ aic }) => Number.isFinite(aic))
    .sort((a, b) => a.aic - b.aic);
  const [best] = scored;
  if (best === undefined) return own('no family has a likelihood');
  const tried = scored.map((one) => ({ ...one, aic: one.aic - best.aic }));
  const { refitted, ...goodness } = testGoodness(sorted, best.fitted, draw);
  const p = Math.min(goodness.adP, goodness.ksP);
  if (p < rejectedBelow) {
    const because = `no family fits: the best is ${best.fitted.kind}, and a test rejects it (p = ${p.toFixed(2)})`;
    return own(because, { tried, goodness, estimates: estimateQuantiles(sorted, count) });
  }
  const chosen = best.fitted.distribution;
  const samples = { refitted, size: goodness.tested };
  const because = `neither test rejects it (p = ${p.toFixed(2)})`;
  return { count, sorted, tried, goodness, chosen, because, estimates: estimateNumbers(chosen, samples, count) };
};

/** At most `most` of the values, evenly through their order, both ends included. */
const thin = (sorted: Float64Array, most: number): readonly number[] =>
  sorted.length <= most
    ? [...sorted]
    : Array.from({ length: most }, (_, k) => sorted[Math.round((k * (sorted.length - 1)) / (most - 1))] ?? 0);
