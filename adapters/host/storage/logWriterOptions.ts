import type { Steps } from '../../../engine/kernel/index.ts';

export interface LogWriterOptions {
  /** Called when the log cannot be written, for a reason that will not pass. */
  readonly onBreak: (error: unknown) => void;
  /** How many durable entries memory holds at most. */
  readonly held: number;
  /**
   * There is no store: only what memory has no room for is written, for as long as this process lives. Answers do not wait for it, and
   * it is never opened again.
   */
  readonly isTemporary?: boolean;
  /** The new log takes the place of another, which stays until then. */
  readonly replaces?: boolean;
  /** Called with the reason when the log cannot be written for now, and without one when it is written again. */
  readonly onWriteError?: (writeError: Error | undefined) => void;
  /** Does something with the world in steps, while no other work on it is under way. */
  readonly apart: <Result>(steps: () => Steps<Result>) => Promise<Result>;
  /** The least number of entries between two snapshots. */
  readonly snapshotEvery?: number;
}
