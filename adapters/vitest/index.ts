/** `podsim/vitest`: worlds for tests, a `test` with a world for each test, and matchers for `expect(world)`. */

export type { Advance, HandlerFunction, HandlerWritten, SettingsWritten, VirtualTime, WorldWritten } from '../../engine/index.ts';
export type { CallAnswer, CallOptions, Calls, PendingAnswer, Problem, Refused, Success } from './calls.ts';
export type { AdvanceWritten, TestClock } from './clock.ts';
export type { WorldSource } from './definition.ts';
export type { EventFilter, EventType, TestEvent } from './events.ts';
export { test, type WorldFixture } from './fixture.ts';
export type { EventFields } from './matchers/eventPattern.ts';
export { matchers, type SequenceItem, type WorldMatchers } from './matchers/matchers.ts';
export type { TimelineMatchOptions } from './matchers/sameTimeline.ts';
export type { SequenceOptions } from './matchers/sequence.ts';
export { type CreateWorldOptions, createWorld, type TestWorld } from './testWorld.ts';
export type { ListeningWorld } from './transports.ts';
