import { firstFailure } from '../failureRows.ts';
import type { RunOutcome } from '../port/source.ts';
import type { RunLog } from '../runLog.ts';
import { longestWaits } from './waits.ts';

/** The moment at which a run is opened, and what is selected there. */
export interface Opening {
  readonly seq: number;
  readonly id: string | undefined;
  /** Where a wait has ended: how long it was. */
  readonly waitedMs: number | undefined;
}

export type FindOpening = (outcome: RunOutcome, log: RunLog | undefined) => Opening | undefined;

/** The first failure. */
export const findFailure: FindOpening = (outcome, log) => {
  const seq = firstFailure(outcome);
  return seq === undefined ? undefined : { seq, id: log?.subject(seq), waitedMs: undefined };
};

/** What a reader most likely asks: what failed, or else why the job that waited longest did so. */
export const findAnswer: FindOpening = (outcome, log) => findFailure(outcome, log) ?? (log && findLongestWait(log));

/** The end of the longest of all waits of jobs; of one that lasts, the end of the log. Undefined if none waited. */
const findLongestWait = (log: RunLog): Opening | undefined => longestWaits(log)[0];
