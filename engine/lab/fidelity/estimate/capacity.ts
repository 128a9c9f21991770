import type { Distribution } from '../../../cloud/handler/distribution.ts';
import { exp, ln, squareRoot } from '../../../kernel/math/exactMath.ts';
import { normalQuantile } from '../../../kernel/math/normal.ts';
import { studentQuantile } from '../../../statistics/studentT.ts';
import type { Seen } from './seen.ts';

/** In how many hours a pool of hosts is short, and how many of the launches into it are held then, in percent. */
export interface CapacityFit {
  readonly shortHours: number;
  readonly heldShare: number;
}

/**
 * The posterior means of both shares, from flat priors, for the launches of each run, which are of one pool and hour. If that is short, their
 * number that was held is binomial; if not, none was. The likelihood is so flat that its maximum is near a border, and says nothing.
 */
export const fitCapacity = (seen: readonly Seen[]): CapacityFit => {
  const hours = seen.map(({ value, of = 1 }) => ({ held: Number(value), of }));
  let [all, short, share] = [0, 0, 0];
  for (let shortHours = 1; shortHours <= 99; shortHours++) {
    for (let heldShare = 1; heldShare <= 99; heldShare++) {
      const weight = hours.reduce((product, { held, of }) => {
        const ifShort = exp(held * ln(heldShare / 100) + (of - held) * ln(1 - heldShare / 100));
        return product * ((shortHours / 100) * ifShort + (held === 0 ? 1 - shortHours / 100 : 0));
      }, 1);
      all += weight;
      short += weight * shortHours;
      share += weight * heldShare;
    }
  }
  return { shortHours: Math.round(short / all), heldShare: Math.round(share / all) };
};

export const capacityWords =
  'posterior means, from flat priors, of the share of short hours and of the share of launches held in one: the launches of a run are of one pool and hour. Too few facts: a wide guess, and no measurement';

export const describeHeld = (seen: readonly Seen[]): string => seen.map(({ value, of = 1 }) => `${value} of ${of}`).join('; ');

/** The prior of a wait: without it, waits that were all given up would have no end. */
const waitBefore: Seen = { value: 600_000, run: 'supposed', image: 'supposed' };

/** The weight of the usual deviation, as a number of additional values. */
const usualValues = 3;

/**
 * Lognormal waits of which some were given up before they ended: the median of the largest likelihood, of those up to a day that are each a
 * twentieth longer than the one before, with the usual deviation; and as p95 the upper end of the 90 % prediction interval.
 */
export const fitWaits = (seen: readonly Seen[], usual: number): Distribution => {
  const deviation = Math.max(usual, leastDeviation);
  let medianMs = minuteMs;
  let most = Number.NEGATIVE_INFINITY;
  for (let ms = minuteMs; ms <= 24 * 60 * minuteMs; ms = Math.round(ms * 1.05)) {
    const likelihood = [waitBefore, ...seen].reduce((sum, { value, isOpen }) => {
      const z = ln(Math.max(1, Number(value)) / ms) / deviation;
      return sum + (isOpen === true ? ln(Math.max(1e-12, shareAbove(z))) : -(z * z) / 2);
    }, 0);
    if (likelihood <= most) continue;
    most = likelihood;
    medianMs = ms;
  }
  const factor = exp(studentQuantile(usualValues, 0.9) * deviation * squareRoot(1 + 1 / seen.length));
  return { kind: 'lognormal', medianMs, p95Ms: Math.round(medianMs * factor) };
};

const minuteMs = 60_000;
const leastDeviation = 0.1;

/** The share of a normal distribution above `z`, by bisection of its quantiles. */
const shareAbove = (z: number): number => {
  let [low, high] = [0, 1];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (normalQuantile(middle) < z) low = middle;
    else high = middle;
  }
  return 1 - (low + high) / 2;
};

export const waitsWords =
  'maximum likelihood of the median, where a wait that was given up counts as one that is longer; how far waits deviate was not seen, and is supposed to be as for all times of containers; one wait of 10 min is supposed besides. Too few facts: a wide guess, and no measurement';

export const describeWaits = (seen: readonly Seen[]): string =>
  seen.map(({ value, isOpen }) => `${isOpen === true ? 'over ' : ''}${Math.round(Number(value) / minuteMs)} min`).join('; ');
