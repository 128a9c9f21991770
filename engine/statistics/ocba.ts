import { squareRoot } from '../kernel/math/exactMath.ts';
import { mean, variance } from './moments.ts';
import { normalProbability } from './normal.ts';

export interface OcbaRules {
  /** The replications of each system before any is preferred; at least two. */
  readonly first: number;
  /** The replications of all systems together. */
  readonly budget: number;
}

export interface OcbaStanding {
  /** The system with the least mean; undefined while replications are missing. */
  readonly selected: number | undefined;
  /** About how likely it is the best: a lower bound (Bonferroni's), as if the means and variances found were the true ones. */
  readonly probability: number;
  /** For each system, how many replications it takes, as far as one can tell now. */
  readonly wanted: readonly number[];
}

/** The budget is given out in so many parts: after each, the rest is thought over. */
const stages = 20;

/**
 * Optimal computing budget allocation (Chen, Lin, Yücesan and Chick, 2000) for the system with the least mean: replications go where
 * they tell the best from the others, to small differences and to large variances. `series` has the values of each system in the order
 * of the seeds, as far as they are known. Stage by stage the same values lead to the same allocation, whenever they came.
 */
export const ocbaStanding = (series: readonly (readonly number[])[], { first, budget }: OcbaRules): OcbaStanding => {
  let counts: readonly number[] = series.map(() => first);
  const stage = Math.max(1, Math.ceil((budget - first * series.length) / stages));
  for (;;) {
    if (series.some(({ length }, i) => length < (counts[i] ?? 0))) return { selected: undefined, probability: 0, wanted: counts };
    const used = series.map((values, i) => values.slice(0, counts[i]));
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (total >= budget) return { ...bestOf(used), wanted: counts };
    counts = allocate(used, counts, Math.min(budget, total + stage));
  }
};

interface Estimate {
  readonly mean: number;
  readonly variance: number;
  readonly count: number;
}

const estimatesOf = (series: readonly (readonly number[])[]): readonly Estimate[] =>
  series.map((values) => ({ mean: mean(values), variance: variance(values), count: values.length }));

const leastOf = (estimates: readonly Estimate[]): number =>
  estimates.reduce((best, { mean: one }, i) => (one < (estimates[best]?.mean ?? Number.POSITIVE_INFINITY) ? i : best), 0);

const bestOf = (series: readonly (readonly number[])[]): Pick<OcbaStanding, 'selected' | 'probability'> => {
  const estimates = estimatesOf(series);
  const selected = leastOf(estimates);
  const best = estimates[selected];
  if (best === undefined) return { selected: undefined, probability: 0 };
  const wrong = estimates.reduce((sum, one, i) => {
    if (i === selected) return sum;
    const error = squareRoot(best.variance / best.count + one.variance / one.count);
    const distance = one.mean - best.mean;
    return sum + (error === 0 ? (distance === 0 ? 0.5 : 0) : normalProbability(-distance / error));
  }, 0);
  return { selected, probability: Math.max(0, 1 - wrong) };
};

/** The counts after so many replications in all: none has fewer than before. */
const allocate = (series: readonly (readonly number[])[], counts: readonly number[], total: number): readonly number[] => {
  const shares = sharesOf(estimatesOf(series));
  const sum = shares.reduce((all, share) => all + share, 0);
  const lacking = shares.map((share, i) => Math.max(0, (total * share) / sum - (counts[i] ?? 0)));
  const allLacking = lacking.reduce((all, one) => all + one, 0);
  const spare = total - counts.reduce((all, count) => all + count, 0);
  return roundToSum(
    lacking.map((one) => (spare * one) / allLacking),
    spare,
  ).map((more, i) => (counts[i] ?? 0) + more);
};

/** Means that lie closer together than this share of their spread would take the whole budget. */
const closest = 0.001;

/** Relative to each other: σᵢ²/δᵢ², and for the best one its σ times the root of the sum of all (shareᵢ/σᵢ)². */
const sharesOf = (estimates: readonly Estimate[]): readonly number[] => {
  const b = leastOf(estimates);
  const best = estimates[b] ?? { mean: 0, variance: 0, count: 0 };
  const spread = Math.max(...estimates.map((one) => one.mean - best.mean));
  const shares = estimates.map((one, i) => {
    const distance = spread === 0 ? 1 : Math.max(one.mean - best.mean, spread * closest);
    return i === b ? 0 : one.variance / (distance * distance);
  });
  const squares = estimates.reduce(
    (sum, one, i) => sum + (one.variance === 0 ? 0 : ((shares[i] ?? 0) * (shares[i] ?? 0)) / one.variance),
    0,
  );
  const all = shares.map((share, i) => (i === b ? squareRoot(best.variance * squares) : share));
  return all.some((share) => share > 0) ? all : estimates.map(() => 1);
};

/** Whole numbers with this sum, by the largest remainders; of equal ones the first. */
const roundToSum = (values: readonly number[], sum: number): readonly number[] => {
  const whole = values.map(Math.floor);
  const left = sum - whole.reduce((all, one) => all + one, 0);
  const order = values.map((value, i) => ({ i, rest: value - Math.floor(value) })).sort((a, b) => b.rest - a.rest || a.i - b.i);
  const more = new Set(order.slice(0, left).map(({ i }) => i));
  return whole.map((one, i) => one + (more.has(i) ? 1 : 0));
};
