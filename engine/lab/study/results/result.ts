import type { Json } from '../../../kernel/canonical.ts';
import type { Run } from '../../../scenario/play/run.ts';
import { batchesOfSeries } from '../../../statistics/batchMeans.ts';
import type { EndpointRecord } from '../../../world/reports/record/endpointRecord.ts';
import { spanUpTo } from '../../../world/reports/record/gauge.ts';
import { type DurationName, durationsIn, measures, outcomesIn } from '../../../world/reports/record/measures.ts';
import { recordLog } from '../../../world/reports/record/recordLog.ts';
import { outcomes, type WorkOutcome } from '../../../world/reports/record/workRecord.ts';
import { type Histogram, histogramOf } from '../measure/histogram.ts';
import { type Begun, inOrderOfBeginning, type Measuring, measureSpan, nameBound, startOfMeasuring } from '../measure/measuring.ts';
import { type TokensOverTime, tokenPartsMax, tokensOverTimeOf } from './tokensOverTime.ts';

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

/** The measurements of one play: plain data, the same wherever it was played. */
export interface PlayResult {
  /** `failed`: the play itself could not be brought to its end; `why` says what happened. */
  readonly verdict: Run['verdict'] | 'failed';
  /** The first expectations that were not met. */
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
  /** What took time in it, such as `start`, by name. */
  readonly mechanisms?: readonly string[];
  /** Of workers that make tokens. */
  readonly batchSize: { readonly meanMillionths: number; readonly max: number };
  readonly tokensPerSecondMillionths: number;
  readonly tokensPerDollar: number;
  readonly tokensOverTime?: TokensOverTime;
  /** How many were completed after the warm-up, and in which time; not where the whole play is measured. */
  readonly afterWarmUp?: { readonly completed: number; readonly ms: number };
  /** The delays in the order of arrival, in pilot plays. */
  readonly series?: readonly number[];
  /** The durations batch by batch, without their histograms, in plays that are measured in batches. */
  readonly batches?: readonly Readonly<Record<DurationName, Tally>>[];
  /** How many durations keep to each bound that was asked for, by its key. */
  readonly within?: Readonly<Record<string, number>>;
  /** The durations day by day, without their histograms, in plays that are measured so. */
  readonly days?: readonly Readonly<Record<DurationName, Tally>>[];
}

/** The most reasons that a result keeps. */
const reasonsMax = 3;

/** The result of a run that was played to its end. */
export const resultOf = (run: Run, measuring: Measuring = {}): PlayResult => {
  const { verdict, failures, unfired, world, calls } = run;
  const end = world.now;
  const span = spanUpTo(end, tokenPartsMax);
  const { all: record, mechanisms } = recordLog(world.log.entries(), span);
  const tokens = tokensOverTimeOf(record, world.log, span.partMs);
  const works = [record.jobs, record.requests];
  const firsts = works.flatMap(({ firstAt }) => firstAt ?? []);
  const lasts = works.flatMap(({ lastEndAt }) => lastEndAt ?? []);
  return {
    verdict,
    why: [...failures, ...unfired].slice(0, reasonsMax),
    fingerprint: world.fingerprint(),
    endedAt: end,
    entries: world.log.length,
    counts: outcomesIn(record),
    refused: measures.refusals.ofCalls(calls?.refused ?? []),
    busyMs: firsts.length === 0 || lasts.length === 0 ? 0 : Math.max(...lasts) - Math.min(...firsts),
    costNanoUsd: nano(measures.cost.of(record)),
    billNanoUsd: nano(measures.bill.ofBilling(world.state.billing, end)),
    ...(tokens === undefined ? {} : { tokensOverTime: tokens }),
    tokensPerDollar: Math.round(measures.tokensPerDollar.of(record)),
    mechanisms: [...mechanisms].sort(),
    ...(Object.keys(measuring).length === 0 ? wholePlay(record) : measurePlay(run, record, measuring)),
  };
};

type Measured = Pick<
  PlayResult,
  | 'utilizationMillionths'
  | 'queueDepth'
  | 'durations'
  | 'batchSize'
  | 'tokensPerSecondMillionths'
  | 'afterWarmUp'
  | 'series'
  | 'batches'
  | 'within'
  | 'days'
>;

const wholePlay = (record: EndpointRecord): Measured => {
  const [jobs, requests] = [measures.queueDepth.ofWork(record.jobs), measures.queueDepth.ofWork(record.requests)];
  return {
    utilizationMillionths: millionths(measures.utilization.of(record)),
    queueDepth: { meanMillionths: millionths(jobs.mean + requests.mean), max: Math.max(jobs.max, requests.max) },
    durations: forEachDuration((name) => tally(durationsIn(record, name).flatMap(({ ms }) => ms))),
    batchSize: gaugeOf(measures.batchSize.of(record)),
    tokensPerSecondMillionths: millionths(measures.tokensPerSecond.of(record)),
  };
};

const gaugeOf = ({ mean, max }: { readonly mean: number; readonly max: number }) => ({ meanMillionths: millionths(mean), max });

const measurePlay = (
  { world: { log, now } }: Run,
  record: EndpointRecord,
  { skip = 0, series, batches, within, days }: Measuring,
): Measured => {
  const delays = inOrderOfBeginning(log, durationsIn(record, 'delayTime'));
  const from = startOfMeasuring(delays, skip, now);
  const begun = forEachDuration((name) => inOrderOfBeginning(log, durationsIn(record, name)).filter(({ began }) => began >= from));
  const kept = forEachDuration((name) => begun[name].map(({ ms }) => ms));
  const parts = batches === undefined ? undefined : forEachDuration((name) => batchesOfSeries(kept[name], batches));
  const whole = wholePlay(record);
  const span = skip === 0 ? undefined : measureSpan(log, record, from, now);
  return {
    utilizationMillionths: span === undefined ? whole.utilizationMillionths : millionths(span.utilization),
    queueDepth: span === undefined ? whole.queueDepth : gaugeOf(span.queueDepth),
    batchSize: span === undefined ? whole.batchSize : gaugeOf(span.batchSize),
    tokensPerSecondMillionths: span === undefined ? whole.tokensPerSecondMillionths : millionths(span.tokensPerSecond),
    durations: forEachDuration((name) => tally(kept[name])),
    ...(span === undefined ? {} : { afterWarmUp: { completed: span.completed, ms: span.ms } }),
    ...(series === undefined ? {} : { series: delays.map(({ ms }) => ms) }),
    ...(within === undefined ? {} : { within: countWithin(within, kept) }),
    ...(days === undefined ? {} : { days: daysOf(begun, days) }),
    ...(parts === undefined
      ? {}
      : {
          batches: Array.from({ length: batches ?? 0 }, (_, k) =>
            forEachDuration((name) => ({ ...tally(parts[name][k] ?? []), bins: [] })),
          ),
        }),
  };
};

const countWithin = (bounds: NonNullable<Measuring['within']>, kept: Readonly<Record<DurationName, readonly number[]>>) =>
  Object.fromEntries(
    bounds.map((bound) => {
      const { of, lte = Number.POSITIVE_INFINITY, gte = Number.NEGATIVE_INFINITY } = bound;
      const name = durationNames.find((one) => one === of);
      return [nameBound(bound), name === undefined ? 0 : kept[name].filter((ms) => ms <= lte && ms >= gte).length];
    }),
  );

const dayMs = 86_400_000;

const daysOf = (begun: Readonly<Record<DurationName, readonly Begun[]>>, days: number) => {
  const inDays = forEachDuration((name) => {
    const each = Array.from({ length: days }, (): number[] => []);
    for (const { began, ms } of begun[name]) each[Math.floor(began / dayMs)]?.push(ms);
    return each;
  });
  return Array.from({ length: days }, (_, k) => forEachDuration((name) => ({ ...tally(inDays[name][k] ?? []), bins: [] })));
};

const millionths = (value: number): number => Math.round(value * 1_000_000);

const nano = (value: number): number => Math.round(value * 1_000_000_000);

const forEachDuration = <Value>(of: (name: DurationName) => Value): Readonly<Record<DurationName, Value>> =>
  Object.fromEntries(durationNames.map((name) => [name, of(name)])) as Record<DurationName, Value>;

/** The result of a play that could not be brought to its end. */
export const makeFailedResult = (why: string): PlayResult => ({
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
  batchSize: { meanMillionths: 0, max: 0 },
  tokensPerSecondMillionths: 0,
  tokensPerDollar: 0,
  durations: forEachDuration(() => tally([])),
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

/** The percentiles that each play has of its durations, by nearest rank. */
export const percentiles = [50, 90, 95, 99] as const;

/** The measures of many values, one for each job, request or start. */
export const durationNames: readonly DurationName[] = ['delayTime', 'executionTime', 'totalTime', 'firstToken', 'tokenTime', 'coldStart'];
