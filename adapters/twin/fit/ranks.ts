import { gammaBelow, normalBelow } from './special.ts';

/** The ranks of values, from 1; equal ones share theirs. */
export const rankValues = (values: readonly number[]): readonly number[] => {
  const order = values.map((_, k) => k).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length; ) {
    let until = from + 1;
    while (until < order.length && values[order[until] ?? 0] === values[order[from] ?? 0]) until += 1;
    for (let k = from; k < until; k++) ranks[order[k] ?? 0] = (from + 1 + until) / 2;
    from = until;
  }
  return ranks;
};

/** Pearson's correlation; 0 if one of the two does not vary. */
export const correlateRanks = (a: readonly number[], b: readonly number[]): number => {
  const n = a.length;
  const [meanA, meanB] = [a, b].map((values) => values.reduce((sum, one) => sum + one, 0) / n) as [number, number];
  let [ab, aa, bb] = [0, 0, 0];
  for (const [k, one] of a.entries()) {
    const [x, y] = [one - meanA, (b[k] ?? 0) - meanB];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? 0 : ab / Math.sqrt(aa * bb);
};

/** The result of a test: its statistic, and its p-value. */
export interface TestResult {
  readonly value: number;
  readonly p: number;
}

/** Spearman's rank correlation. */
export const rankCorrelation = (a: readonly number[], b: readonly number[]): TestResult => {
  const value = correlateRanks(rankValues(a), rankValues(b));
  return { value, p: twoSided(value * Math.sqrt(a.length - 1)) };
};

/**
 * The runs of values above and below their median (Wald and Wolfowitz 1940): few if neighbors are alike. `value` is their number over the
 * expected number.
 */
export const testRuns = (values: readonly number[]): TestResult => {
  const ranks = rankValues(values);
  const middle = (values.length + 1) / 2;
  const sides = ranks.filter((rank) => rank !== middle).map((rank) => rank > middle);
  const above = sides.filter(Boolean).length;
  const below = sides.length - above;
  const runs = sides.reduce((count, side, k) => count + (k > 0 && side !== sides[k - 1] ? 1 : 0), 1);
  const n = above + below;
  const expected = (2 * above * below) / n + 1;
  const variance = ((expected - 1) * (expected - 2)) / (n - 1);
  return variance > 0 ? { value: runs / expected, p: twoSided((runs - expected) / Math.sqrt(variance)) } : { value: 1, p: 1 };
};

/** Tests whether groups have the same median (Kruskal and Wallis 1952). `value` is the greatest mean rank over the least. */
export const groupsDiffer = (values: readonly number[], groups: readonly number[]): TestResult => {
  const ranks = rankValues(values);
  const sums = new Map<number, { sum: number; count: number }>();
  for (const [k, group] of groups.entries()) {
    const one = sums.get(group) ?? { sum: 0, count: 0 };
    sums.set(group, { sum: one.sum + (ranks[k] ?? 0), count: one.count + 1 });
  }
  const n = values.length;
  const all = [...sums.values()];
  if (all.length < 2) return { value: 1, p: 1 };
  const h = (12 / (n * (n + 1))) * all.reduce((sum, one) => sum + one.sum ** 2 / one.count, 0) - 3 * (n + 1);
  const means = all.map(({ sum, count }) => sum / count);
  return { value: Math.max(...means) / Math.min(...means), p: 1 - gammaBelow((all.length - 1) / 2, Math.max(0, h) / 2) };
};

/** The two-sided p-value of a standard normal value. */
export const twoSided = (z: number): number => 2 * normalBelow(-Math.abs(z));
