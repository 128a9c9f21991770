import { findChangePoints } from './changePoints.ts';

/** An hour of the period: how many calls came in it, in how many hours of records, and how much their counts scatter. */
export interface Bin {
  readonly count: number;
  /** In hours. */
  readonly exposure: number;
  /** The number of hours of records in it. */
  readonly seen: number;
  /** Σ count² / covered. */
  readonly squares: number;
}

/** Neighboring bins with one rate. */
export interface Segment {
  /** The number of its first bin, from 0. */
  readonly first: number;
  /** Calls an hour. */
  readonly rate: number;
}

/**
 * Changepoint detection: the segmentation with the least deviance plus a penalty for each piece (BIC, for a rate and a changepoint).
 * Overdispersed counts raise the penalty in proportion, so bursts are not mistaken for hours.
 */
export const findSegments = (bins: readonly Bin[]): readonly Segment[] => {
  const hours = bins.reduce((sum, { seen }) => sum + seen, 0);
  const price = 2 * Math.log(Math.max(2, hours)) * computeDispersion(bins);
  const counts = prefixSums(bins.map(({ count }) => count));
  const exposures = prefixSums(bins.map(({ exposure }) => exposure));
  const computeCost = (from: number, until: number): number => {
    const count = (counts[until] ?? 0) - (counts[from] ?? 0);
    const exposure = (exposures[until] ?? 0) - (exposures[from] ?? 0);
    return count === 0 || exposure === 0 ? 0 : -2 * count * Math.log(count / exposure);
  };
  return [0, ...findChangePoints(bins.length, computeCost, price)].map((from, k, all) => {
    const until = all[k + 1] ?? bins.length;
    const exposure = (exposures[until] ?? 0) - (exposures[from] ?? 0);
    return { first: from, rate: exposure === 0 ? 0 : ((counts[until] ?? 0) - (counts[from] ?? 0)) / exposure };
  });
};

export const prefixSums = (values: readonly number[]): readonly number[] => {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  return sums;
};

/** The overdispersion of the counts within a bin, relative to Poisson's: Pearson's χ² over its degrees of freedom; 1 at least. */
const computeDispersion = (bins: readonly Bin[]): number => {
  let [chi, freedom] = [0, 0];
  for (const { count, exposure, seen, squares } of bins) {
    if (count === 0 || seen < 2) continue;
    const rate = count / exposure;
    chi += squares / rate - count;
    freedom += seen - 1;
  }
  return freedom === 0 ? 1 : Math.max(1, chi / freedom);
};
