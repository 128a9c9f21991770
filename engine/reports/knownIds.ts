import { idOf, kindOf } from '../entities.ts';
import { finish, pacer, type Steps } from '../kernel/steps.ts';
import type { LogReader } from './explain.ts';

type Entries = Pick<LogReader, 'entries'>;

/** Resolves the short name that timelines give to a job: `job-2` is the second job of the log. Any other id is returned unchanged. */
export const idMeant = (log: Entries, id: string): string => finish(idMeantInSteps(log, id));

/** The same in steps. */
export function* idMeantInSteps(log: Entries, id: string): Steps<string> {
  const pauses = pacer();
  const ordinal = Number(/^job-([1-9]\d{0,8})$/.exec(id)?.[1] ?? 0);
  let jobs = 0;
  if (ordinal > 0) {
    for (const { event } of log.entries()) {
      if (event.type === 'JobQueued') jobs += 1;
      if (event.type === 'JobQueued' && jobs === ordinal) return event.jobId;
      if (pauses()) yield;
    }
  }
  return id;
}

/**
 * The ids of a log that are similar to an unknown one: those that begin or end with it, or with the longest prefix of it that any
 * id begins or ends with.
 */
export const similarIds = (log: Entries, id: string): readonly string[] => finish(similarIdsInSteps(log, id));

/** The same in steps. */
export function* similarIdsInSteps(log: Entries, id: string): Steps<readonly string[]> {
  const jobs = id.startsWith('job') ? yield* countJobs(log) : 0;
  if (jobs > 0) return [`job-1${jobs === 1 ? '' : ` to job-${jobs}`}`];
  const known = yield* listIds(log);
  const pauses = pacer();
  for (let length = Math.min(id.length, likenessMax); length > 0; length--) {
    const part = id.slice(0, length);
    const similar: string[] = [];
    for (const one of known) {
      if (similar.length < similarMax && (one.startsWith(part) || one.endsWith(part))) similar.push(one);
      if (pauses()) yield;
    }
    if (similar.length > 0) return similar;
  }
  return [];
}

/** The most suggestions, and the longest prefix that is compared. */
const similarMax = 10;
const likenessMax = 60;

function* countJobs(log: Entries): Steps<number> {
  const pauses = pacer();
  let jobs = 0;
  for (const { event } of log.entries()) {
    if (event.type === 'JobQueued') jobs += 1;
    if (pauses()) yield;
  }
  return jobs;
}

function* listIds(log: Entries): Steps<ReadonlySet<string>> {
  const pauses = pacer();
  const ids = new Set<string>();
  for (const { event } of log.entries()) {
    const kind = kindOf(event);
    if (kind !== undefined) ids.add(idOf(kind, event));
    if (pauses()) yield;
  }
  return ids;
}
