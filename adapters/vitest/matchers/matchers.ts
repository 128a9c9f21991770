import { expect } from 'vitest';
import type { EventType } from '../events.ts';
import { haveEmitted } from './emitted.ts';
import type { EventFields } from './eventPattern.ts';
import { holdInvariants } from './invariants.ts';
import { matchTimeline, type TimelineMatchOptions } from './sameTimeline.ts';
import { haveSequence, type SequenceOptions } from './sequence.ts';

/** The matchers for `expect(world)`. */
export interface WorldMatchers<Result = unknown> {
  /** The log contains an event of this type with at least these fields. */
  toHaveEmitted<Type extends EventType>(type: Type, fields?: EventFields<Type>): Result;
  /** These events happened in this order. `exact`: with no event in between. `of`: looks at one entity alone. */
  toHaveSequence(events: readonly SequenceItem[], options?: SequenceOptions): Result;
  /** Every invariant holds after every entry. */
  toHoldInvariants(): Result;
  /** The timeline is this text, or the content of this file. A file that does not exist yet is written. */
  toMatchTimeline(textOrFile: string, options?: TimelineMatchOptions): Result;
}

/** An event's type, or its type and some of its fields. */
export type SequenceItem = EventType | { [Type in EventType]: { readonly type: Type } & EventFields<Type> }[EventType];

export const matchers = {
  toHaveEmitted: haveEmitted,
  toHaveSequence: haveSequence,
  toHoldInvariants: holdInvariants,
  toMatchTimeline: matchTimeline,
};

expect.extend(matchers);

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: it must be declared as vitest declares it
  interface Matchers<T = any> extends WorldMatchers<T> {}
}
