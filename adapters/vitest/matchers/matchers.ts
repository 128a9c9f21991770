import { expect } from 'vitest';
import type { EventType } from '../events.ts';
import { emitted } from './emitted.ts';
import type { EventFields } from './eventPattern.ts';
import { holdInvariants } from './invariants.ts';
import { sameTimeline, type TimelineMatchOptions } from './sameTimeline.ts';
import { type SequenceOptions, sequence } from './sequence.ts';

/** What `expect(world)` can be asked. */
export interface WorldMatchers<Result = unknown> {
  /** An event of this type stands in the log, with at least these fields. */
  toHaveEmitted<Type extends EventType>(type: Type, fields?: EventFields<Type>): Result;
  /** These events came in this order, whatever came in between; `exact` allows nothing in between, `of` looks at one entity alone. */
  toHaveSequence(events: readonly SequenceItem[], options?: SequenceOptions): Result;
  /** Everything that must hold after every event does. */
  toHoldInvariants(): Result;
  /** The timeline is this text, or that of this file; a file that is not there yet is written. */
  toMatchTimeline(textOrFile: string, options?: TimelineMatchOptions): Result;
}

/** An event's type, or its type and fields of it. */
export type SequenceItem = EventType | { [Type in EventType]: { readonly type: Type } & EventFields<Type> }[EventType];

export const matchers = {
  toHaveEmitted: emitted,
  toHaveSequence: sequence,
  toHoldInvariants: holdInvariants,
  toMatchTimeline: sameTimeline,
};

expect.extend(matchers);

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: it must be declared as vitest declares it
  interface Matchers<T = any> extends WorldMatchers<T> {}
}
