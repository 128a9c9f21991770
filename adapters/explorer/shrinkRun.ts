import {
  type BrokenProperty,
  playFutures,
  type ReportedFutures,
  reportFutures,
  type ShrunkFailure,
  type Story,
  shrunkFailure,
} from '../../engine/lab/explorer/index.ts';
import { bounds } from './exploreRuns.ts';
import { askOver, type QuestionLine } from './lawFromThread.ts';

/** A failure to be shortened by a thread. */
export interface ShrinkTask {
  readonly failure: BrokenProperty;
  readonly story: Story;
  readonly playedMax: number;
  /** Shared by threads: the thread stops when its first number is no longer 0, and gives what it has by then. */
  readonly stop: Int32Array;
  /** To the thread that has a server: it checks the law over HTTP. Without it, failures of this law stay as they are. */
  readonly server?: QuestionLine | undefined;
}

/** A shortened failure, and when it became inevitable: absent where it has no other futures, or was interrupted. */
export interface ShortFailure extends ShrunkFailure {
  readonly inevitable?: ReportedFutures;
}

/** Shortens one failure, and dates its cause: in the shortest story, whose log is the one that its file shows. */
export const shrinkRun = ({ failure, story, playedMax, stop, server }: ShrinkTask): ShortFailure => {
  const shouldStop = (): boolean => Atomics.load(stop, 0) !== 0;
  const brokenElsewhere = server === undefined ? undefined : (one: Story) => askOver(server, one);
  const short = shrunkFailure(failure, story, bounds, playedMax, { shouldStop, brokenElsewhere });
  const futures = short.isStopped ? undefined : playFutures(short.story, short.failure, bounds, undefined, shouldStop);
  return futures === undefined ? short : { ...short, inevitable: reportFutures(futures) };
};
