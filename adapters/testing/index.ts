/** `podsim/testing`: worlds for tests, and assertions that throw plain errors, for any test runner. */

export type { HandlerWritten } from '../../engine/api/index.ts';
export type { HandlerFunction } from '../../engine/cloud/index.ts';
export type { VirtualTime } from '../../engine/kernel/index.ts';
export { InvalidArgument } from '../../engine/kernel/index.ts';
export type { MeasuredDuration, MeasuredWorld, SettingsWritten, WorldWritten } from '../../engine/scenario/index.ts';
export type { Advance, Coverage, CoverageFamily } from '../../engine/world/index.ts';
export type { WebhookPost } from '../host/webhook/webhooks.ts';
export {
  type AssertedWorld,
  assertEmitted,
  assertInvariants,
  assertNotEmitted,
  assertNotSequence,
  assertSequence,
  assertTimeline,
} from './assertions.ts';
export type { CallAnswer, CallOptions, Calls, PendingAnswer, Problem, Refused, Success } from './calls.ts';
export type { EventFields } from './checks/eventPattern.ts';
export type { TimelineMatchOptions } from './checks/sameTimeline.ts';
export type { SequenceItem, SequenceOptions } from './checks/sequence.ts';
export type { CheckedWorld } from './checks/subject.ts';
export type { AdvanceWritten, TestClock, UntilOptions, UntilWritten } from './clock.ts';
export type { CreateWorldOptions } from './createWorldOptions.ts';
export type { WorldSource } from './definition.ts';
export type { EventFilter, EventType, TestEvent } from './events.ts';
export { type ClientWorld, type ExploredClient, type ExploredRuns, type ExploreTestOptions, explore } from './explore.ts';
export { type FailedTest, failureReport } from './failureReport.ts';
export type { RefusedCall } from './refusals.ts';
export { createWorld, type TestWorld } from './testWorld.ts';
export type { ListeningWorld, ListenOptions } from './transports.ts';
export type { WebhookHandler } from './webhooks.ts';
export { withWorld } from './withWorld.ts';
export type { FaultInjected, MadeRequest, StruckCalls } from './worldActions.ts';
