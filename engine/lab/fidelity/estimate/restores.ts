import { exp, ln, squareRoot } from '../../../kernel/math/exactMath.ts';
import type { Seen } from './seen.ts';

/** How endpoints are restored. */
export interface RestoreFit {
  /** The mean over endpoints of the chance, in whole percent, that a wake right after the last use is a restore. */
  readonly percent: number;
  /** The standard deviation of that chance between endpoints, in whole percent. */
  readonly spread: number;
  /** The time without use after which a wake is never a restore; 0 if the chance stays the same. */
  readonly lifeMs: number;
}

/** Counts of one endpoint: `hits` restores of so many wakes, each so long after the last use, which is not always known. */
interface RestoreCount {
  readonly hits: number;
  readonly of: number;
  readonly afterMs: number | undefined;
}

const minute = 60_000;
/** Lives of 5 minutes to 24 hours, each a twentieth longer than the one before; and one without an end. */
const lives: readonly number[] = (() => {
  const found: number[] = [];
  for (let ms = 5 * minute; ms <= 24 * 60 * minute; ms = Math.round(ms * 1.05)) found.push(ms);
  return [...found, 0];
})();

/** Chances at which the integral over the chance of one endpoint is computed. */
const chances: readonly number[] = Array.from({ length: 50 }, (_, k) => (k + 0.5) / 50);

/** The prior: any mean is as likely as any other, and so is any order of magnitude of the weight, in wakes, of a beta distribution. */
const means: readonly number[] = Array.from({ length: 19 }, (_, k) => (k + 1) / 20);
const weights: readonly number[] = [1, 2, 4, 8, 16, 32];

/** One beta distribution, with the share of each chance. */
interface Beta {
  readonly mean: number;
  readonly weight: number;
  readonly shares: readonly number[];
}

const betas: readonly Beta[] = means.flatMap((mean) =>
  weights.map((weight) => {
    const density = chances.map((p) => exp((mean * weight - 1) * ln(p) + ((1 - mean) * weight - 1) * ln(1 - p)));
    const all = density.reduce((sum, one) => sum + one, 0);
    return { mean, weight, shares: density.map((one) => one / all) };
  }),
);

/**
 * The hierarchical model of Gelman et al., Bayesian Data Analysis (5.3), on a grid: the counts of an endpoint are binomial, with its own
 * chance × (1 - afterMs ÷ lifeMs); the chances of endpoints are beta distributed. Gives the mean and the deviation of the chance of the next
 * endpoint, over all that the counts leave open, and the median of the lives.
 */
export const fitRestores = (seen: readonly Seen[]): RestoreFit => {
  const endpoints = groupCounts(seen);
  const key = JSON.stringify(endpoints);
  const known = fits.get(key) ?? fitCounts(endpoints);
  fits.set(key, known);
  return known;
};

/** By the counts: most authors who are left out, and three quantities, share them. */
const fits = new Map<string, RestoreFit>();

const fitCounts = (endpoints: readonly (readonly RestoreCount[])[]): RestoreFit => {
  const byLife = lives.map((lifeMs) => {
    const likelihoods = endpoints.map((counts) => chances.map((chance) => likelihoodAt(counts, chance, lifeMs)));
    return betas.map(({ shares }) => likelihoods.reduce((product, one) => product * integrate(shares, one), 1));
  });
  const ofLives = byLife.map((row) => row.reduce((sum, one) => sum + one, 0));
  const all = ofLives.reduce((sum, one) => sum + one, 0);
  const moment = (measure: (beta: Beta) => number): number =>
    byLife.reduce((sum, row) => sum + row.reduce((part, one, k) => part + one * measure(betas[k] as Beta), 0), 0) / all;
  const mean = moment((beta) => beta.mean);
  const square = moment((beta) => beta.mean * beta.mean + (beta.mean * (1 - beta.mean)) / (beta.weight + 1));
  let before = 0;
  const median = ofLives.findIndex((one) => {
    before += one;
    return before >= all / 2;
  });
  return {
    percent: Math.round(100 * mean),
    spread: Math.round(100 * squareRoot(Math.max(0, square - mean * mean))),
    lifeMs: lives[median] ?? 0,
  };
};

/** A run is of one endpoint. */
const groupCounts = (seen: readonly Seen[]): readonly (readonly RestoreCount[])[] => {
  const byRun = new Map<string, RestoreCount[]>();
  for (const { run, value, of = 1, after } of seen)
    byRun.set(run, [...(byRun.get(run) ?? []), { hits: Number(value), of, afterMs: after }]);
  return [...byRun.values()];
};

const likelihoodAt = (counts: readonly RestoreCount[], own: number, lifeMs: number): number =>
  counts.reduce((product, { hits, of, afterMs }) => {
    const left = afterMs === undefined ? sharesLeft : [lifeMs === 0 ? 1 : Math.max(0, 1 - afterMs / lifeMs)];
    return product * left.reduce((sum, one) => sum + (raise(own * one, hits) * raise(1 - own * one, of - hits)) / left.length, 0);
  }, 1);

/** What a pause that is not known leaves of the chance: any share is as likely as any other. */
const sharesLeft: readonly number[] = Array.from({ length: 10 }, (_, k) => (k + 0.5) / 10);

const raise = (chance: number, events: number): number => (events === 0 ? 1 : chance <= 0 ? 0 : exp(events * ln(chance)));

const integrate = (shares: readonly number[], likelihood: readonly number[]): number => {
  let sum = 0;
  for (const [k, share] of shares.entries()) sum += share * (likelihood[k] as number);
  return sum;
};

export const restoresWords =
  'Bayes on a grid, a beta-binomial model of endpoints: the chance of each is its own, beta distributed, and falls linearly with the time without use. Before, any mean, any order of magnitude of the beta distribution’s weight (1 to 32 wakes) and of the life (5 minutes to a day, or no end), and any share of the life as a pause that is not stated, was as likely as any other. Given are the mean and the standard deviation of the next endpoint, and the median of the lives';

export const describeCounts = (seen: readonly Seen[]): string => seen.map(describeCount).join('; ');

const describeCount = ({ value, of = 1, after }: Seen): string =>
  `${value} of ${of}${after === undefined ? ', pauses not stated' : ` after ${Math.round(after / 1_000)} s`}`;
