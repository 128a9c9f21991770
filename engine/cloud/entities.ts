import type { asItsParts, Profile } from '../kernel/entity.ts';
import type { LoggedEvent } from '../kernel/logEntry.ts';
import { listDefaults, type SettingsOf } from '../kernel/settings.ts';
import { accountEntity } from './account/account.ts';
import { batchEntity } from './batch/batch.ts';
import { callEntity } from './call/call.ts';
import { clusterEntity } from './cluster/cluster.ts';
import { endpointEntity } from './endpoint/endpoint.ts';
import { faultEntity } from './fault/fault.ts';
import { hostEntity } from './host/host.ts';
import { jobEntity } from './job/job.ts';
import type { RuleId } from './lifecycles.ts';
import { podEntity } from './pod/pod.ts';
import { requestEntity } from './request/request.ts';
import { costCenterEntity } from './resources/costCenter.ts';
import { delegationEntity } from './resources/delegation.ts';
import { globalVolumeEntity } from './resources/globalVolume.ts';
import { registryEntity } from './resources/registry.ts';
import { secretEntity } from './resources/secret.ts';
import { tagEntity } from './resources/tag.ts';
import { templateEntity } from './resources/template.ts';
import { volumeEntity } from './resources/volume.ts';
import { workerEntity } from './worker/worker.ts';

/** What a registration says of rules: its settings and what it is refused by, if it is not there, name rules of the rulebook. */
export interface Ruled {
  readonly settings: Readonly<Record<string, { readonly rule: RuleId }>>;
  readonly profile: { readonly found: { readonly missing: RuleId } | null };
}

/** Every kind of entity, in the order in which they are listed everywhere. A new kind is one row here. */
export const entities = {
  account: accountEntity,
  endpoint: endpointEntity,
  worker: workerEntity,
  job: jobEntity,
  batch: batchEntity,
  request: requestEntity,
  call: callEntity,
  delegation: delegationEntity,
  registry: registryEntity,
  secret: secretEntity,
  tag: tagEntity,
  costCenter: costCenterEntity,
  template: templateEntity,
  volume: volumeEntity,
  globalVolume: globalVolumeEntity,
  host: hostEntity,
  pod: podEntity,
  cluster: clusterEntity,
  fault: faultEntity,
} satisfies Readonly<Record<string, Ruled>>;

type Entities = typeof entities;
export type Kind = keyof Entities;
export type StateOf<K extends Kind> = ReturnType<Entities[K]['initial']>;
export type CommandOf<K extends Kind> = Parameters<Entities[K]['decide']>[0];
export type EventOf<K extends Kind> = Parameters<Entities[K]['evolve']>[1];
export type EntityEvent = EventOf<Kind>;
/** The kind that has events of a type. */
export type KindOfEvent<Type> = { [K in Kind]: Type extends EventOf<K>['type'] ? K : never }[Kind];
export type Settings = { readonly [K in Kind]: SettingsOf<Entities[K]['settings']> };

/** Changes of some settings, by kind. */
export type SomeSettings = { readonly [K in Kind]?: Partial<Settings[K]> };

/** Finds an entity by its id; undefined if there is none. */
export interface EntityLookup {
  find<K extends Kind>(kind: K, id: string): StateOf<K> | undefined;
}

/** The relations by which entities of a kind are indexed. */
export type RelationOf<K extends Kind> = keyof Entities[K]['relations'] & string;

type ProfileOf<K extends Kind> = Entities[K]['profile'];

/** The kinds that a path may name. */
export type FindableKind = { [K in Kind]: ProfileOf<K>['found'] extends null ? never : K }[Kind];

/** The kinds that may wait for something that an explanation puts into words. */
export type WaitingKind = { [K in Kind]: ProfileOf<K>['waitsIn'] extends readonly [] ? never : K }[Kind];

/** The kinds that are listed with what callers could do to them. */
export type ActingKind = { [K in Kind]: ProfileOf<K>['actions'] extends null ? never : K }[Kind];

/** The kinds that have a number of something, and of what. */
export type CountingKind = { [K in Kind]: ProfileOf<K>['counts'] extends readonly [] ? never : K }[Kind];
export type CountOf<K extends Kind> = ProfileOf<K>['counts'][number];

/** The kinds that are in transition while any of their parts is, and their parts. */
export type Whole = { [K in Kind]: ProfileOf<K>['inTransition'] extends typeof asItsParts ? K : never }[Kind];
export type PartOf<K extends Whole> = ProfileOf<K>['parts'][number];

export const kinds = Object.keys(entities) as readonly Kind[];

export const isKind = (word: string): word is Kind => Object.hasOwn(entities, word);

/** The same as values. */
export const findableKinds = kinds.filter((kind) => entities[kind].profile.found !== null) as readonly FindableKind[];

/** What the rest of the engine must know of a kind, for code that treats all kinds alike. */
export const findProfile = (kind: Kind): Profile<StateOf<Kind>, CommandOf<Kind>> =>
  entities[kind].profile as unknown as Profile<StateOf<Kind>, CommandOf<Kind>>;

export const defaultSettings = Object.fromEntries(
  kinds.map((kind) => [kind, listDefaults(entities[kind].settings)]),
) as unknown as Settings;

/** The kind of entity that an operation creates, if its answer gives the id. */
export const kindCreatedBy = (operation: string): Kind | undefined => kinds.find((kind) => findProfile(kind).createdBy.includes(operation));

/** The events by which an entity of the kind begins. */
export const listBeginnings = (kind: Kind): readonly string[] => {
  const { initial, rows } = entities[kind].lifecycle;
  return rows.flatMap(({ from, event }) => (from === initial ? [event] : []));
};

/** Which kind of entity an event is about; undefined for an input. */
const kindByEvent: ReadonlyMap<string, Kind> = new Map(
  kinds.flatMap((kind) => entities[kind].lifecycle.rows.map((row) => [row.event, kind] as const)),
);

export const findKind = (event: LoggedEvent): Kind | undefined => kindByEvent.get(event.type);

/** The id of the entity an event is about. */
export const findId = (kind: Kind, event: LoggedEvent): string => (event as unknown as Record<string, string>)[`${kind}Id`] ?? '';
