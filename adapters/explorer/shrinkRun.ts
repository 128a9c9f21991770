import { type BrokenProperty, type ShrunkFailure, type Story, shrunkFailure } from '../../engine/explorer/index.ts';
import { bounds } from './exploreRuns.ts';

/** A failure to be shortened by a thread. */
export interface ShrinkTask {
  readonly failure: BrokenProperty;
  readonly story: Story;
  readonly playedMax: number;
  /** Shared by threads: the thread stops when its first number is no longer 0, and gives what it has by then. */
  readonly stop: Int32Array;
}

/** Shortens one failure. */
export const shrinkRun = ({ failure, story, playedMax, stop }: ShrinkTask): ShrunkFailure =>
  shrunkFailure(failure, story, bounds, playedMax, () => Atomics.load(stop, 0) !== 0);
