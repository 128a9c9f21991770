import { isSame, type Json, type JsonObject } from '../../../kernel/canonical.ts';
import { formatDuration } from '../../../kernel/time.ts';
import type { Recording, SeenPoll } from './recording.ts';

/**
 * The polls that showed something new, and the last. Each has the time of the poll before it: the change came in between. A poll of the
 * millisecond in which a job was submitted is left out, because which came first is not known. Workers have numbers instead of their ids,
 * in the order in which they were first listed. Counts that were always 0 are left out: being right about them is free.
 */
export const buildSeries = ({ polls, jobs }: Recording): readonly JsonObject[] => {
  const show = showBy(polls);
  return polls.flatMap((poll, k) => {
    const before = polls[k - 1];
    const isNew = before === undefined || k === polls.length - 1 || !showsSame(poll, before);
    if (!isNew || jobs.some(({ at }) => at === poll.at)) return [];
    const since = before === undefined ? {} : { since: formatDuration(before.at) };
    return [{ at: formatDuration(poll.at), ...since, ...show(poll) }];
  });
};

/** More changes than these make a file too long to be read. */
export const changesMax = 800;

/** Whether a poll showed nothing new. */
export const showsSame = ({ at: _, ...poll }: SeenPoll, { at: __, ...before }: SeenPoll): boolean => isSame(poll as Json, before as Json);

/** Selects the fields of a poll for its row. */
const showBy = (polls: readonly SeenPoll[]): ((poll: SeenPoll) => JsonObject) => {
  const numbers = new Map<string, number>();
  for (const { workerList } of polls) for (const { id } of workerList ?? []) if (!numbers.has(id)) numbers.set(id, numbers.size + 1);
  const namesIn = (part: 'jobs' | 'workers') =>
    new Set(polls.flatMap((poll) => Object.keys(poll[part]).filter((name) => poll[part][name] !== 0)));
  const names = { jobs: namesIn('jobs'), workers: namesIn('workers') };
  const pick = (poll: SeenPoll, part: 'jobs' | 'workers') =>
    Object.fromEntries(Object.entries(poll[part]).filter(([name]) => names[part].has(name)));
  return (poll) => ({
    ...(names.jobs.size === 0 ? {} : { jobs: pick(poll, 'jobs') }),
    ...(names.workers.size === 0 ? {} : { workers: pick(poll, 'workers') }),
    ...(poll.workerList === undefined
      ? {}
      : { workerList: poll.workerList.map(({ id, status }) => ({ worker: numbers.get(id) ?? 0, status })) }),
    ...(poll.statuses.length === 0 ? {} : { statuses: [...poll.statuses] }),
  });
};
