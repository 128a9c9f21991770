import { isLeft } from 'fp-ts/lib/Either.js';
import { parseScenario, play, problemText, type Scenario } from '../../engine/index.ts';
import { sha256 } from '../store/sha256.ts';
import { fitTwin } from './fitTwin.ts';
import type { GivenConfiguration } from './own.ts';
import type { JobTable } from './records/jobTable.ts';
import { phaseOf, scenarioFiles } from './write/scenarioText.ts';

/** What was predicted of jobs that nothing was fitted to, and what became of them. */
export interface Backtest {
  readonly fittedMs: number;
  readonly predictedMs: number;
  readonly plays: number;
  readonly rows: readonly BacktestRow[];
  /** Of the days that were predicted, in how many the 95th percentile of waits lay within the middle 90 % of the plays. */
  readonly days: { readonly count: number; readonly within: number };
  /** What was read off the records, and not given. */
  readonly guessed: readonly string[];
}

export interface BacktestRow {
  readonly measure: 'delayTime.p50' | 'delayTime.p95' | 'executionTime.p95' | 'jobs';
  /** The mean over the plays. */
  readonly predicted: number;
  /** The middle 90 % of the plays. */
  readonly low: number;
  readonly high: number;
  readonly seen: number;
}

/** Relative to what was seen; undefined where that is nothing. */
export const errorOf = ({ predicted, seen }: BacktestRow): number | undefined => (seen === 0 ? undefined : predicted / seen - 1);

const dayMs = 86_400_000;
const fittedShare = 0.7;
/** In all plays together. */
const jobsPlayedMax = 60_000;
const playsMax = 20;
const playsMin = 5;
const predictedMin = 100;

/**
 * Fits the first part of the records, plays the rest of their time under the endpoint's own configuration, and compares with what happened.
 * A text says why that cannot be done.
 */
export const backtest = (jobs: JobTable, given: GivenConfiguration, seed: string): Backtest | string => {
  const timed = countTimed(jobs);
  if (timed < jobs.length) return 'the records do not say when each job came';
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
  const files = scenarioFiles({ title: 'Backtest', fit, arrivals, phaseMs: phaseOf(arrivals, split), forMs: Math.ceil(until - split) });
  const scenario = readScenario(files);
  const count = Math.max(playsMin, Math.min(playsMax, Math.floor(jobsPlayedMax / seen.length)));
  const plays = Array.from({ length: count }, (_, k) => jobsOfPlay(scenario, `${seed}/${k + 1}`));
  // The last job of the last day comes some time before midnight.
  const days = Math.floor((until - split) / dayMs + 0.05);
  const actual = jobsSince(seen, split);
  return {
    fittedMs: split - from,
    predictedMs: until - split,
    plays: count,
    rows: measures.map((row) => compare(row, plays, actual)),
    days: { count: days, within: Array.from({ length: days }, (_, day) => isDayWithin(day, plays, actual)).filter(Boolean).length },
    guessed: fit.own.guessed,
  };
};

/** At midnight, if there are days enough. */
const splitAt = (from: number, until: number): number => {
  const at = from + fittedShare * (until - from);
  return until - from < 4 * dayMs ? at : Math.round(at / dayMs) * dayMs;
};

const countTimed = (jobs: JobTable): number => {
  let count = 0;
  for (let k = 0; k < jobs.length; k++) if (!Number.isNaN(jobs.submitted.at(k))) count += 1;
  return count;
};

const readScenario = (files: ReturnType<typeof scenarioFiles>): Scenario => {
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  const name = 'twin.scenario.yaml';
  const parsed = parseScenario(name, texts.get(name) ?? '', (path) => texts.get(path));
  if (isLeft(parsed)) throw new Error(parsed.left.map(problemText).join('\n'));
  const [scenario] = parsed.right;
  if (scenario === undefined) throw new Error('the scenario of a twin is one run');
  return scenario;
};

/** When jobs came, how long they waited for their first start, and how long they ran. */
interface JobTimes {
  readonly at: readonly number[];
  readonly delay: readonly number[];
  readonly execution: readonly number[];
}

const jobsOfPlay = ({ spec, definition, ...scenario }: Scenario, seed: string): JobTimes => {
  const { world } = play(
    { ...scenario, spec: { ...spec, invariants: 'none' }, definition: { ...definition, seed } },
    { sha256, entriesMax: 2_000_000 },
  );
  const queuedAt = new Map<string, number>();
  const [at, delay, execution]: [number[], number[], number[]] = [[], [], []];
  for (const { at: now, event } of world.log.entries()) {
    if (event.type === 'JobQueued') queuedAt.set(event.jobId, now);
    if (event.type === 'JobCompleted') execution.push(event.executionTime);
    const queued = event.type === 'JobStarted' ? queuedAt.get(event.jobId) : undefined;
    if (queued === undefined || event.type !== 'JobStarted') continue;
    queuedAt.delete(event.jobId);
    at.push(queued);
    delay.push(now - queued);
  }
  return { at, delay, execution };
};

const jobsSince = (jobs: JobTable, split: number): JobTimes => {
  const [at, delay, execution]: [number[], number[], number[]] = [[], [], []];
  for (let k = 0; k < jobs.length; k++) {
    if (jobs.isDone(k)) execution.push(jobs.execution.at(k));
    if (Number.isNaN(jobs.delay.at(k))) continue;
    at.push(jobs.submitted.at(k) - split);
    delay.push(jobs.delay.at(k));
  }
  return { at, delay, execution };
};

const measures: readonly (readonly [BacktestRow['measure'], (jobs: JobTimes) => number])[] = [
  ['delayTime.p50', ({ delay }) => rankOf(delay, 0.5)],
  ['delayTime.p95', ({ delay }) => rankOf(delay, 0.95)],
  ['executionTime.p95', ({ execution }) => rankOf(execution, 0.95)],
  ['jobs', ({ at }) => at.length],
];

const compare = ([measure, of]: (typeof measures)[number], plays: readonly JobTimes[], actual: JobTimes): BacktestRow => {
  const values = plays.map(of).sort((a, b) => a - b);
  return { measure, predicted: values.reduce((sum, one) => sum + one, 0) / values.length, ...middleOf(values), seen: of(actual) };
};

/** The middle 90 %. */
const middleOf = (sorted: readonly number[]): { readonly low: number; readonly high: number } => ({
  low: rankOf(sorted, 0.05),
  high: rankOf(sorted, 0.95),
});

const isDayWithin = (day: number, plays: readonly JobTimes[], actual: JobTimes): boolean => {
  const p95 = ({ at, delay }: JobTimes): number =>
    rankOf(
      delay.filter((_, k) => Math.floor((at[k] ?? 0) / dayMs) === day),
      0.95,
    );
  const { low, high } = middleOf(plays.map(p95).sort((a, b) => a - b));
  const seen = p95(actual);
  return seen >= low && seen <= high;
};

/** By nearest rank; 0 of none. */
export const rankOf = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
};
