import { idOf, kindOf } from '../entities.ts';
import { finish, pausing, type Steps } from '../kernel/steps.ts';
import type { ToldLog } from './explain.ts';

type Entries = Pick<ToldLog, 'entries'>;

/** What somebody may have meant by an id: `job-2` is the second job of the log, as in its timeline. */
export const idMeant = (log: Entries, id: string): string => finish(findingIdMeant(log, id));

/** The same in steps. */
export function* findingIdMeant(log: Entries, id: string): Steps<string> {
  const pauses = pausing();
  const ordinal = Number(/^job-([1-9]\d{0,8})$/.exec(id)?.[1] ?? 0);
  let jobs = 0;
  if (ordinal > 0) {
    for (const { event } of log.entries()) {
      if (pauses()) yield;
      if (event.type !== 'JobQueued') continue;
      jobs += 1;
      if (jobs === ordinal) return event.jobId;
    }
  }
  return id;
}

/** The ids a log knows that look like one it does not: those that begin or end with it, or with as much of its beginning as any do. */
export const similarIds = (log: Entries, id: string): readonly string[] => finish(findingSimilarIds(log, id));

/** The same in steps. */
export function* findingSimilarIds(log: Entries, id: string): Steps<readonly string[]> {
  const { jobs, known } = yield* knownTo(log);
  if (id.startsWith('job') && jobs > 0) return [`job-1${jobs === 1 ? '' : ` to job-${jobs}`}`];
  for (let length = Math.min(id.length, likenessMax); length > 0; length--) {
    const part = id.slice(0, length);
    const similar = known.filter((one) => one.startsWith(part) || one.endsWith(part));
    if (similar.length > 0) return similar.slice(0, similarMax);
  }
  return [];
}

/** More suggestions than this help nobody; and of a name that is longer than any, its beginning will do. */
const similarMax = 10;
const likenessMax = 60;

function* knownTo(log: Entries): Steps<{ readonly jobs: number; readonly known: readonly string[] }> {
  const pauses = pausing();
  const ids = new Set<string>();
  let jobs = 0;
  for (const { event } of log.entries()) {
    if (pauses()) yield;
    const kind = kindOf(event);
    if (kind !== undefined) ids.add(idOf(kind, event));
    if (event.type === 'JobQueued') jobs += 1;
  }
  return { jobs, known: [...ids] };
}
