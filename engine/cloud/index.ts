// The door of this room: what adapters take of it.

export { markOf, markText, usualSecret } from './account/keyDigest.ts';
export type { Rejection } from './decisions.ts';
export { entities, idOf, isKind, type Kind, kindOf, kinds, type SomeSettings, type StateOf, type WaitingKind } from './entities.ts';
export { threads } from './fault/threads.ts';
export { type Distribution, quantile } from './handler/distribution.ts';
export type { HandlerFunction } from './handler/handler.ts';
export type { AdvanceTarget, Client, ClockPolicy, DomainEvent, GivenClient, InputEvent, Request, Unreadable } from './input.ts';
export { webhookPayload } from './job/view.ts';
export { type DryRun, listActions } from './offered.ts';
export { readAhead } from './projections/inputKeys.ts';
export type { Principal } from './projections/keyring.ts';
export { findRule, type Rule, rules } from './rulebook/rules.ts';
export { settingRows } from './settings.ts';
export { State, type StateChange } from './state/state.ts';
export { valuesWithGrounds } from './timing/grounds.ts';
export { sayError, type Times, timesOf, timesText } from './timing/times.ts';
export { newestTiming, type TimingName, timingNames, valuesOf } from './timing/timings.ts';
export type { GroundedValue } from './timing/timingValue.ts';
export { mechanismsIn } from './timing/usedMechanisms.ts';
export { isUpStatus, placedStatuses } from './worker/lifecycle.ts';
