import { dirname, resolve } from 'node:path';
import { expect, type MatcherState } from 'vitest';
import { checkEmitted } from '../testing/checks/emitted.ts';
import type { EventFields } from '../testing/checks/eventPattern.ts';
import { checkHeldInvariants } from '../testing/checks/invariants.ts';
import { checkTimeline, isTimelineText, type TimelineMatchOptions } from '../testing/checks/sameTimeline.ts';
import { checkSequence, type SequenceItem, type SequenceOptions } from '../testing/checks/sequence.ts';
import type { EventType } from '../testing/events.ts';

/** The matchers for `expect(world)`. */
export interface WorldMatchers<Result = unknown> {
  /** The log contains an event of this type with at least these fields. */
  toHaveEmitted<Type extends EventType>(type: Type, fields?: EventFields<Type>): Result;
  /** These events happened in this order. `exact`: with no event in between. `of`: looks at one entity alone. */
  toHaveSequence(events: readonly SequenceItem[], options?: SequenceOptions): Result;
  /** Every invariant holds after every entry. */
  toHoldInvariants(): Result;
  /**
   * The timeline is this text, or the content of this file beside the test. A file that does not exist yet is written, like a snapshot;
   * `vitest -u` overwrites one that differs.
   */
  toMatchTimeline(textOrFile: string, options?: TimelineMatchOptions): Result;
}

/** The `this` of a vitest matcher. */
type Matching = Pick<MatcherState, 'isNot' | 'testPath' | 'snapshotState'>;

export const matchers = {
  toHaveEmitted: (received: unknown, type: string, fields?: Readonly<Record<string, unknown>>) =>
    checkEmitted('toHaveEmitted', received, type, fields),
  toHaveSequence: (received: unknown, items: readonly SequenceItem[], options?: SequenceOptions) =>
    checkSequence('toHaveSequence', received, items, options),
  toHoldInvariants: (received: unknown) => checkHeldInvariants('toHoldInvariants', received),
  toMatchTimeline(this: Matching, received: unknown, textOrFile: string, options: TimelineMatchOptions = {}) {
    const isText = isTimelineText('toMatchTimeline', textOrFile);
    const update = this.isNot ? 'none' : (this.snapshotState?.snapshotUpdateState ?? 'none');
    const file = { path: resolve(dirname(this.testPath ?? '.'), textOrFile), update, how: 'run vitest -u' };
    return checkTimeline('toMatchTimeline', received, options, isText ? textOrFile : file);
  },
};

expect.extend(matchers);

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: it must be declared as vitest declares it
  interface Matchers<T = any> extends WorldMatchers<T> {}
}
