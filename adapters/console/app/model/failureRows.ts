import { assertionLine, type FailedAssertion } from '../../../../engine/scenario/index.ts';
import type { RunOutcome } from './port/source.ts';

/** Something that was not as a scenario expects. */
export interface FailureRow {
  readonly message: string;
  /** The place in the scenario that expects it; undefined if it has none. */
  readonly place: { readonly line: number; readonly column: number } | undefined;
  /** Of a comparison. */
  readonly compared: Pick<FailedAssertion, 'what' | 'expected' | 'actual'> | undefined;
  /** Words that say where to look first, and the number of the entry that they name. */
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

/** Finds the earliest unexpected entry, since later ones may be its consequences. Undefined if no failure names an entry. */
export const firstFailure = ({ failureSeqs }: RunOutcome): number | undefined => {
  const seqs = failureSeqs.flatMap((seq) => seq ?? []);
  return seqs.length === 0 ? undefined : Math.min(...seqs);
};
