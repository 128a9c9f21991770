import { listTags } from '../../marks.ts';
import type { RunLog } from '../runLog.ts';

/** A time that a job waited: the entry that ended it, or the newest where it goes on. */
export interface Wait {
  readonly id: string;
  readonly seq: number;
  readonly waitedMs: number;
}

/** The longest wait of each job that waited, longest first; of those that waited as long, the oldest job first. */
export const longestWaits = (log: RunLog): readonly Wait[] =>
  [...log.lives.ids()]
    .flatMap((id) => (log.lives.kind(id) === 'job' ? (longestWait(log, id) ?? []) : []))
    .sort((a, b) => b.waitedMs - a.waitedMs);

/** Of all waits of a job the longest; undefined if it never waited. */
export const longestWait = (log: RunLog, id: string): Wait | undefined => {
  let longest: Wait | undefined;
  for (const wait of listWaits(log, id)) if (wait.waitedMs > (longest?.waitedMs ?? 0)) longest = wait;
  return longest;
};

function* listWaits(log: RunLog, id: string): Generator<Wait> {
  let since: number | undefined;
  for (const { seq, to } of log.lives.upTo(id, log.length)) {
    if (since !== undefined) yield { id, seq, waitedMs: log.at(seq) - since };
    since = listTags('job', to).includes('waiting') ? log.at(seq) : undefined;
  }
  if (since !== undefined) yield { id, seq: log.length, waitedMs: log.end - since };
}
