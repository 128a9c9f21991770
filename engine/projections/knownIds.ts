import { idOf, kindOf } from '../entities.ts';
import type { ToldLog } from './explain.ts';

/** What somebody may have meant by an id: `job-2` is the second job of the log, as in its timeline. */
export const idMeant = (log: ToldLog, id: string): string => {
  const ordinal = /^job-([1-9]\d{0,8})$/.exec(id)?.[1];
  return (ordinal === undefined ? undefined : jobsOf(log)[Number(ordinal) - 1]) ?? id;
};

/** The ids a log knows that look like one it does not: those that begin or end with it, or with as much of its beginning as any do. */
export const similarIds = (log: ToldLog, id: string): readonly string[] => {
  const jobs = jobsOf(log).length;
  if (id.startsWith('job') && jobs > 0) return [`job-1${jobs === 1 ? '' : ` to job-${jobs}`}`];
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

const jobsOf = (log: ToldLog): readonly string[] => {
  const jobs: string[] = [];
  for (const { event } of log.entries()) if (event.type === 'JobQueued') jobs.push(event.jobId);
  return jobs;
};

const idsOf = (log: ToldLog): readonly string[] => {
  const ids = new Set<string>();
  for (const { event } of log.entries()) {
    const kind = kindOf(event);
    if (kind !== undefined) ids.add(idOf(kind, event));
  }
  return [...ids];
};
