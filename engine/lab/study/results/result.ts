import type { Run } from '../../../scenario/play/run.ts';
import { batchesOfSeries } from '../../../statistics/batchMeans.ts';
import type { EndpointRecord } from '../../../world/reports/record/endpointRecord.ts';
import { spanUpTo } from '../../../world/reports/record/gauge.ts';
import { measures } from '../../../world/reports/record/measures.ts';
import {
  type DurationName,
  durationNames,
  isDuration,
  type NumberName,
  numberIn,
  numberNames,
} from '../../../world/reports/record/namedMeasures.ts';
import { recordLog } from '../../../world/reports/record/recordLog.ts';
import { buildHistogram, type Histogram } from '../measure/histogram.ts';
import { type Begun, inOrderOfBeginning, type Measuring, measureSpan, nameBound, startOfMeasuring } from '../measure/measuring.ts';
import { addUpTokens, type TokensOverTime, tokenPartsMax } from './tokensOverTime.ts';

/** Durations in whole milliseconds, so that sums are exact, and tallies are merged by adding in any order. */
export interface Tally {
  readonly n: number;
  readonly sum: number;
  /** The sum of the squares, as digits: it may be above 2^53. */
  readonly squares: string;
  readonly max: number;
  /** The percentiles of this play, by nearest rank, in the order of {@link percentiles}; none if nothing was measured. */
  readonly ranks: readonly number[];
  readonly bins: Histogram;
}

/** The measurements of one play: plain data, the same wherever it was played. */
export interface PlayResult {
  /** `failed`: the play itself could not be brought to its end; `why` says what happened. */
  readonly verdict: Run['verdict'] | 'failed';
  /** The first expectations that were not met. */
  readonly why: readonly string[];
  /** Of the log; empty if there is none. */
  readonly fingerprint: string;
  /** Of virtual time. */
  readonly endedAt: number;
  readonly entries: number;
  /** The measures with one value, by name; null if the play has none. To a billionth: more digits would not mean anything. */
  readonly values: Readonly<Partial<Record<NumberName, number | null>>>;
  readonly durations: Readonly<Record<DurationName, Tally>>;
  /** The mechanisms that took time in it, such as `start`, by name. */
  readonly mechanisms?: readonly string[];
  readonly tokensOverTime?: TokensOverTime;
  /** The delays in the order of arrival, in pilot plays. */
  readonly series?: readonly number[];
  /** The durations batch by batch, without their histograms, in plays that are measured in batches. */
  readonly batches?: readonly Readonly<Record<DurationName, Tally>>[];
  /** The number of durations that keep to each requested bound, by its key. */
  readonly within?: Readonly<Record<string, number>>;
  /** The durations day by day, without their histograms, in plays that are measured so. */
  readonly days?: readonly Readonly<Record<DurationName, Tally>>[];
}

/** The most reasons that a result keeps. */
const reasonsMax = 3;

/** The result of a run that was played to its end. */
export const measureRun = (run: Run, measuring: Measuring = {}): PlayResult => {
  const { verdict, failures, unfired, world } = run;
  const end = world.now;
  const span = spanUpTo(end, tokenPartsMax);
  const { all: record, mechanisms } = recordLog(world.log.entries(), span);
  const tokens = addUpTokens(record, world.log, span.partMs);
  return {
    verdict,
    why: [...failures, ...unfired].slice(0, reasonsMax),
    fingerprint: world.fingerprint(),
    endedAt: end,
    entries: world.log.length,
    ...(tokens === undefined ? {} : { tokensOverTime: tokens }),
    mechanisms: [...mechanisms].sort(),
    ...measurePlay(run, record, measuring),
  };
};

type MeasuredParts = Pick<PlayResult, 'values' | 'durations' | 'series' | 'batches' | 'within' | 'days'>;

const measurePlay = (
  { world: { log, now, state }, calls }: Run,
  record: EndpointRecord,
  { skip = 0, series, batches, within, days }: Measuring,
): MeasuredParts => {
  const run = { record, billing: state.billing, until: now, refused: calls?.refused ?? [] };
  const whole = Object.fromEntries(numberNames.map((name) => [name, numberIn(run, name)]));
  if (skip === 0 && series === undefined && batches === undefined && within === undefined && days === undefined)
    return { values: roundAll(whole), durations: forEachDuration((name) => tally(listDurations(record, name))) };
  const delays = inOrderOfBeginning(log, measures.delayTime.samples(record));
  const from = startOfMeasuring(delays, skip, now);
  const begun = forEachDuration((name) => inOrderOfBeginning(log, measures[name].samples(record)).filter(({ began }) => began >= from));
  const kept = forEachDuration((name) => begun[name].map(({ ms }) => ms));
  const parts = batches === undefined ? undefined : forEachDuration((name) => batchesOfSeries(kept[name], batches));
  return {
    values: roundAll(skip === 0 ? whole : { ...whole, ...measureSpan(log, record, from, now) }),
    durations: forEachDuration((name) => tally(kept[name])),
    ...(series === undefined ? {} : { series: delays.map(({ ms }) => ms) }),
    ...(within === undefined ? {} : { within: countWithin(within, kept) }),
    ...(days === undefined ? {} : { days: tallyDays(begun, days) }),
    ...(parts === undefined
      ? {}
      : {
          batches: Array.from({ length: batches ?? 0 }, (_, k) =>
            forEachDuration((name) => ({ ...tally(parts[name][k] ?? []), bins: [] })),
          ),
        }),
  };
};

const listDurations = (record: EndpointRecord, name: DurationName): readonly number[] =>
  measures[name].samples(record).flatMap(({ ms }) => ms);

const roundAll = (values: Readonly<Record<string, number | null>>): PlayResult['values'] =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === null ? null : Math.round(value * 1_000_000_000) / 1_000_000_000]),
  );

const countWithin = (bounds: NonNullable<Measuring['within']>, kept: Readonly<Record<DurationName, readonly number[]>>) =>
  Object.fromEntries(
    bounds.map((bound) => {
      const { of, lte = Number.POSITIVE_INFINITY, gte = Number.NEGATIVE_INFINITY } = bound;
      return [nameBound(bound), !isDuration(of) ? 0 : kept[of].filter((ms) => ms <= lte && ms >= gte).length];
    }),
  );

const dayMs = 86_400_000;

const tallyDays = (begun: Readonly<Record<DurationName, readonly Begun[]>>, days: number) => {
  const inDays = forEachDuration((name) => {
    const each = Array.from({ length: days }, (): number[] => []);
    for (const { began, ms } of begun[name]) each[Math.floor(began / dayMs)]?.push(ms);
    return each;
  });
  return Array.from({ length: days }, (_, k) => forEachDuration((name) => ({ ...tally(inDays[name][k] ?? []), bins: [] })));
};

const forEachDuration = <Value>(of: (name: DurationName) => Value): Readonly<Record<DurationName, Value>> =>
  Object.fromEntries(durationNames.map((name) => [name, of(name)])) as Record<DurationName, Value>;

/** The result of a play that could not be brought to its end. */
export const makeFailedResult = (why: string): PlayResult => ({
  verdict: 'failed',
  why: [why],
  fingerprint: '',
  endedAt: 0,
  entries: 0,
  values: {},
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
    bins: buildHistogram(sorted),
  };
};

/** The percentiles that each play has of its durations, by nearest rank. */
export const percentiles = [50, 90, 95, 99] as const;
