import { listTags } from '../../marks.ts';
import { firstFailure } from '../failureRows.ts';
import type { RunOutcome } from '../port/source.ts';
import type { RunLog } from '../runLog.ts';

/** The moment at which the page opens a run, and the selection there. */
export interface Opening {
  readonly seq: number;
  readonly id: string | undefined;
  /** The length of the wait that ends there, if the run is opened at one. */
  readonly waitedMs: number | undefined;
}

export type FindOpening = (outcome: RunOutcome, log: RunLog | undefined) => Opening | undefined;

/** The first failure. */
export const findFailure: FindOpening = (outcome, log) => {
  const seq = firstFailure(outcome);
  return seq === undefined ? undefined : { seq, id: log?.subject(seq), waitedMs: undefined };
};

/** Opens a run at what a reader most likely asks about: the failure, or else the end of the longest wait of a job. */
export const findAnswer: FindOpening = (outcome, log) => findFailure(outcome, log) ?? (log && findLongestWait(log));

/** The end of the longest of all waits of jobs; of one that lasts, the end of the log. Undefined if none waited. */
const findLongestWait = (log: RunLog): Opening | undefined => {
  let longest: JobWait | undefined;
  for (const id of log.lives.ids()) {
    if (log.lives.kind(id) !== 'job') continue;
    for (const wait of listWaits(log, id)) if (wait.waitedMs > (longest?.waitedMs ?? 0)) longest = wait;
  }
  return longest;
};

type JobWait = Opening & { readonly waitedMs: number };

function* listWaits(log: RunLog, id: string): Generator<JobWait> {
  let since: number | undefined;
  for (const { seq, to } of log.lives.upTo(id, log.length)) {
    if (since !== undefined) yield { id, seq, waitedMs: log.at(seq) - since };
    since = listTags('job', to).includes('waiting') ? log.at(seq) : undefined;
  }
  if (since !== undefined) yield { id, seq: log.length, waitedMs: log.end - since };
}
