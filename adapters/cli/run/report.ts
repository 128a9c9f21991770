import type { VirtualTime } from '../../../engine/kernel/index.ts';
import type { FailedAssertion, PropertyResult, Results } from '../../../engine/scenario/index.ts';
import type { Coverage } from '../../../engine/world/index.ts';

export type Verdict = 'pass' | 'fail' | 'incomplete';

/** The report of one run: plain data, because a run may be played in another thread. */
export interface Report {
  readonly file: string;
  readonly title: string;
  readonly member: string | undefined;
  readonly seed: string;
  readonly verdict: Verdict;
  readonly failures: readonly string[];
  /** Of the failures, those that are comparisons. */
  readonly failedAssertions: readonly FailedAssertion[];
  /** Of a run with a load. */
  readonly results?: Results;
  /** What the run says of each property of the file. */
  readonly properties: readonly PropertyResult[];
  readonly unfired: readonly string[];
  /** Mistakes in the file, and parts of it that had no effect; they do not fail a run. */
  readonly warnings: readonly string[];
  readonly events: number;
  readonly endedAt: VirtualTime;
  /** The command that repeats exactly this run. */
  readonly again: string;
  /** The page that shows a run that does not pass, where `--page` asks for it. */
  readonly page?: string;
  /** Wall time. The only part that differs from one time to the next. */
  readonly tookMs: number;
  /** Computed only where it is wanted. */
  readonly fingerprint?: string;
  /** Its lines, only where they are wanted. */
  readonly timeline?: readonly string[];
  /** What it met, only where that is wanted. */
  readonly coverage?: Coverage;
  /** The file beside the scenario that `--update` is to write. */
  readonly golden?: { readonly path: string; readonly text: string };
}

/** What a reporter shows of a run that takes time to compute. */
export interface Wanted {
  readonly fingerprint: boolean;
  readonly timeline: boolean;
  readonly coverage?: boolean;
}
