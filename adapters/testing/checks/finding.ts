/** What a check found: whether it holds, and what to say where that is not what was expected. */
export interface CheckFailure {
  readonly pass: boolean;
  readonly message: () => string;
  /** Two texts, where a test runner can show how they differ. */
  readonly actual?: string;
  readonly expected?: string;
}
