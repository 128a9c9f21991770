import { shareOnLine } from './fit/bySize.ts';
import { fitTwin } from './fitTwin.ts';
import type { GivenConfiguration } from './own.ts';
import { predict, type TwinPrediction } from './predict.ts';
import type { JobTable } from './records/jobTable.ts';
import { findPhase } from './write/scenarioText.ts';

/** The predictions for jobs that nothing was fitted to, beside the observations. */
export interface Backtest extends TwinPrediction {
  readonly fittedMs: number;
  readonly predictedMs: number;
  /** The share of the variance of these jobs' durations that the line by size explains; undefined if the twin has no line. */
  readonly explained: number | undefined;
  /** The settings that were inferred from the records because they were not given. */
  readonly guessed: readonly string[];
}

const dayMs = 86_400_000;
const fittedShare = 0.7;
const predictedMin = 100;

/**
 * Fits the first part of the records, plays the rest of their time under the endpoint's own configuration, and compares the prediction with
 * the records. A text says why that is impossible.
 */
export const backtest = (jobs: JobTable, given: GivenConfiguration, seed: string): Backtest | string => {
  if (countKnown(jobs, 'submitted') < jobs.length) return 'the records do not say when each job came';
  if (countKnown(jobs, 'delay') === 0) return 'the records do not say how long jobs waited';
  const [from, until] = [jobs.submitted.at(0), jobs.submitted.at(jobs.length - 1)];
  const split = splitAt(from, until);
  const seen = jobs.between(split, until + 1);
  if (seen.length < predictedMin)
    return `the last ${100 - 100 * fittedShare} % of the time have ${seen.length} jobs, and ${predictedMin} are the least to compare with`;
  const fit = fitTwin(jobs.between(from, split), given, seed);
  const { arrivals } = fit;
  const vital = fit.unknown.find(({ isVital }) => isVital);
  if (arrivals === undefined || vital !== undefined)
    return `the first part of the records is too short: ${vital?.words ?? 'it does not tell when jobs come'}`;
  const twin = { title: 'Backtest', fit, arrivals, phaseMs: findPhase(arrivals, split), forMs: Math.ceil(until - split) };
  return {
    fittedMs: split - from,
    predictedMs: until - split,
    explained: typeof fit.bySize === 'object' ? shareOnLine(fit.bySize, seen) : undefined,
    ...predict(twin, seen, split, seed),
    guessed: fit.own.guessed,
  };
};

/** Splits at midnight if the records cover enough days. */
const splitAt = (from: number, until: number): number => {
  const at = from + fittedShare * (until - from);
  return until - from < 4 * dayMs ? at : Math.round(at / dayMs) * dayMs;
};

const countKnown = (jobs: JobTable, column: 'submitted' | 'delay'): number => {
  let count = 0;
  for (let k = 0; k < jobs.length; k++) if (!Number.isNaN(jobs[column].at(k))) count += 1;
  return count;
};
