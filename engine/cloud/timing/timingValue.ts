/** One value of a timing: computed from facts, never typed in. */
export interface TimingValue {
  /** The setting that it is for, such as `worker.start`. */
  readonly setting: string;
  /** As the log has it: durations in whole milliseconds. */
  readonly value: unknown;
  /** What was seen the platform to do, such as `sleep` or `take`. */
  readonly mechanism: string;
}

/** What a value rests on. A world needs none of it, so it is loaded by those alone who show it. */
export interface ValueGrounds {
  /** The facts that it rests on. */
  readonly facts: readonly string[];
  /** How it was estimated from them. */
  readonly estimator: string;
  /** How far the observations lie apart. */
  readonly spread: string;
  /** What the facts do not explain. */
  readonly open: string;
}

/** A value of a timing with what it rests on. */
export interface GroundedValue extends TimingValue, ValueGrounds {}

/** How a timing did on facts that it was not made from: each fact was judged by the times that follow from the other runs. */
export interface TimingError {
  /** The median error, in percent of what was seen. */
  readonly percent: number;
  /** On how many facts. */
  readonly facts: number;
}
