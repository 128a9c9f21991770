import { accountDecider } from './account/account.ts';
import type { AccountCommand } from './account/decide.ts';
import type { AccountEvent } from './account/events.ts';
import type { Account } from './account/evolve.ts';
import { accountSettings } from './account/settings.ts';
import { callDecider } from './call/call.ts';
import type { CallCommand } from './call/decide.ts';
import type { CallEvent } from './call/events.ts';
import type { Call } from './call/evolve.ts';
import { callSettings } from './call/settings.ts';
import type { EndpointCommand } from './endpoint/decide.ts';
import { endpointDecider } from './endpoint/endpoint.ts';
import type { EndpointEvent } from './endpoint/events.ts';
import type { Endpoint } from './endpoint/evolve.ts';
import { endpointSettings } from './endpoint/settings.ts';
import type { FaultCommand } from './fault/decide.ts';
import type { FaultEvent } from './fault/events.ts';
import type { Fault } from './fault/evolve.ts';
import { faultDecider } from './fault/fault.ts';
import { faultSettings } from './fault/settings.ts';
import type { InputEvent } from './input.ts';
import type { JobCommand } from './job/decide.ts';
import type { JobEvent } from './job/events.ts';
import type { Job } from './job/evolve.ts';
import { jobDecider } from './job/job.ts';
import { jobSettings } from './job/settings.ts';
import { defaultsOf, type SettingsOf } from './kernel/settings.ts';
import type { WorkerCommand } from './worker/decide.ts';
import type { WorkerEvent } from './worker/events.ts';
import type { Worker } from './worker/evolve.ts';
import { workerSettings } from './worker/settings.ts';
import { workerDecider } from './worker/worker.ts';

/** The kinds of entity there are. A new kind is a folder, a row in each table here, and its policies. */
// biome-ignore format: a table
export interface Kinds {
  account:  { state: Account;  command: AccountCommand;  event: AccountEvent };
  endpoint: { state: Endpoint; command: EndpointCommand; event: EndpointEvent };
  worker:   { state: Worker;   command: WorkerCommand;   event: WorkerEvent };
  job:      { state: Job;      command: JobCommand;      event: JobEvent };
  call:     { state: Call;     command: CallCommand;     event: CallEvent };
  fault:    { state: Fault;    command: FaultCommand;    event: FaultEvent };
}

export type Kind = keyof Kinds;
export type StateOf<K extends Kind> = Kinds[K]['state'];
export type CommandOf<K extends Kind> = Kinds[K]['command'];
export type EventOf<K extends Kind> = Kinds[K]['event'];
export type EntityEvent = EventOf<Kind>;
export type DomainEvent = EntityEvent | InputEvent;

export const deciders = {
  account: accountDecider,
  endpoint: endpointDecider,
  worker: workerDecider,
  job: jobDecider,
  call: callDecider,
  fault: faultDecider,
};

export const kinds = Object.keys(deciders) as readonly Kind[];

/** Every setting a world may override, by kind of entity. */
export const settingTables = {
  account: accountSettings,
  endpoint: endpointSettings,
  worker: workerSettings,
  job: jobSettings,
  call: callSettings,
  fault: faultSettings,
};

export type Settings = { readonly [K in Kind]: SettingsOf<(typeof settingTables)[K]> };

export const defaultSettings = Object.fromEntries(kinds.map((kind) => [kind, defaultsOf(settingTables[kind])])) as unknown as Settings;

/** Which kind of entity an event is about; undefined for an input. */
const kindByEvent: ReadonlyMap<string, Kind> = new Map(
  kinds.flatMap((kind) => deciders[kind].lifecycle.rows.map((row) => [row.event, kind] as const)),
);

export const kindOf = (event: DomainEvent): Kind | undefined => kindByEvent.get(event.type);

/** The id of the entity an event is about. */
export const idOf = (kind: Kind, event: DomainEvent): string => (event as unknown as Record<string, string>)[`${kind}Id`] ?? '';
