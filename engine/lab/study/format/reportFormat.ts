import type { Times } from '../../../cloud/timing/times.ts';
import type { Json } from '../../../kernel/canonical.ts';
import type { Histogram } from '../measure/histogram.ts';
import type { TokensOverTime } from '../results/tokensOverTime.ts';
import type { BoundReport } from './boundFormat.ts';
import type { StudyPicture } from './pictureFormat.ts';
import type { ComparisonReport, DecisionReport, SensitivityReport, StudyWarning, WarmUpReport } from './statisticsFormat.ts';

/** The report of a study: plain data, the same bytes however many threads and machines made it. */
export interface StudyReport {
  readonly study: string;
  readonly engine: string;
  readonly ruleset: string;
  /** The times that its numbers were made with; several, if they are varied. */
  readonly times: readonly Times[];
  readonly varied: readonly string[];
  /** The circumstances, such as `worker.start=47s`; none if the study names none. */
  readonly circumstances: readonly string[];
  /** The measures that are shown, each with its unit. */
  readonly measures: readonly { readonly name: string; readonly unit: string }[];
  readonly configurations: readonly ConfigurationReport[];
  /** The number of the configuration that was selected, or else meets the goal best; null if there is no goal, or none meets it. */
  readonly best: number | null;
  /**
   * The Pareto frontier: the numbers of the configurations that no other one beats in both the first measure with a limit and the one to be
   * minimized.
   */
  readonly frontier: readonly number[];
  /** The differences from the baseline; null if the study names none. */
  readonly comparison: ComparisonReport | null;
  /** Null if nothing is selected. If something is, it is the best one. */
  /** Null without a goal, if something is selected, and if there are doubts. */
  readonly decision: DecisionReport | null;
  /** Why nothing is recommended, whatever the plays say; none if nothing speaks against it. */
  readonly doubts: readonly string[];
  /** For each setting that the study names under `sensitivity`; none if no configuration meets the goal. */
  readonly sensitivity: readonly SensitivityReport[];
  /** Null if no warm-up is looked for. */
  readonly warmUp: readonly WarmUpReport[] | null;
  readonly warnings: readonly StudyWarning[];
  readonly picture: StudyPicture;
  /** What any scaler needs, beside the recommendation: it takes one play more, so only what prints a report adds it. */
  readonly bound?: BoundReport;
}

export interface ConfigurationReport {
  readonly number: number;
  readonly values: readonly Json[];
  /** The number of plays that it is judged by, and how many of them did not reach their end. */
  readonly plays: number;
  readonly failed: readonly FailedPlay[];
  readonly measures: Readonly<Record<string, MeasureReport | null>>;
  /** Whether it keeps to the limits of the goal, by its intervals. */
  readonly meets: Met | null;
  /** The seed of the play in the middle, by the measure to be minimized: the one to look at. */
  readonly medianSeed: string | null;
  readonly delays: Histogram;
  /** Of its median play, if workers make tokens. */
  readonly tokensOverTime?: TokensOverTime;
  /** The same configuration in each circumstance; none if the study names no circumstances. */
  readonly circumstances: readonly CircumstanceReport[];
}

export interface CircumstanceReport {
  /** The number by which `--play` plays it. */
  readonly configuration: number;
  readonly circumstance: string;
  readonly measures: Readonly<Record<string, MeasureReport | null>>;
  readonly meets: Met | null;
}

/** A measure in its worst circumstance. */
export interface WorstReport {
  readonly circumstance: string;
  readonly measure: MeasureReport;
}

interface FailedPlay {
  /** The number by which `--play` plays it: that of the configuration in its circumstance. */
  readonly configuration: number;
  readonly seed: string;
  readonly why: string;
}

/** The mean over the plays that have the measure, with its 95 % interval; null ends if there are too few. */
export interface MeasureReport {
  readonly n: number;
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
}

/** `unclear`: the interval of a measure holds its limit, or there are doubts. */
export type Met = 'yes' | 'no' | 'unclear';
