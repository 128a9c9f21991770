import type { JobTable } from '../records/jobTable.ts';
import { type BurstFit, type CountWindow, fitBursts, windowFor } from './bursts.ts';
import { findUncertainChanges, isAboveDayAfterDay } from './dayAfterDay.ts';
import { testDispersion } from './dispersion.ts';
import { type CountStretch, estimateRate, type FittedNumber } from './estimates.ts';
import { type Bin, findSegments, type Segment } from './segments.ts';

/** A rate from a time of the period on. */
export interface RatePiece {
  readonly atMs: number;
  readonly perHour: number;
}

/** How the rate of arrivals may change over time: not at all, by the hour of the day, or by the hour of the week. */
export type Period = 'constant' | 'day' | 'week';

export interface ArrivalFit {
  readonly count: number;
  /** The time from the first arrival to the last. */
  readonly from: number;
  readonly until: number;
  readonly perHour: number;
  readonly period: Period;
  readonly pieces: readonly RatePiece[];
  /** The mean rate and, if there are several pieces and enough records, the rate of each. */
  readonly estimates: readonly FittedNumber[];
  /** The numbers of the pieces that begin with a change that does not recur day after day: it may come from a burst. */
  readonly uncertain: readonly number[];
  /** Undefined for a constant rate. */
  readonly everyMs: number | undefined;
  /** Jobs an hour in each hour of the day, or of the week if the rate follows it; null if the records do not have it. */
  readonly byHour: readonly (number | null)[];
  /**
   * The score of each model in cross-validation: the mean log-likelihood of an hour on days that it was not fitted to. A model is chosen
   * over a simpler one only if it is better day after day.
   */
  readonly heldOut: readonly { readonly period: Period; readonly score: number }[];
  /** Bursts on top of the rate; undefined if the counts support none. */
  readonly bursts: BurstFit | undefined;
  /**
   * The index of dispersion: the variance of counts over their mean, adjusted for the rate. It is 1 for a Poisson process, and more with
   * bursts.
   */
  readonly dispersion: readonly { readonly ms: number; readonly index: number }[];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** 1970 began on a Thursday; weeks begin on Monday. */
const mondayMs = 4 * dayMs;

const periods: Readonly<Record<Period, { readonly ms: number; readonly daysMin: number }>> = {
  constant: { ms: hourMs, daysMin: 0 },
  day: { ms: dayMs, daysMin: 2 },
  // The first job of a fortnight comes after its midnight, and the last before.
  week: { ms: 7 * dayMs, daysMin: 13.5 },
};

/** The start of a period, in ms since 1970: at midnight, and on Monday. */
export const periodStart = (period: Period): number => (period === 'week' ? mondayMs : 0);

/** Fits the arrivals of jobs in the order of submission; undefined if there are too few to fit a rate. */
export const fitArrivals = (jobs: JobTable): ArrivalFit | undefined => {
  const [from, until] = [jobs.submitted.at(0), jobs.submitted.at(jobs.length - 1)];
  if (!(until > from) || jobs.length < arrivalsMin) return undefined;
  const hours = countHours(jobs, from, until);
  const days = (until - from) / dayMs;
  const possible = (Object.keys(periods) as Period[]).filter((period) => days >= periods[period].daysMin);
  const scores = possible.length === 1 ? [] : possible.map((period) => ({ period, ...scoreHeldOut(hours, period) }));
  const period = scores.reduce((best, one) => (isBetterEachDay(one.days, best.days) ? one : best), scores[0] ?? noScore).period;
  const pieces = buildPieces(hours, period);
  const everyMs = period === 'constant' ? undefined : periods[period].ms;
  return {
    count: jobs.length,
    from,
    until,
    perHour: ((jobs.length - 1) / (until - from)) * hourMs,
    period,
    pieces,
    estimates: listEstimates(hours, pieces, period),
    uncertain: findUncertain(hours, pieces, period),
    everyMs,
    byHour: fillBins(hours, period === 'week' ? 'week' : 'day').map(({ count, exposure }) => (exposure === 0 ? null : count / exposure)),
    heldOut: scores.map(({ period: one, score }) => ({ period: one, score })),
    bursts: findBursts(jobs, { from, until, pieces, period }),
    dispersion: [1_000, 60_000, hourMs].map((ms) => ({
      ms,
      index: testDispersion(jobs, { from, until, ms }, (at) => rateAt(pieces, period, at)),
    })),
  };
};

const arrivalsMin = 30;

const findBursts = (
  jobs: JobTable,
  { from, until, pieces, period }: Pick<ArrivalFit, 'from' | 'until' | 'pieces' | 'period'>,
): BurstFit | undefined => {
  const ms = windowFor(((jobs.length - 1) / (until - from)) * hourMs, until - from);
  const windows: CountWindow[] = [];
  for (let [at, k] = [from, 0]; at + ms <= until; at += ms) {
    let count = 0;
    for (; k < jobs.length && jobs.submitted.at(k) < at + ms; k++) count += 1;
    windows.push({ count, expected: (rateAt(pieces, period, at + ms / 2) / hourMs) * ms });
  }
  return fitBursts(windows, ms);
};

/** An hour of the records: how many jobs were submitted in it, and how much of it the records cover. */
interface Hour {
  /** Hours since 1970, or since the start of the records. */
  readonly number: number;
  readonly count: number;
  readonly covered: number;
}

const countHours = (jobs: JobTable, from: number, until: number): readonly Hour[] => {
  const [first, last] = [Math.floor(from / hourMs), Math.floor(until / hourMs)];
  const counts = new Array<number>(last - first + 1).fill(0);
  for (let k = 0; k < jobs.length; k++) {
    const place = Math.floor(jobs.submitted.at(k) / hourMs) - first;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts.map((count, k) => {
    const number = first + k;
    return { number, count, covered: (Math.min(until, (number + 1) * hourMs) - Math.max(from, number * hourMs)) / hourMs };
  });
};

/** The bins of a period: each has all hours at its position in the period. */
const fillBins = (hours: readonly Hour[], period: Period): readonly Bin[] => {
  const size = periods[period].ms / hourMs;
  const bins = Array.from({ length: size }, () => ({ count: 0, exposure: 0, seen: 0, squares: 0 }));
  for (const { number, count, covered } of hours) {
    const bin = bins[findPlace(number, period, size)];
    if (bin === undefined || covered <= 0) continue;
    bin.count += count;
    bin.exposure += covered;
    bin.seen += 1;
    bin.squares += (count * count) / covered;
  }
  return bins;
};

const findPlace = (hour: number, period: Period, size: number): number => (((hour - periodStart(period) / hourMs) % size) + size) % size;

const buildPieces = (hours: readonly Hour[], period: Period): readonly RatePiece[] =>
  findSegments(fillBins(hours, period)).map(({ first, rate }: Segment) => ({ atMs: first * hourMs, perHour: roundRate(rate) }));

/** Rounded to three digits and six decimals, as scenarios write it. */
const roundRate = (rate: number): number => Number(Number(rate.toPrecision(3)).toFixed(6));

const findUncertain = (hours: readonly Hour[], pieces: readonly RatePiece[], period: Period): readonly number[] =>
  findUncertainChanges(
    pieces.map(({ atMs }) => ({ first: atMs / hourMs })),
    hours.map(({ number, count, covered }) => {
      return { day: Math.floor(number / 24), bin: findPlace(number, period, periods[period].ms / hourMs), count, exposure: covered };
    }),
  );

/** Uses whole days, because arrivals within a day are correlated. */
const listEstimates = (hours: readonly Hour[], pieces: readonly RatePiece[], period: Period): readonly FittedNumber[] => {
  const perHour = hours.reduce((sum, { count }) => sum + count, 0) / hours.reduce((sum, { covered }) => sum + covered, 0);
  const expectIn = (hour: Hour): number => (rateAt(pieces, period, (hour.number + 0.5) * hourMs) / perHour) * hour.covered;
  const all = estimateRate('rate', listStretches(hours, expectIn));
  const each = pieces.map(({ atMs }, k) =>
    estimateRate(
      `rate from ${atMs / hourMs}h`,
      listStretches(
        hours.filter(({ number }) => placeAt(pieces, period, (number + 0.5) * hourMs) === k),
        ({ covered }) => covered,
      ),
    ),
  );
  return [all, ...(pieces.length === 1 ? [] : each)].filter((one) => one !== undefined);
};

const listStretches = (hours: readonly Hour[], lengthOf: (hour: Hour) => number): readonly CountStretch[] => {
  const days = new Map<number, { count: number; hours: number }>();
  for (const hour of hours) {
    const day = days.get(Math.floor(hour.number / 24)) ?? { count: 0, hours: 0 };
    days.set(Math.floor(hour.number / 24), { count: day.count + hour.count, hours: day.hours + lengthOf(hour) });
  }
  return [...days.values()];
};

/** The hourly rate at a time. */
export const rateAt = (pieces: readonly RatePiece[], period: Period, at: number): number =>
  pieces[placeAt(pieces, period, at)]?.perHour ?? 0;

/** The index of the piece that contains a time. */
export const placeAt = (pieces: readonly RatePiece[], period: Period, at: number): number => {
  const size = periods[period].ms;
  const phase = (((at - periodStart(period)) % size) + size) % size;
  let place = 0;
  for (let k = 1; k < pieces.length && (pieces[k]?.atMs ?? 0) <= phase; k++) place = k;
  return place;
};

interface Score {
  /** Of an hour, on average. */
  readonly score: number;
  /** Of each day. */
  readonly days: ReadonlyMap<number, number>;
}

const noScore: Score & { readonly period: Period } = { period: 'constant', score: Number.NEGATIVE_INFINITY, days: new Map() };

/** Five-fold cross-validation by days: the log-likelihood of the hours of the held-out days, as Poisson counts. */
const scoreHeldOut = (hours: readonly Hour[], period: Period): Score => {
  const days = new Map<number, number>();
  let count = 0;
  for (let fold = 0; fold < folds; fold++) {
    const isOut = ({ number }: Hour): boolean => Math.floor(number / 24) % folds === fold;
    const kept = hours.filter((hour) => !isOut(hour));
    if (kept.length === 0) continue;
    const pieces = buildPieces(kept, period);
    for (const hour of hours.filter(isOut)) {
      // A rate of 0 would make a single call impossible.
      const expected = Math.max(rateAt(pieces, period, (hour.number + 0.5) * hourMs), leastRate) * hour.covered;
      if (expected <= 0) continue;
      const day = Math.floor(hour.number / 24);
      days.set(day, (days.get(day) ?? 0) + hour.count * Math.log(expected) - expected);
      count += 1;
    }
  }
  const sum = [...days.values()].reduce((all, one) => all + one, 0);
  return { score: count === 0 ? Number.NEGATIVE_INFINITY : sum / count, days };
};

/**
 * Whether a model predicts days better than a simpler one, and does so on more than one day: a large burst falls on some hour of one day,
 * and does not recur on the next.
 */
const isBetterEachDay = (days: Score['days'], than: Score['days']): boolean => {
  const gains = [...days].map(([day, value]) => value - (than.get(day) ?? value));
  return isAboveDayAfterDay(gains);
};

const folds = 5;
const leastRate = 0.01;
