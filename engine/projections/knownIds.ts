import { idOf, kindOf } from '../entities.ts';
import type { ToldLog } from './explain.ts';

type Entries = Pick<ToldLog, 'entries'>;

/** What somebody may have meant by an id: `job-2` is the second job of the log, as in its timeline. */
export const idMeant = (log: Entries, id: string): string => {
  const ordinal = Number(/^job-([1-9]\d{0,8})$/.exec(id)?.[1] ?? 0);
  let jobs = 0;
  if (ordinal > 0) {
    for (const { event } of log.entries()) {
      if (event.type !== 'JobQueued') continue;
      jobs += 1;
      if (jobs === ordinal) return event.jobId;
    }
  }
  return id;
};

/** The ids a log knows that look like one it does not: those that begin or end with it, or with as much of its beginning as any do. */
export const similarIds = (log: Entries, id: string): readonly string[] => {
  const jobs = id.startsWith('job') ? jobsOf(log) : 0;
  if (jobs > 0) return [`job-1${jobs === 1 ? '' : ` to job-${jobs}`}`];
  const known = idsOf(log);
  for (let length = Math.min(id.length, likenessMax); length > 0; length--) {
    const part = id.slice(0, length);
    const similar = known.filter((one) => one.startsWith(part) || one.endsWith(part));
    if (similar.length > 0) return similar.slice(0, similarMax);
  }
  return [];
};

/** More suggestions than this help nobody; and of a name that is longer than any, its beginning will do. */
const similarMax = 10;
const likenessMax = 60;

const jobsOf = (log: Entries): number => {
  let jobs = 0;
  for (const { event } of log.entries()) if (event.type === 'JobQueued') jobs += 1;
  return jobs;
};

const idsOf = (log: Entries): readonly string[] => {
  const ids = new Set<string>();
  for (const { event } of log.entries()) {
    const kind = kindOf(event);
    if (kind !== undefined) ids.add(idOf(kind, event));
  }
  return [...ids];
};
