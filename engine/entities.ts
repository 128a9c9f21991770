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
import { clusterDecider } from './cluster/cluster.ts';
import type { ClusterCommand } from './cluster/decide.ts';
import type { ClusterEvent } from './cluster/events.ts';
import type { Cluster } from './cluster/evolve.ts';
import { clusterSettings } from './cluster/settings.ts';
import type { DelegationCommand } from './delegation/decide.ts';
import { delegationDecider } from './delegation/delegation.ts';
import type { DelegationEvent } from './delegation/events.ts';
import type { Delegation } from './delegation/evolve.ts';
import { delegationSettings } from './delegation/settings.ts';
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
import type { HostCommand } from './host/decide.ts';
import type { HostEvent } from './host/events.ts';
import type { Host } from './host/evolve.ts';
import { hostDecider } from './host/host.ts';
import { hostSettings } from './host/settings.ts';
import type { InputEvent } from './input.ts';
import type { JobCommand } from './job/decide.ts';
import type { JobEvent } from './job/events.ts';
import type { Job } from './job/evolve.ts';
import { jobDecider } from './job/job.ts';
import { jobSettings } from './job/settings.ts';
import { defaultsOf, type SettingsOf } from './kernel/settings.ts';
import type { PodCommand } from './pod/decide.ts';
import type { PodEvent } from './pod/events.ts';
import type { Pod } from './pod/evolve.ts';
import { podDecider } from './pod/pod.ts';
import { podSettings } from './pod/settings.ts';
import type { RegistryCommand } from './registry/decide.ts';
import type { RegistryEvent } from './registry/events.ts';
import type { Registry } from './registry/evolve.ts';
import { registryDecider } from './registry/registry.ts';
import { registrySettings } from './registry/settings.ts';
import type { RequestCommand } from './request/decide.ts';
import type { RequestEvent } from './request/events.ts';
import type { LbRequest } from './request/evolve.ts';
import { requestDecider } from './request/request.ts';
import { requestSettings } from './request/settings.ts';
import type { TemplateCommand } from './template/decide.ts';
import type { TemplateEvent } from './template/events.ts';
import type { Template } from './template/evolve.ts';
import { templateSettings } from './template/settings.ts';
import { templateDecider } from './template/template.ts';
import type { VolumeCommand } from './volume/decide.ts';
import type { VolumeEvent } from './volume/events.ts';
import type { Volume } from './volume/evolve.ts';
import { volumeSettings } from './volume/settings.ts';
import { volumeDecider } from './volume/volume.ts';
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
  request:  { state: LbRequest; command: RequestCommand; event: RequestEvent };
  call:     { state: Call;     command: CallCommand;     event: CallEvent };
  delegation: { state: Delegation; command: DelegationCommand; event: DelegationEvent };
  registry: { state: Registry; command: RegistryCommand; event: RegistryEvent };
  template: { state: Template; command: TemplateCommand; event: TemplateEvent };
  volume: { state: Volume; command: VolumeCommand; event: VolumeEvent };
  host: { state: Host; command: HostCommand; event: HostEvent };
  pod: { state: Pod; command: PodCommand; event: PodEvent };
  cluster: { state: Cluster; command: ClusterCommand; event: ClusterEvent };
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
  request: requestDecider,
  call: callDecider,
  delegation: delegationDecider,
  registry: registryDecider,
  template: templateDecider,
  volume: volumeDecider,
  host: hostDecider,
  pod: podDecider,
  cluster: clusterDecider,
  fault: faultDecider,
};

export const kinds = Object.keys(deciders) as readonly Kind[];

/** Every setting a world may override, by kind of entity. */
export const settingTables = {
  account: accountSettings,
  endpoint: endpointSettings,
  worker: workerSettings,
  job: jobSettings,
  request: requestSettings,
  call: callSettings,
  delegation: delegationSettings,
  registry: registrySettings,
  template: templateSettings,
  volume: volumeSettings,
  host: hostSettings,
  pod: podSettings,
  cluster: clusterSettings,
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
