import type { ReportedFailure } from '../../../engine/lab/explorer/index.ts';

/** What came of the search of one small world. */
export interface ExhaustiveReport {
  readonly title: string;
  readonly file: string;
  readonly states: number;
  /** Every way with at most so many acts was taken. */
  readonly acts: number;
  readonly within: number;
  /** Whether that is all that the file asks for. */
  readonly whole: boolean;
  readonly sentence: string;
  /** The number of states that the file has; null where it has none. */
  readonly kept: number | null;
  /** Properties that look for something that no state has. */
  readonly neverSeen: readonly string[];
  readonly failure: ReportedFailure | null;
}
