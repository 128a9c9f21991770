import { resolve } from 'node:path';
import { checkEmitted } from './checks/emitted.ts';
import type { EventFields } from './checks/eventPattern.ts';
import type { CheckFailure } from './checks/finding.ts';
import { checkHeldInvariants } from './checks/invariants.ts';
import { checkTimeline, isTimelineText, type TimelineFile, type TimelineMatchOptions } from './checks/sameTimeline.ts';
import { checkSequence, type SequenceItem, type SequenceOptions } from './checks/sequence.ts';
import type { CheckedWorld } from './checks/subject.ts';
import type { EventType } from './events.ts';
import type { TestWorld } from './testWorld.ts';

/** A world of `createWorld`, a world of the engine, or a header with a log. */
export type AssertedWorld = TestWorld | CheckedWorld;

/** The log contains an event of this type with at least these fields. */
export const assertEmitted = <Type extends EventType>(world: AssertedWorld, type: Type, fields?: EventFields<Type>): void =>
  expectThat(true, checkEmitted('assertEmitted', world, type, fields));

/** The log contains no event of this type with these fields. */
export const assertNotEmitted = <Type extends EventType>(world: AssertedWorld, type: Type, fields?: EventFields<Type>): void =>
  expectThat(false, checkEmitted('assertNotEmitted', world, type, fields));

/** These events happened in this order. `exact`: with no event in between. `of`: looks at one entity alone. */
export const assertSequence = (world: AssertedWorld, events: readonly SequenceItem[], options?: SequenceOptions): void =>
  expectThat(true, checkSequence('assertSequence', world, events, options));

/** These events did not happen in this order. */
export const assertNotSequence = (world: AssertedWorld, events: readonly SequenceItem[], options?: SequenceOptions): void =>
  expectThat(false, checkSequence('assertNotSequence', world, events, options));

/** Every invariant holds after every entry. */
export const assertInvariants = (world: AssertedWorld): void => expectThat(true, checkHeldInvariants('assertInvariants', world));

/**
 * The timeline is this text, or the content of this file, from the current folder on. A file that does not exist yet is written, except
 * on a build server (`CI`); with `PODSIM_UPDATE=1` one that differs is overwritten.
 */
export const assertTimeline = (world: AssertedWorld, textOrFile: string, options: TimelineMatchOptions = {}): void => {
  const isText = isTimelineText('assertTimeline', textOrFile);
  const file = { path: resolve(textOrFile), update: updateWanted(), how: 'set PODSIM_UPDATE=1' };
  expectThat(true, checkTimeline('assertTimeline', world, options, isText ? textOrFile : file));
};

const updateWanted = (): TimelineFile['update'] => {
  const { PODSIM_UPDATE = '', CI = '' } = process.env;
  if (!isOff(PODSIM_UPDATE)) return 'all';
  return isOff(CI) ? 'new' : 'none';
};

const isOff = (value: string): boolean => ['', '0', 'false'].includes(value.toLowerCase());

/** Throws an error, to which test runners add nothing but the place where it was thrown. */
const expectThat = (wanted: boolean, { pass, message, actual, expected }: CheckFailure): void => {
  if (pass === wanted) return;
  throw Object.assign(new Error(message()), actual === undefined ? {} : { actual, expected });
};
