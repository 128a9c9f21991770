import type { Report, Wanted } from './report.ts';

/** How the runs are shown. */
export interface View {
  /** Whether there is only one run. */
  readonly single: boolean;
  /** How many threads play. */
  readonly threads: number;
  /** The columns of the terminal; undefined where the output is no terminal. */
  readonly columns?: number | undefined;
  /** More than usual: the timeline of every run. */
  readonly timeline?: boolean | undefined;
  /** Of a timeline, only what is about its first job and the calls, in 80 columns. */
  readonly example?: boolean | undefined;
  /** Less than usual: only the runs that do not pass, and the results of a run alone. */
  readonly quiet?: boolean | undefined;
}

/** Gets each report in the order of the files, and says what is to be written at once, and what at the end. */
interface Reporter {
  readonly wanted: Wanted;
  readonly add: (report: Report) => string;
  /** Gets how long all runs together took. */
  readonly end: (tookMs: number) => string;
}

export type Reporting = (view: View) => Reporter;
