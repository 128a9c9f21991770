import { sayDuration } from '../../engine/kernel/index.ts';
import type { ColdStartFit } from './fit/coldStarts.ts';
import { BadRecords } from './records/badRecords.ts';
import type { JobTable } from './records/jobTable.ts';

/** The configuration of the endpoint at the time of the records. */
export interface OwnConfiguration {
  readonly workersMin: number;
  readonly workersMax: number;
  readonly idleTimeoutMs: number;
  /** In seconds; undefined: workers are added for jobs, whether they wait or not (REQUEST_COUNT). */
  readonly queueDelay: number | undefined;
  readonly flashboot: string | undefined;
  /** The most jobs that ran at one time. */
  readonly atOnce: number;
  /** The settings that were not given, and were inferred from the records, in words. */
  readonly guessed: readonly string[];
}

/** The settings that a person gives. */
export interface GivenConfiguration {
  readonly workersMin?: number | undefined;
  readonly workersMax?: number | undefined;
  readonly idleTimeoutMs?: number | undefined;
  readonly queueDelay?: number | undefined;
  readonly flashboot?: string | undefined;
  readonly isRequestCount?: boolean | undefined;
}

/** The platform's minimum, in seconds: workers are added almost at once. */
const queueDelayMin = 0.5;
const idleTimeoutUsualMs = 5_000;
const idleTimeoutMaxMs = 3_600_000;

export const fillConfiguration = (given: GivenConfiguration, jobs: JobTable, cold: ColdStartFit | undefined): OwnConfiguration => {
  const guessed: string[] = [];
  const atOnce = mostAtOnce(jobs);
  const seen = Math.max(atOnce, given.workersMin ?? 0);
  if (given.workersMax === undefined) guessed.push(`workers.max ${seen}: so many jobs ran at once at most`);
  const isIdleKnown = given.idleTimeoutMs !== undefined || given.isRequestCount === true;
  if (!isIdleKnown)
    guessed.push(
      cold?.idle === undefined
        ? `idleTimeout ${idleTimeoutUsualMs / 1_000}s: the records do not tell it`
        : `idleTimeout ${estimateIdleTimeout(cold) / 1_000}s: workers were awake up to ${sayDuration(cold.idle.awakeMs)} after a job, and gone after ${sayDuration(cold.idle.goneMs)}`,
    );
  if (given.queueDelay === undefined && given.isRequestCount !== true)
    guessed.push(`scaling QUEUE_DELAY ${queueDelayMin}s: the records do not tell it, and cold starts are less that much`);
  return {
    workersMin: given.workersMin ?? 0,
    workersMax: given.workersMax ?? seen,
    idleTimeoutMs: given.idleTimeoutMs ?? (cold?.idle === undefined ? idleTimeoutUsualMs : estimateIdleTimeout(cold)),
    queueDelay: given.isRequestCount === true ? undefined : (given.queueDelay ?? queueDelayMin),
    flashboot: given.flashboot,
    atOnce,
    guessed,
  };
};

/** The middle of its possible range, in whole seconds. */
const estimateIdleTimeout = ({ idle }: ColdStartFit): number => {
  const { awakeMs, goneMs } = idle ?? { awakeMs: idleTimeoutUsualMs, goneMs: idleTimeoutUsualMs };
  const middle = Number.isFinite(goneMs) ? (awakeMs + goneMs) / 2 : awakeMs;
  return Math.min(idleTimeoutMaxMs, Math.max(1_000, Math.round(middle / 1_000) * 1_000));
};

/** The maximum number of jobs that ran at the same time: a lower bound for the number of workers. */
const mostAtOnce = (jobs: JobTable): number => {
  const starts = new Float64Array(jobs.length);
  const ends = new Float64Array(jobs.length);
  let count = 0;
  for (let k = 0; k < jobs.length; k++) {
    const start = jobs.submitted.at(k) + (Number.isNaN(jobs.delay.at(k)) ? 0 : jobs.delay.at(k));
    if (Number.isNaN(start) || Number.isNaN(jobs.execution.at(k))) continue;
    starts[count] = start;
    ends[count] = start + jobs.execution.at(k);
    count += 1;
  }
  const inOrder = starts.subarray(0, count).sort();
  ends.subarray(0, count).sort();
  let [ended, most] = [0, 0];
  for (const [k, start] of inOrder.entries()) {
    while (ended < count && (ends[ended] ?? 0) <= start) ended += 1;
    most = Math.max(most, k + 1 - ended);
  }
  return Math.max(1, most);
};

/** The endpoint as the management API answers (`GET /v2/serverless/{id}`). */
export const readConfiguration = (file: string, text: string): GivenConfiguration => {
  const answer = objectIn(text);
  if (answer === undefined) throw new BadRecords(`${file}: is not the JSON that GET /v2/serverless/{id} answers`);
  if (!('workers' in answer)) throw new BadRecords(`${file}: has no workers: give the JSON that GET /v2/serverless/{id} answers`);
  const workers = fieldsIn(answer['workers']);
  for (const name of ['min', 'max', 'idleTimeout'])
    if (workers[name] !== undefined && numberIn(workers[name]) === undefined)
      throw new BadRecords(`${file}: workers.${name}: got ${JSON.stringify(workers[name])}, want a number`);
  const scaling = fieldsIn(answer['scaling']);
  const idle = numberIn(workers['idleTimeout']);
  return {
    workersMin: numberIn(workers['min']),
    workersMax: numberIn(workers['max']),
    idleTimeoutMs: idle === undefined ? undefined : idle * 1_000,
    queueDelay: numberIn(scaling['queueDelay']),
    isRequestCount: scaling['type'] === 'REQUEST_COUNT',
    flashboot: typeof answer['flashboot'] === 'string' ? answer['flashboot'] : undefined,
  };
};

const objectIn = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? fieldsIn(value) : undefined;
  } catch {
    return undefined;
  }
};

const fieldsIn = (value: unknown): Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' ? (value as Readonly<Record<string, unknown>>) : {};

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' && value >= 0 ? value : undefined);
