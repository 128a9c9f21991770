import { assertionLine, type FailedAssertion } from '../../../../engine/scenario/index.ts';
import type { RunOutcome } from './port/source.ts';

/** Something that was not as a scenario expects. */
export interface FailureRow {
  readonly message: string;
  /** Where the scenario expects it; undefined if it has no place there. */
  readonly place: { readonly line: number; readonly column: number } | undefined;
  /** Of a comparison. */
  readonly compared: Pick<FailedAssertion, 'what' | 'expected' | 'actual'> | undefined;
  /** Where to look first, in words, and the number of the entry that they name. */
  readonly nearest: string | undefined;
  readonly seq: number | undefined;
}

/** The failures of a run, with their places in the file. */
export const failureRows = ({ failures, failedAssertions, failureSeqs }: RunOutcome, file: string): readonly FailureRow[] => {
  const byLine = new Map(failedAssertions.map((one) => [assertionLine(one), one]));
  return failures.map((failure, k) => {
    const compared = byLine.get(failure);
    const [, line, column, message] = (failure.startsWith(`${file}:`) && /^:(\d+):(\d+): (.*)$/s.exec(failure.slice(file.length))) || [];
    const nearest = compared?.nearest ?? undefined;
    return {
      message: message ?? failure,
      place: line === undefined ? undefined : { line: Number(line), column: Number(column) },
      compared,
      nearest,
      seq: failureSeqs[k],
    };
  });
};

/** The earliest entry at which something was not as expected: what came later may be its consequence. Undefined if no entry is to be looked at. */
export const firstFailure = ({ failureSeqs }: RunOutcome): number | undefined => {
  const seqs = failureSeqs.flatMap((seq) => seq ?? []);
  return seqs.length === 0 ? undefined : Math.min(...seqs);
};
