import type { Json } from '../../../kernel/canonical.ts';
import type { EndpointFacts, HealthCounts, JobAnswer, ListedWorker } from './answers.ts';
import type { JobsPlan, PlannedJob } from './jobsFile.ts';

/** One poll that was answered. Times in ms since the first. */
export interface SeenPoll extends HealthCounts {
  /** When it was sent. */
  readonly at: number;
  /** The workers as they are listed; undefined if the management API does not list them. */
  readonly workerList: readonly ListedWorker[] | undefined;
  /** Of the jobs submitted so far, in the order of their submission. */
  readonly statuses: readonly string[];
}

/** A job that was submitted. */
export interface SubmittedJob {
  readonly planned: PlannedJob;
  /** When it was sent, in ms since the first poll. */
  readonly at: number;
  /** The last answer about it. */
  readonly last: JobAnswer;
}

/** The status of a job that the endpoint no longer knows: its `ttl` is over. */
export const goneStatus = 'REMOVED';

const endedStatuses: readonly string[] = ['COMPLETED', 'FAILED', 'CANCELLED', 'TIMED_OUT', goneStatus];

export const isEnded = ({ status }: Pick<JobAnswer, 'status'> & Partial<JobAnswer>): boolean => endedStatuses.includes(status);

/** Everything that a recorder has seen, and its prior knowledge. */
export interface Recording {
  /** Its name among the facts. */
  readonly name: string;
  /** The day, such as 2026-11-27. */
  readonly date: string;
  readonly author: string;
  readonly everyMs: number;
  readonly plan: JobsPlan | undefined;
  /** The endpoint as the management API describes it, if it answers. */
  readonly endpoint: EndpointFacts | undefined;
  readonly polls: readonly SeenPoll[];
  readonly jobs: readonly SubmittedJob[];
  /** Why it ended too early; undefined if it is complete. */
  readonly brokenOff: string | undefined;
}

/** The known properties of the endpoint: from the management API, and for the handler from its author. */
export const describeEndpoint = ({ plan, endpoint }: Recording): Readonly<Record<string, Json>> => {
  const stated = plan?.endpoint ?? {};
  return { ...stated, ...endpoint?.written, handler: pickHandler(stated['handler'] ?? null) };
};

/** The durations and outcomes of a handler, without its outputs. */
const pickHandler = (written: Json): Json => {
  const from = (written ?? {}) as Readonly<Record<string, Json>>;
  const names = ['duration', 'firstJob', 'emptyInput', 'outcomes', 'chances'];
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));
};
