import type { Story } from '../story.ts';
import type { StillFails } from './plays.ts';

/** The input of a shrinking pass. */
export interface Search {
  /** The simplest story so far that fails in the same way. */
  readonly story: Story;
  /** Whether a story fails in the same way. False if that is not known and no more may be played. */
  readonly fails: StillFails;
  /** Takes a story if it is simpler and fails in the same way. */
  readonly accept: (candidate: Story) => boolean;
}

/** One way in which stories become simpler. It asks as little as it can: each question is a story to be played. */
export type Pass = (search: Search) => void;
