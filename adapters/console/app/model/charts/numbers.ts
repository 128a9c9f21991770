import { placedStatuses } from '../../../../../engine/cloud/index.ts';
import { firstIndex } from '../../../../../engine/kernel/index.ts';
import { Samples, type Trace } from '../../../../../engine/world/index.ts';
import type { LandmarkKind } from '../landmarks.ts';
import type { RunLog } from '../runLog.ts';
import { readTapeLines, type TapeLines } from '../scope/scope.ts';
import { toSpan, toUsd } from './bill.ts';
import { sumUpTo } from './charts.ts';
import type { TimeRange } from './range.ts';
import { usd, valueText } from './units.ts';

/** What a range of a run comes to. Undefined is what it has none of. */
export interface RangeNumbers {
  /** Waits of the jobs and requests that began to run in it, in ms. */
  readonly p50: number | undefined;
  readonly p95: number | undefined;
  readonly p99: number | undefined;
  /** Failures of jobs, workers, pods and others. */
  readonly failures: number;
  /** Refused calls, and warnings. */
  readonly refusals: number;
  /** Time of workers spent on jobs and requests over time held, as the measure of that name; undefined where none was held. */
  readonly utilization: number | undefined;
  /** USD. */
  readonly spend: number;
}

/** Counts, times and costs of a range, of all or of an endpoint: after its begin, up to its end. */
export const numbersIn = (log: RunLog, range: TimeRange, endpoint?: string): RangeNumbers => {
  const { spending } = log.series;
  const record = endpoint === undefined ? log.series.record.all : log.series.record.endpoints.get(endpoint);
  const seqs = seqsIn(log, range);
  const waits = new Samples();
  for (const samples of [record?.jobs.waits, record?.requests.waits]) if (samples !== undefined) addSamples(waits, samples, seqs);
  const [p50, p95, p99] = waits.at([50, 95, 99]).map(({ ms }) => ms);
  const traces = record?.workerTraces;
  const held = placedStatuses.reduce((sum, status) => sum + growth(traces?.get(status), range), 0);
  const landmarks = countLandmarks(readTapeLines(log, { endpoint }).landmarks, seqs);
  return {
    p50,
    p95,
    p99,
    failures: landmarks.failure,
    refusals: landmarks.warning,
    utilization: held === 0 ? undefined : growth(traces?.get('RUNNING'), range) / held,
    spend: toUsd(spending.nanoUsd(toSpan(range), endpoint)),
  };
};

/** By how much the integral of a trace over seconds grows. */
const growth = (trace: Trace | undefined, { from, to }: TimeRange): number => {
  if (trace === undefined) return 0;
  const sum = sumUpTo(trace);
  return sum(to) - sum(from);
};

/** Both lists are in the order of the log: what is outside of the range is not looked at. */
const addSamples = (into: Samples, { ms, seqs }: Samples, { first, last }: SeqRange): void => {
  for (let k = firstIndex(seqs.length, (one) => (seqs[one] ?? 0) >= first); k < seqs.length && (seqs[k] ?? 0) <= last; k++)
    into.add(ms[k] ?? 0, seqs[k] ?? 0);
};

const countLandmarks = ({ seqs, kinds }: TapeLines['landmarks'], { first, last }: SeqRange): Readonly<Record<LandmarkKind, number>> => {
  const counts = { failure: 0, fault: 0, warning: 0, expiry: 0 };
  for (let k = firstIndex(seqs.length, (one) => (seqs[one] ?? 0) >= first); k < seqs.length && (seqs[k] ?? 0) <= last; k++)
    counts[kinds[k] as LandmarkKind] += 1;
  return counts;
};

interface SeqRange {
  readonly first: number;
  readonly last: number;
}

/** The entries of a range. The first instant of a run belongs to the range that begins with it. */
const seqsIn = (log: RunLog, { from, to }: TimeRange): SeqRange => ({
  first: from <= log.begin ? log.first + 1 : log.lastUpTo(from) + 1,
  last: log.lastUpTo(to),
});

/** A number of the strip, and how it differs from that of the range before. */
export interface ShownNumber {
  readonly name: string;
  readonly title: string;
  readonly value: string;
  /** Such as `+12 %`; empty where there is nothing to compare with, or nothing has changed. */
  readonly change: string;
  readonly isWorse: boolean;
  /** The view that says what it consists of. */
  readonly view: string | undefined;
}

// biome-ignore format: a table
const rows: readonly (readonly [name: string, title: string, of: (numbers: RangeNumbers) => number | undefined, text: (value: number) => string, worse: 'more' | 'less', change: 'share' | 'count' | 'points', view?: string])[] = [
  ['wait p50',    'Half of the jobs and requests that began to run waited no longer', ({ p50 }) => p50, (ms) => valueText('ms', ms), 'more', 'share'],
  ['p95',         '95 of 100 waited no longer',                                       ({ p95 }) => p95, (ms) => valueText('ms', ms), 'more', 'share'],
  ['p99',         '99 of 100 waited no longer',                                       ({ p99 }) => p99, (ms) => valueText('ms', ms), 'more', 'share'],
  ['failures',    'Failures of jobs, workers, pods and others',                       ({ failures }) => failures, String,           'more', 'count'],
  ['refused',     'Refused calls, and warnings',                                      ({ refusals }) => refusals, String,           'more', 'count'],
  ['utilization', 'Worker time spent on jobs and requests, over worker time held',    ({ utilization }) => utilization, (share) => `${Math.round(share * 100)} %`, 'less', 'points'],
  ['spend',       'What all of it has cost in this time',                             ({ spend }) => spend, usd,                    'more', 'share', 'bill'],
];

/** The numbers of a range as the strip shows them. */
export const showNumbers = (now: RangeNumbers, before: RangeNumbers | undefined): readonly ShownNumber[] =>
  rows.map(([name, title, of, text, worse, change, view]) => {
    const [value, past] = [of(now), before === undefined ? undefined : of(before)];
    const by = value === undefined || past === undefined ? 0 : value - past;
    return {
      name,
      title,
      value: value === undefined ? '–' : text(value),
      change: by === 0 || past === undefined ? '' : changeText(by, past, change),
      isWorse: by > 0 === (worse === 'more'),
      view,
    };
  });

const changeText = (by: number, past: number, change: 'share' | 'count' | 'points'): string => {
  if (change === 'share' && past === 0) return 'new';
  const size = change === 'count' ? Math.abs(by) : Math.round(Math.abs(change === 'share' ? by / past : by) * 100);
  return size === 0 ? '' : `${by > 0 ? '+' : '−'}${size}${change === 'share' ? ' %' : change === 'points' ? ' points' : ''}`;
};
