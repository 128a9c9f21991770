import { findChangePoints, type StretchCost } from './changePoints.ts';
import { rankCorrelation } from './ranks.ts';
import { prefixSums } from './segments.ts';
import { rankWithin } from './strata.ts';

/** A series in the course of the records, in blocks. */
export interface RecordCourse {
  /** When each block begins, in ms. */
  readonly at: readonly number[];
  /** The level of each block: it scatters around one value if nothing changes. */
  readonly levels: readonly number[];
  readonly computeCost: StretchCost;
  /** How much more blocks scatter than independent observations would. */
  readonly dispersion: number;
  /** The least number of blocks between changes. */
  readonly least: number;
}

/** What changes in a series: its steps, or that it rises or falls from its beginning to its end. */
export interface CourseChanges {
  /** The blocks that begin after a step. */
  readonly steps: readonly number[];
  readonly isTrend: boolean;
}

/**
 * The penalty of each stretch, in units of the dispersion. By simulation (`npm run bench -- twin-changes`), a series in which nothing changes has a step in
 * at most one of a hundred records.
 */
const stretchPenalty = 16;
/** The trend test has few blocks, so that what lasts for an hour is within one. */
const blocksOfTrend = 20;
const trendChance = 0.001;

export const findCourseChanges = ({ levels, computeCost, dispersion, least }: RecordCourse): CourseChanges => {
  const steps = findChangePoints(levels.length, computeCost, stretchPenalty * dispersion, least);
  const means = mergeBlocks(levels, Math.max(1, Math.floor(levels.length / blocksOfTrend)));
  const places = means.map((_, k) => k);
  const { p } = means.length < blocksOfTrend ? { p: 1 } : rankCorrelation(means, places);
  const isTrend = p < trendChance && (steps.length === 0 || isOneWay(levels, steps) || isLineNearer(levels, steps));
  return { steps, isTrend };
};

/** Whether several steps all rise, or all fall. */
const isOneWay = (levels: readonly number[], steps: readonly number[]): boolean => {
  const bounds = [0, ...steps, levels.length];
  const means = bounds.slice(1).map((until, k) => computeMean(levels.slice(bounds[k], until)));
  const ways = new Set(means.slice(1).map((mean, k) => mean > (means[k] ?? 0)));
  return steps.length > 1 && ways.size === 1;
};

/** Whether a straight line is nearer to the levels than the steps are. */
const isLineNearer = (levels: readonly number[], steps: readonly number[]): boolean => {
  const bounds = [0, ...steps, levels.length];
  const ofSteps = bounds.slice(1).reduce((sum, until, k) => sum + sumSquares(levels.slice(bounds[k], until)), 0);
  const [n, middle, mean] = [levels.length, (levels.length - 1) / 2, computeMean(levels)];
  const slope = levels.reduce((sum, level, k) => sum + (k - middle) * (level - mean), 0) / ((n * (n * n - 1)) / 12);
  const ofLine = levels.reduce((sum, level, k) => sum + (level - mean - slope * (k - middle)) ** 2, 0);
  // Each step has two parameters, and a line one.
  return n * Math.log(ofLine) + Math.log(n) < n * Math.log(ofSteps) + 2 * steps.length * Math.log(n);
};

const sumSquares = (values: readonly number[]): number => {
  const mean = computeMean(values);
  return values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
};

const computeMean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

const mergeBlocks = (values: readonly number[], size: number): readonly number[] =>
  Array.from({ length: Math.floor(values.length / size) }, (_, k) => computeMean(values.slice(k * size, (k + 1) * size)));

const blocksMax = 240;
const jobsOfBlock = 5;
const leastOfStretch = 30;
/** The quantiles at which distributions are compared. */
const quantiles = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95];

/**
 * Values in the order of their times, compared by their whole distribution (the cost of Haynes, Fearnhead and Eckley 2017). `strata`: values are ranked
 * within each, so that what returns with every hour of the day is no change.
 */
export const courseOfValues = (values: readonly number[], at: readonly number[], strata?: readonly number[]): RecordCourse | undefined => {
  if (values.length < 2 * leastOfStretch) return undefined;
  const size = Math.max(jobsOfBlock, Math.ceil(values.length / blocksMax));
  const count = Math.floor(values.length / size);
  const ranks = rankWithin(values, strata);
  const above = quantiles.map((share) => {
    const counts = Array.from({ length: count }, (_, k) => ranks.slice(k * size, (k + 1) * size).filter((rank) => rank > share).length);
    return { counts, sums: prefixSums(counts) };
  });
  const computeCost = (from: number, until: number): number => {
    const n = (until - from) * size;
    return above.reduce((cost, { sums }) => cost + binomialCost((sums[until] ?? 0) - (sums[from] ?? 0), n), 0) / above.length;
  };
  const dispersion = measureDispersion('values', count, (from, until) => {
    const n = (until - from) * size;
    return above.map(({ sums }, k) => {
      const part = 1 - (quantiles[k] ?? 0);
      return (((sums[until] ?? 0) - (sums[from] ?? 0)) / n - part) / Math.sqrt((part * (1 - part)) / n);
    });
  });
  return {
    at: Array.from({ length: count }, (_, k) => at[k * size] ?? 0),
    levels: mergeBlocks(ranks, size).slice(0, count),
    computeCost,
    dispersion,
    least: Math.ceil(leastOfStretch / size),
  };
};

const binomialCost = (some: number, all: number): number =>
  -2 * ((some === 0 ? 0 : some * Math.log(some / all)) + (some === all ? 0 : (all - some) * Math.log((all - some) / all)));

/** Counts in windows of one length, with the counts that are expected if nothing changes. */
export const courseOfCounts = (counts: readonly number[], expected: readonly number[], at: readonly number[]): RecordCourse => {
  const [seen, wanted] = [prefixSums(counts), prefixSums(expected)];
  const within = (sums: readonly number[], from: number, until: number): number => (sums[until] ?? 0) - (sums[from] ?? 0);
  const dispersion = measureDispersion('counts', counts.length, (from, until) => {
    const due = within(wanted, from, until);
    return [due === 0 ? 0 : (within(seen, from, until) - due) / Math.sqrt(due)];
  });
  return {
    at,
    levels: counts.map((count, k) => count / Math.max(expected[k] ?? 0, 1e-9)),
    computeCost: (from, until) => {
      const [count, due] = [within(seen, from, until), within(wanted, from, until)];
      return count === 0 || due === 0 ? 0 : -2 * count * Math.log(count / due);
    },
    dispersion,
    least: Math.max(2, Math.ceil(counts.length / 40)),
  };
};

/** A step is between few neighbors, and must not raise the dispersion that it is judged by; but bursts of jobs are between few, too. */
const cutShares = { values: 0.08, counts: 0.02 } as const;

/**
 * The variance of blocks, from the differences of neighbors: 1 if observations are independent. Blocks are merged, too, so that what lasts for several of
 * them counts.
 */
const measureDispersion = (
  kind: keyof typeof cutShares,
  count: number,
  scoresIn: (from: number, until: number) => readonly number[],
): number => {
  let most = 1;
  for (let size = 1; count / size >= 20; size *= 2) {
    const scores = Array.from({ length: Math.floor(count / size) }, (_, k) => scoresIn(k * size, (k + 1) * size));
    const squares = scores
      .slice(1)
      .map((own, k) => own.reduce((sum, score, place) => sum + (score - (scores[k]?.[place] ?? 0)) ** 2, 0) / (2 * own.length))
      .sort((a, b) => a - b);
    const kept = squares.slice(0, Math.max(1, Math.floor((1 - cutShares[kind]) * squares.length)));
    most = Math.max(most, computeMean(kept));
  }
  return most;
};
