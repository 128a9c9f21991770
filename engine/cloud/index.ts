// The door of this room: what adapters take of it.

export { digestSecret, markText, usualSecret } from './account/keyDigest.ts';
export type { Rejection } from './decisions.ts';
export { entities, findId, findKind, isKind, type Kind, kinds, type SomeSettings, type StateOf, type WaitingKind } from './entities.ts';
export { delays, strikesAt } from './fault/delays.ts';
export type { FaultKind } from './fault/events.ts';
export { matchable } from './fault/match.ts';
export { threads } from './fault/threads.ts';
export { type Distribution, quantile } from './handler/distribution.ts';
export type { HandlerFunction } from './handler/handler.ts';
export type { AdvanceTarget, Client, ClockPolicy, DomainEvent, GivenClient, InputEvent, Request, Unreadable } from './input.ts';
export { webhookPayload } from './job/view.ts';
export { listActions } from './offered.ts';
export { readAhead } from './projections/inputKeys.ts';
export type { Principal } from './projections/keyring.ts';
export { findRule, type Rule, rules } from './rulebook/rules.ts';
export { settingRows } from './settings.ts';
export { State, type StateChange } from './state/state.ts';
export { valuesWithGrounds } from './timing/grounds.ts';
export { describeTimes, sayError, type Times, timesText } from './timing/times.ts';
export { listValues, newestTiming, type TimingName, timingNames } from './timing/timings.ts';
export type { GroundedValue } from './timing/timingValue.ts';
export { mechanismsIn } from './timing/usedMechanisms.ts';
export { isUpStatus, placedStatuses } from './worker/lifecycle.ts';
