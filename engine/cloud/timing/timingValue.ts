/** One value of a timing: computed from facts, never typed in. */
export interface TimingValue {
  /** The setting that it is for, such as `worker.start`. */
  readonly setting: string;
  /** As the log has it: durations in whole milliseconds. */
  readonly value: unknown;
  /** The observed mechanism of the platform, such as `sleep` or `take`. */
  readonly mechanism: string;
}

/** The basis of a value. A world needs none of it, so only code that shows it loads it. */
export interface ValueGrounds {
  /** The facts that it rests on. */
  readonly facts: readonly string[];
  /** How many values they have of it. */
  readonly values: number;
  /** How it was estimated from them. */
  readonly estimator: string;
  /** How far the observations lie apart. */
  readonly spread: string;
  /** The part that the facts do not explain. */
  readonly open: string;
}

/** A value of a timing with its basis. */
export interface GroundedValue extends TimingValue, ValueGrounds {}

/** How a timing did on facts of one mechanism: each was judged by the times that follow from all that its author did not give. */
export interface MechanismError {
  readonly mechanism: string;
  /** How many facts have a value, and not only a range or a bound. */
  readonly facts: number;
  /**
   * The median of their errors, in percent of the observed time; null if it is not known, because no other author has seen the same, or
   * there are none.
   */
  readonly percent: number | null;
  /** The number of these facts within a quarter of the observed time. */
  readonly near: number;
  /** How many ranges and bounds were seen, and how many of them the predictions keep to. */
  readonly bounds: number;
  readonly kept: number;
}
