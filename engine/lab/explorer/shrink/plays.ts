import { canonicalText } from '../../../kernel/canonical.ts';
import type { Story } from '../story.ts';

/** Whether a story still fails in the same way. */
export type StillFails = (story: Story) => boolean;

/** Plays stories to see whether they still fail. Results are memoized, and the number of plays is bounded. */
export class Plays {
  played = 0;
  readonly #known = new Map<string, boolean>();
  readonly #stillFails: StillFails;
  readonly #shouldStop: () => boolean;
  #most: number;

  constructor(stillFails: StillFails, most: number, shouldStop: () => boolean = () => false) {
    this.#stillFails = stillFails;
    this.#most = most;
    this.#shouldStop = shouldStop;
  }

  /** Whether no more are wanted, however many may be played. */
  get areStopped(): boolean {
    return this.#shouldStop();
  }

  /** Whether no more may be played. */
  get areOver(): boolean {
    return this.played >= this.#most || this.areStopped;
  }

  /** Sets the number of stories that may still be played. */
  allow(more: number): void {
    this.#most = this.played + more;
  }

  /** Whether a story fails in the same way; false if that is not known and no more may be played. */
  fails(story: Story): boolean {
    const text = canonicalText(story);
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.areOver) return false;
    this.played += 1;
    const does = this.#stillFails(story);
    this.#known.set(text, does);
    return does;
  }
}
