/** One value of a timing: computed from facts, never typed in. */
export interface TimingValue {
  /** The setting that it is for, such as `worker.start`. */
  readonly setting: string;
  /** As the log has it: durations in whole milliseconds. */
  readonly value: unknown;
  /** What was seen the platform to do, such as `sleep` or `take`. */
  readonly mechanism: string;
  /** The facts that it rests on. */
  readonly facts: readonly string[];
  /** How it was estimated from them. */
  readonly estimator: string;
  /** How far the observations lie apart. */
  readonly spread: string;
  /** What the facts do not explain. */
  readonly open: string;
}
