import type { JobTable } from '../records/jobTable.ts';
import { estimateMedian, type FittedNumber, type SeenLength } from './estimates.ts';

/** The cold starts in the delays of jobs that met an empty endpoint. */
export interface ColdStartFit {
  /** The number of jobs that found nothing waiting or running. */
  readonly alone: number;
  /** How many of them waited for a worker to start, and how many found one awake. */
  readonly cold: number;
  readonly warm: number;
  /** Equally likely cold starts in ms, ascending: observed ones, and estimates for the censored ones. */
  readonly values: readonly number[];
  /** Cold starts that another arrival may have cut short: they count as at least as long. */
  readonly censored: number;
  /** Of their middle; undefined if too many were cut short. */
  readonly estimate: FittedNumber | undefined;
  /** Lognormal modes, the likeliest first. */
  readonly modes: readonly Mode[];
  /** How long workers stay awake: the last job found a worker after at most the first, and none after at least the second. */
  readonly idle: { readonly awakeMs: number; readonly goneMs: number } | undefined;
  /** The middle of the delays of jobs for which a worker was awake. */
  readonly warmDelayMs: number;
}

interface Mode {
  readonly medianMs: number;
  /** The standard deviation of the logarithm. */
  readonly spread: number;
  readonly share: number;
}

/** Delays below this are no cold starts, and above it may be. */
const coldMinMs = 1_000;
/** Fewer cold starts say nothing about their distribution. */
export const coldStartsMin = 20;

/** Fits cold starts; undefined if no delays or no times are known, or too few jobs met an empty endpoint. */
export const fitColdStarts = (jobs: JobTable): ColdStartFit | undefined => {
  const alone = findAlone(jobs);
  if (alone.length === 0) return undefined;
  const border = findBorder(alone.map(({ delay }) => delay));
  const cold = alone.filter(({ delay }) => delay >= border);
  const warm = alone.filter(({ delay }) => delay < border);
  // If another job came before the worker was up, a second worker may have served this one.
  const lengths = cold.map(({ delay, untilNext }) =>
    untilNext < delay ? { ms: Math.max(untilNext, 0), isCut: true } : { ms: delay, isCut: false },
  );
  const values = computeQuantiles(lengths);
  return {
    alone: alone.length,
    cold: cold.length,
    warm: warm.length,
    values,
    censored: lengths.filter(({ isCut }) => isCut).length,
    estimate: estimateMedian('median', lengths),
    modes: findModes(values),
    idle: estimateIdle(warm, cold),
    warmDelayMs: [...warm].map(({ delay }) => delay).sort((a, b) => a - b)[Math.floor(warm.length / 2)] ?? 0,
  };
};

/** The cold starts in the order of their times. */
export const listColdStarts = (jobs: JobTable): readonly { readonly at: number; readonly delay: number }[] => {
  const alone = findAlone(jobs);
  const border = findBorder(alone.map(({ delay }) => delay));
  return alone.filter(({ delay }) => delay >= border);
};

/** A job that found nothing waiting or running. */
interface Alone {
  readonly at: number;
  readonly delay: number;
  /** Since the last job ended. */
  readonly gap: number;
  /** Until the next job is submitted. */
  readonly untilNext: number;
}

const findAlone = (jobs: JobTable): readonly Alone[] => {
  const alone: Alone[] = [];
  let lastEnd = Number.NaN;
  for (let k = 0; k < jobs.length; k++) {
    const [at, delay] = [jobs.submitted.at(k), jobs.delay.at(k)];
    if (Number.isNaN(at)) continue;
    if (!Number.isNaN(delay) && at >= lastEnd) alone.push({ at, delay, gap: at - lastEnd, untilNext: jobs.submitted.at(k + 1) - at });
    const end = at + (Number.isNaN(delay) ? 0 : delay) + jobs.execution.at(k);
    lastEnd = Number.isNaN(lastEnd) ? end : Math.max(lastEnd, end);
  }
  return alone;
};

/**
 * The threshold above which delays are cold starts: delays form two groups, and one is far longer. Otsu's threshold (1979) of their
 * logarithms splits the values into the two groups with the least variance within.
 */
const findBorder = (delays: readonly number[]): number => {
  const logs = delays.map((ms) => Math.log(Math.max(ms, 1))).sort((a, b) => a - b);
  const all = logs.reduce((sum, one) => sum + one, 0);
  let [below, best, place] = [0, -1, 0];
  for (let k = 1; k < logs.length; k++) {
    below += logs[k - 1] ?? 0;
    if (logs[k] === logs[k - 1]) continue;
    const between = k * (logs.length - k) * (below / k - (all - below) / (logs.length - k)) ** 2;
    if (between > best) [best, place] = [between, k];
  }
  const border = Math.exp(((logs[place - 1] ?? 0) + (logs[place] ?? 0)) / 2);
  const low = computeMean(logs.slice(0, place));
  const high = computeMean(logs.slice(place));
  // One group: all are cold, or none is.
  if (place === 0 || high - low < Math.log(4))
    return Math.exp(logs[Math.floor(logs.length / 2)] ?? 0) >= coldMinMs ? 0 : Number.POSITIVE_INFINITY;
  return Math.max(border, coldMinMs);
};

const computeMean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);

/** The number of equally likely values that represent a distribution. */
const quantilesMax = 400;

/**
 * The distribution of right-censored lengths (Kaplan and Meier 1958), as equally likely values. Lengths beyond the last observed one count
 * as that one.
 */
const computeQuantiles = (lengths: readonly SeenLength[]): readonly number[] => {
  const sorted = [...lengths].sort((a, b) => a.ms - b.ms || Number(a.isCut) - Number(b.isCut));
  const steps: { readonly ms: number; readonly below: number }[] = [];
  let survive = 1;
  for (const [k, { ms, isCut }] of sorted.entries()) {
    if (isCut) continue;
    survive *= 1 - 1 / (sorted.length - k);
    steps.push({ ms, below: 1 - survive });
  }
  if (steps.length === 0) return [];
  const count = Math.min(quantilesMax, steps.length);
  let place = 0;
  return Array.from({ length: count }, (_, k) => {
    const u = (k + 0.5) / count;
    while (place < steps.length - 1 && (steps[place]?.below ?? 1) < u) place += 1;
    return Math.round(steps[place]?.ms ?? 0);
  });
};

/** A mixture of one to three lognormal modes, fitted by expectation-maximization. The BIC (Schwarz's criterion) chooses their number. */
const findModes = (values: readonly number[]): readonly Mode[] => {
  if (values.length < coldStartsMin) return [];
  const logs = values.map((ms) => Math.log(Math.max(1, ms)));
  const fits = [1, 2, 3].map((count) => fitMixture(logs, count));
  return fits.reduce((best, one) => (one.bic < best.bic ? one : best)).modes;
};

const leastSpread = 0.02;
const leastShare = 0.02;

const fitMixture = (logs: readonly number[], count: number): { readonly bic: number; readonly modes: readonly Mode[] } => {
  let parts = Array.from({ length: count }, (_, k) => ({
    middle: logs[Math.floor(((k + 0.5) * logs.length) / count)] ?? 0,
    spread: 0.3,
    share: 1 / count,
  }));
  let likelihood = 0;
  for (let step = 0; step < 300; step++) {
    const sums = parts.map(() => ({ weight: 0, sum: 0, squares: 0 }));
    const before = likelihood;
    likelihood = 0;
    for (const x of logs) {
      const densities = parts.map(({ middle, spread, share }) => (share / spread) * Math.exp(-(((x - middle) / spread) ** 2) / 2));
      const all = densities.reduce((sum, one) => sum + one, 0) || 1e-300;
      likelihood += Math.log(all) - 0.9189385332046727;
      for (const [k, density] of densities.entries()) {
        const part = sums[k];
        if (part === undefined) continue;
        part.weight += density / all;
        part.sum += (density / all) * x;
        part.squares += (density / all) * x * x;
      }
    }
    parts = sums.map(({ weight, sum, squares }) => {
      const middle = sum / Math.max(weight, 1e-9);
      return {
        middle,
        spread: Math.max(leastSpread, Math.sqrt(Math.max(0, squares / Math.max(weight, 1e-9) - middle ** 2))),
        share: weight / logs.length,
      };
    });
    if (Math.abs(likelihood - before) < 1e-7 * Math.abs(likelihood)) break;
  }
  // A few starts of workers that were starting already are no mode.
  const modes = parts
    .filter(({ share }) => share >= leastShare)
    .map(({ middle, spread, share }) => ({ medianMs: Math.round(Math.exp(middle)), spread, share }))
    .sort((a, b) => b.share - a.share);
  return { bic: (3 * count - 1) * Math.log(logs.length) - 2 * likelihood, modes };
};

/** The idle timeout lies between a gap after which a worker was awake and one after which none was: at the value that the fewest jobs contradict. */
const estimateIdle = (warm: readonly Alone[], cold: readonly Alone[]): ColdStartFit['idle'] => {
  const gaps = [...warm.map(({ gap }) => ({ gap, isCold: false })), ...cold.map(({ gap }) => ({ gap, isCold: true }))]
    .filter(({ gap }) => !Number.isNaN(gap))
    .sort((a, b) => a.gap - b.gap);
  const colds = gaps.filter(({ isCold }) => isCold).length;
  if (colds === 0 || colds === gaps.length) return undefined;
  // Below the border all should be warm, and above it all cold.
  let wrong = gaps.length - colds;
  let [least, place] = [wrong, 0];
  for (const [k, { isCold }] of gaps.entries()) {
    wrong += isCold ? 1 : -1;
    if (wrong < least) [least, place] = [wrong, k + 1];
  }
  // Half of the shorter side must be right, or the border means nothing.
  if (least > Math.min(colds, gaps.length - colds) / 2) return undefined;
  return { awakeMs: gaps[place - 1]?.gap ?? 0, goneMs: gaps[place]?.gap ?? Number.POSITIVE_INFINITY };
};
