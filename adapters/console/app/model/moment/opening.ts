import type { CallRow } from '../calls/callRows.ts';
import { firstFailure } from '../failureRows.ts';
import type { RunOutcome } from '../port/source.ts';
import type { RunLog } from '../runLog.ts';
import { longestWaits } from './waits.ts';

/** The moment at which the page opens a run, and the selection there. */
export interface Opening {
  readonly seq: number;
  readonly id: string | undefined;
  /** Where a wait has ended: how long it was. */
  readonly waitedMs?: number;
  /** Where a call was refused. */
  readonly refused?: CallRow;
}

export type FindOpening = (outcome: RunOutcome, log: RunLog | undefined) => Opening | undefined;

/** The first failure, and what it is about. A step that was never taken failed at the end. */
export const findFailure: FindOpening = (outcome, log) => {
  const { failureSeqs, failureIds = [] } = outcome;
  const seq = firstFailure(outcome);
  if (seq !== undefined) return { seq, id: failureIds[failureSeqs.indexOf(seq)] ?? (log && findSubject(log, seq)) };
  const id = failureIds.find((one) => one !== undefined);
  return id === undefined || log === undefined ? undefined : { seq: log.length, id };
};

/** What a reader most likely asks: what failed; or else what was refused unexpectedly, or why the job that waited longest did so. */
export const findAnswer: FindOpening = (outcome, log) =>
  findFailure(outcome, log) ?? (log && (findRefusal(outcome, log) ?? longestWaits(log)[0]));

/** The first refusal that no step expects, such as of a call of a load. */
const findRefusal = ({ expectedRefusals }: RunOutcome, log: RunLog): Opening | undefined => {
  if (expectedRefusals === undefined) return undefined;
  const expected = new Set(expectedRefusals);
  const call = log.requests.rows.find(({ seq, refusal }) => refusal !== undefined && !expected.has(seq));
  const seq = call?.refusal?.seq;
  return call === undefined || seq === undefined ? undefined : { seq, id: findSubject(log, seq), refused: call };
};

/** What an entry is about; of a refusal, the last that its path names and that there is. */
const findSubject = (log: RunLog, seq: number): string | undefined => {
  const call = log.requests.rows.find(({ refusal }) => refusal?.seq === seq);
  const named = Object.values(call?.call.request.params ?? {}).filter((id) => log.lives.kind(id) !== undefined);
  return log.subject(seq) ?? named.at(-1);
};
