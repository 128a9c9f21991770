import type { Json } from '../kernel/canonical.ts';
import { recordOf } from '../reports/metrics.ts';
import type { Samples } from '../reports/samples.ts';
import { outcomes, type WorkOutcome } from '../reports/workRecord.ts';
import type { Run } from '../scenario/run.ts';
import { type Histogram, histogramOf } from './histogram.ts';
import { type DurationName, percentiles } from './measures.ts';

/** Changes whenever a result says something else of the same play: it is part of every key. */
export const measuresVersion = 1;

/** Durations in whole milliseconds, so that sums are exact, and tallies are merged by adding in any order. */
export interface Tally {
  readonly n: number;
  readonly sum: number;
  /** The sum of the squares, as digits: it may be above 2^53. */
  readonly squares: string;
  readonly max: number;
  /** The percentiles of this play, by nearest rank, in the order of {@link percentiles}; none where nothing was measured. */
  readonly ranks: readonly number[];
  readonly bins: Histogram;
}

/** What one play of a study was like: plain data, the same wherever it was played. */
export interface PlayResult {
  /** `failed`: the play itself could not be brought to its end; `why` says what happened. */
  readonly verdict: Run['verdict'] | 'failed';
  /** The first of what was not as expected. */
  readonly why: readonly string[];
  /** Of the log; empty where there is none. */
  readonly fingerprint: string;
  /** Of virtual time. */
  readonly endedAt: number;
  readonly entries: number;
  readonly counts: Readonly<Record<WorkOutcome, number>>;
  readonly refused: number;
  /** From the first arrival to the last end. */
  readonly busyMs: number;
  readonly costNanoUsd: number;
  readonly billNanoUsd: number;
  readonly utilizationMillionths: number;
  readonly queueDepth: { readonly meanMillionths: number; readonly max: number };
  readonly durations: Readonly<Record<DurationName, Tally>>;
}

/** The most reasons that a result keeps. */
const reasonsMax = 3;

/** The result of a run that was played to its end. */
export const resultOf = ({ verdict, failures, unfired, world, calls }: Run): PlayResult => {
  const end = world.now;
  const { jobs, requests, coldStarts, cost, utilization } = recordOf(world.log.entries(), end);
  const works = [jobs, requests];
  const firsts = works.flatMap(({ firstAt }) => firstAt ?? []);
  const lasts = works.flatMap(({ lastEndAt }) => lastEndAt ?? []);
  const tallyOf = (samples: readonly Samples[]): Tally => tally(samples.flatMap(({ ms }) => ms));
  return {
    verdict,
    why: [...failures, ...unfired].slice(0, reasonsMax),
    fingerprint: world.fingerprint(),
    endedAt: end,
    entries: world.log.length,
    counts: Object.fromEntries(outcomes.map((name) => [name, jobs.outcomes[name] + requests.outcomes[name]])) as PlayResult['counts'],
    refused: (calls?.refused ?? []).reduce((sum, { count }) => sum + count, 0),
    busyMs: firsts.length === 0 || lasts.length === 0 ? 0 : Math.max(...lasts) - Math.min(...firsts),
    costNanoUsd: Math.round(cost * 1_000_000_000),
    billNanoUsd: Number(world.state.billing.nanoUsd(end)),
    utilizationMillionths: Math.round(utilization * 1_000_000),
    queueDepth: {
      meanMillionths: Math.round((jobs.queue.mean + requests.queue.mean) * 1_000_000),
      max: Math.max(jobs.queue.max, requests.queue.max),
    },
    durations: {
      delayTime: tallyOf([jobs.waits, requests.waits]),
      executionTime: tallyOf([jobs.executions, requests.executions]),
      totalTime: tallyOf([jobs.totals, requests.totals]),
      coldStart: tallyOf([coldStarts]),
    },
  };
};

/** The result of a play that could not be brought to its end. */
export const failedResult = (why: string): PlayResult => ({
  verdict: 'failed',
  why: [why],
  fingerprint: '',
  endedAt: 0,
  entries: 0,
  counts: Object.fromEntries(outcomes.map((name) => [name, 0])) as PlayResult['counts'],
  refused: 0,
  busyMs: 0,
  costNanoUsd: 0,
  billNanoUsd: 0,
  utilizationMillionths: 0,
  queueDepth: { meanMillionths: 0, max: 0 },
  durations: { delayTime: tally([]), executionTime: tally([]), totalTime: tally([]), coldStart: tally([]) },
});

const tally = (values: readonly number[]): Tally => {
  const sorted = Float64Array.from(values).sort();
  let squares = 0n;
  for (const value of sorted) squares += BigInt(value) * BigInt(value);
  return {
    n: sorted.length,
    sum: sorted.reduce((sum, value) => sum + value, 0),
    squares: squares.toString(),
    max: sorted.at(-1) ?? 0,
    ranks:
      sorted.length === 0 ? [] : percentiles.map((percent) => sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0),
    bins: histogramOf(sorted),
  };
};

/** A result as JSON: what stores keep. */
export const resultJson = (result: PlayResult): Json => result as unknown as Json;
