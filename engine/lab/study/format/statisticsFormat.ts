/** A caveat to a figure, of one configuration, or of all (null). */
export interface StudyWarning {
  readonly configuration: number | null;
  readonly words: string;
}

/** All configurations compared with one of them. */
export interface ComparisonReport {
  /** The number of the configuration that the others are compared with. */
  readonly baseline: number;
  readonly differences: readonly DifferenceReport[];
}

/** The mean difference of one measure from the baseline, with its own 95 % interval. */
export interface DifferenceReport {
  readonly configuration: number;
  readonly measure: string;
  /** The number of seeds that both have been played with. */
  readonly pairs: number;
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
  /** The p-value of the difference: by itself, and adjusted for the number of differences in the table (Holm, 1979). */
  readonly probability: number;
  readonly adjusted: number;
  /** By the adjusted p-value, at 5 %. `same`: not different with any seed. */
  readonly verdict: 'more' | 'less' | 'same' | 'unclear';
}

/** The confidence in the choice that a goal asks for. */
export interface DecisionReport {
  /** The measure that the goal minimizes or maximizes; null if the first that keeps to its limits is best. */
  readonly of: string | null;
  /** The confidence at which it stops to play seeds; null if the number of seeds was given. */
  readonly wanted: number | null;
  /** Whether no configuration is left that may be better: by the intervals, or, if it was to be sure, with that confidence. */
  readonly isSure: boolean;
  /** The configurations that may be better, the best first. */
  readonly open: readonly OpenReport[];
}

/** A configuration that may keep to the limits and be better than the best that surely does, or than none. */
export interface OpenReport {
  readonly configuration: number;
  /** The improvement in the measure that the goal minimizes or maximizes, in its unit; null if there is nothing to compare. */
  readonly better: number | null;
  /** How many more seeds would tell, about; null if no number is likely to. */
  readonly seeds: number | null;
}

/** How robust the choice is: up to which growth of a setting it keeps to its limits, by the means of its plays. */
export interface SensitivityReport {
  readonly name: string;
  /** The largest factor tried at which it keeps to its limits, and the smallest at which it does not: null if it always did. */
  readonly holdsTo: number;
  readonly failsAt: number | null;
  /** The number of the configuration that is best there, among those meeting the goal as things are; null if none keeps to the limits. */
  readonly runnerUp: number | null;
}

/** How many of how many delays were cut as warm-up; `cut` is null if the series was too short to tell. */
export interface WarmUpReport {
  readonly configuration: number;
  readonly cut: number | null;
  readonly observations: number;
}
