import { isLeft } from 'fp-ts/lib/Either.js';
import { parseScenario, play, problemText, type Scenario, toMeasuredScenario } from '../../engine/scenario/index.ts';
import { sha256 } from '../store/sha256.ts';
import type { JobTable } from './records/jobTable.ts';
import { scenarioFiles, type TwinPlay } from './write/scenarioText.ts';

/** The twin's prediction for a stretch of time, with the jobs that really came in it. */
export interface TwinPrediction {
  readonly plays: number;
  readonly rows: readonly PredictedRow[];
  /** The number of days, and on how many of them the 95th percentile of waits lay within the middle 90 % of the plays. */
  readonly days: { readonly count: number; readonly within: number };
}

export interface PredictedRow {
  readonly measure: 'delayTime.p50' | 'delayTime.p95' | 'executionTime.p95' | 'jobs';
  /** The mean over the plays. */
  readonly predicted: number;
  /** The middle 90 % of the plays. */
  readonly low: number;
  readonly high: number;
  readonly seen: number;
}

/** Relative to the observation; undefined if that is 0. */
export const computeRelativeError = ({ predicted, seen }: PredictedRow): number | undefined =>
  seen === 0 ? undefined : predicted / seen - 1;

const dayMs = 86_400_000;
/** In all plays together. */
const jobsPlayedMax = 60_000;
const playsMax = 20;
const playsMin = 5;

/** Plays a twin for the time in which these jobs came, from `from` on, and compares its measures with theirs. */
export const predict = (twin: TwinPlay, seen: JobTable, from: number, seed: string): TwinPrediction => {
  const scenario = readScenario(scenarioFiles(twin));
  const count = Math.max(playsMin, Math.min(playsMax, Math.floor(jobsPlayedMax / seen.length)));
  const plays = Array.from({ length: count }, (_, k) => jobsOfPlay(scenario, `${seed}/${k + 1}`));
  // The last job of the last day comes some time before midnight.
  const days = Math.floor(twin.forMs / dayMs + 0.05);
  const actual = jobsSince(seen, from);
  return {
    plays: count,
    rows: measures.map((row) => compare(row, plays, actual)),
    days: { count: days, within: Array.from({ length: days }, (_, day) => isDayWithin(day, plays, actual)).filter(Boolean).length },
  };
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

/** The arrival times of jobs, their waits for the first start, and their durations. */
interface JobTimes {
  readonly at: readonly number[];
  readonly delay: readonly number[];
  readonly execution: readonly number[];
}

const jobsOfPlay = (scenario: Scenario, seed: string): JobTimes => {
  const { world } = play(toMeasuredScenario(scenario, seed), { sha256, entriesMax: 2_000_000 });
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

const measures: readonly (readonly [PredictedRow['measure'], (jobs: JobTimes) => number])[] = [
  ['delayTime.p50', ({ delay }) => findRank(delay, 0.5)],
  ['delayTime.p95', ({ delay }) => findRank(delay, 0.95)],
  ['executionTime.p95', ({ execution }) => findRank(execution, 0.95)],
  ['jobs', ({ at }) => at.length],
];

const compare = ([measure, of]: (typeof measures)[number], plays: readonly JobTimes[], actual: JobTimes): PredictedRow => {
  const values = plays.map(of).sort((a, b) => a - b);
  return { measure, predicted: values.reduce((sum, one) => sum + one, 0) / values.length, ...findMiddle(values), seen: of(actual) };
};

/** The middle 90 %. */
const findMiddle = (sorted: readonly number[]): { readonly low: number; readonly high: number } => ({
  low: findRank(sorted, 0.05),
  high: findRank(sorted, 0.95),
});

const isDayWithin = (day: number, plays: readonly JobTimes[], actual: JobTimes): boolean => {
  const p95 = ({ at, delay }: JobTimes): number =>
    findRank(
      delay.filter((_, k) => Math.floor((at[k] ?? 0) / dayMs) === day),
      0.95,
    );
  const { low, high } = findMiddle(plays.map(p95).sort((a, b) => a - b));
  const seen = p95(actual);
  return seen >= low && seen <= high;
};

/** By nearest rank; 0 for an empty list. */
const findRank = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
};
