import type { ApiKey } from '../cloud/account/events.ts';
import { digestSecret, KeyDigests, type KeyMark } from '../cloud/account/keyDigest.ts';
import type { HostSpec } from '../cloud/catalog/hostSpec.ts';
import type { ImageFacts } from '../cloud/catalog/imageFacts.ts';
import type { EndpointConfig } from '../cloud/endpoint/events.ts';
import { defaultSettings, entities, kinds, type Settings, type SomeSettings } from '../cloud/entities.ts';
import type { FaultSpec } from '../cloud/fault/events.ts';
import type { HandlerSpec } from '../cloud/handler/spec.ts';
import type { DomainEvent } from '../cloud/input.ts';
import { policies } from '../cloud/policies/policies.ts';
import type { TemplateShape } from '../cloud/resources/template.ts';
import { type MeasuredTiming, settingsOfTiming, type TimingName } from '../cloud/timing/timings.ts';
import { canonicalText } from '../kernel/canonical.ts';
import type { LogEntry } from '../kernel/logEntry.ts';
import { drawVersion } from '../kernel/rng.ts';
import { type Sha256, sha256Hex } from '../kernel/sha256.ts';
import { engineVersion, logFormat } from './version.ts';

/** Everything a world is made from, as plain data. The same definition and the same inputs give the same log. */
export interface WorldDefinition<Key = ApiKey | GivenKey> {
  readonly seed: string;
  /** How draws are made from the seed: the header of a log always names it. */
  readonly draws?: typeof drawVersion;
  /** The timing of the world; that of the textbook by default. */
  readonly timing?: MeasuredTiming | undefined;
  /** The instant of virtual time 0, in ms since 1970-01-01T00:00:00Z. */
  readonly startMs: number;
  /** Only the differences from its timing, by kind of entity. */
  readonly settings: SomeSettings;
  /** The machines; null = the default hosts. */
  readonly hosts: readonly HostSpec[] | null;
  readonly accounts: readonly { readonly id: string; readonly keys: readonly Key[] }[];
  /** Absent = none. */
  readonly templates?: readonly TemplateDefinition[];
  readonly endpoints: readonly EndpointDefinition[];
  readonly faults: readonly FaultSpec[];
  /** Origins to which webhooks are really posted, such as `http://127.0.0.1:9999`, or `*` for all; absent = none: all receivers are simulated. */
  readonly webhooks?: readonly string[];
  /** Sizes of images; absent = none is named, and all have the size of the settings (image.size). */
  readonly images?: readonly ImageFacts[];
}

/** A key with its secret, from the creator of the world. */
export interface GivenKey extends Omit<ApiKey, keyof KeyMark> {
  readonly secret: string;
}

export interface TemplateDefinition {
  readonly id: string;
  readonly accountId: string;
  readonly shape: TemplateShape;
}

export interface EndpointDefinition {
  readonly id: string;
  readonly accountId: string;
  readonly config: EndpointConfig;
  readonly handler: HandlerSpec;
}

/** The first line of a log. */
export interface LogHeader {
  readonly podsim: { readonly format: number; readonly engine: string; readonly ruleset: string };
  /** Without the secrets of its keys. */
  readonly definition: WorldDefinition<ApiKey>;
}

export const writeHeader = (definition: WorldDefinition, sha256: Sha256 = sha256Hex): LogHeader => ({
  podsim: { format: logFormat, engine: engineVersion, ruleset: rulesetDigest(sha256) },
  definition: { ...withoutEmpty(definition), accounts: withoutSecrets(definition, sha256), draws: drawVersion },
});

const withoutSecrets = ({ accounts }: WorldDefinition, sha256: Sha256): LogHeader['definition']['accounts'] => {
  const digests = new KeyDigests(sha256);
  return accounts.map(({ id, keys }) => ({ id, keys: keys.map((key) => digestKey(key, digests)) }));
};

const digestKey = (key: ApiKey | GivenKey, digests: KeyDigests): ApiKey => {
  if (!('secret' in key)) return key;
  const { secret, ...rest } = key;
  return { ...rest, ...digestSecret(secret, digests) };
};

/** An empty list means the same as an absent one, so the header has only one form. */
const withoutEmpty = ({ webhooks = [], templates = [], images = [], ...definition }: WorldDefinition): WorldDefinition => ({
  ...definition,
  ...(templates.length === 0 ? {} : { templates }),
  ...(webhooks.length === 0 ? {} : { webhooks }),
  ...(images.length === 0 ? {} : { images }),
});

/** The key that a call uses if it names none; undefined if no account has a key. */
export const findFirstKey = <Key>({ accounts }: Pick<WorldDefinition<Key>, 'accounts'>): Key | undefined =>
  accounts.flatMap(({ keys }) => keys)[0];

/** What clients send for the first key; '' where no account has a key, or the definition is that of a log, which does not know it. */
export const findFirstSecret = (definition: Pick<WorldDefinition, 'accounts'>): string => {
  const first = findFirstKey(definition);
  return first !== undefined && 'secret' in first ? first.secret : '';
};

const withSecret = (key: ApiKey | GivenKey, secret: string): GivenKey => {
  const { digest: _digest, last4: _last4, ...rest } = key as ApiKey;
  return { ...rest, secret };
};

/** The same definition with another secret for its first key. */
export const withFirstSecret = (definition: WorldDefinition, secret: string): WorldDefinition => {
  const first = findFirstKey(definition);
  const renewKey = (key: ApiKey | GivenKey): ApiKey | GivenKey => (key === first ? withSecret(key, secret) : key);
  return { ...definition, accounts: definition.accounts.map(({ id, keys }) => ({ id, keys: keys.map(renewKey) })) };
};

export const readSettings = ({ timing, settings }: Pick<WorldDefinition, 'settings' | 'timing'>): Settings => {
  const those = timing === undefined ? defaultSettings : changeSettings(defaultSettings, settingsOfTiming(timing));
  return changeSettings(those, settings);
};

/** The same definition with the times of that name; those of the textbook have none in a definition. */
export const withTiming = <Definition extends Pick<WorldDefinition, 'timing'>>(definition: Definition, name: TimingName): Definition => {
  const { timing: _timing, ...rest } = definition;
  return (name === 'textbook' ? rest : { ...rest, timing: name }) as Definition;
};

/** All settings, with some of them changed. */
export const changeSettings = (settings: Settings, changes: SomeSettings): Settings =>
  Object.fromEntries(kinds.map((kind) => [kind, { ...settings[kind], ...changes[kind] }])) as unknown as Settings;

/** Two parts of the settings merged; `more` wins. */
export const mergeSettings = (settings: SomeSettings, more: SomeSettings): SomeSettings =>
  Object.fromEntries(
    kinds.flatMap((kind) =>
      settings[kind] === undefined && more[kind] === undefined ? [] : [[kind, { ...settings[kind], ...more[kind] }]],
    ),
  );

/** The settings in force at the end of a log. */
export const settingsAfter = (definition: WorldDefinition, entries: Iterable<LogEntry<DomainEvent>>): Settings => {
  let settings = readSettings(definition);
  for (const { event } of entries) if (event.type === 'SettingsChanged') settings = changeSettings(settings, event.settings);
  return settings;
};

/**
 * The version of how ids and draws are keyed: by the account of a call, by its key or content, by its number among equal calls in
 * the log, and by the content of a fault. Increase it with every change to this.
 */
const keyVersion = 4;

/**
 * A digest of the key version, lifecycles, timers, policies and default settings. Two engines with the same digest follow the same
 * tables. These never change while a process runs, so all worlds share it.
 */
export const rulesetDigest = (sha256: Sha256 = sha256Hex): string => {
  knownDigest ??= sha256(rulesetText()).slice(0, 16);
  return knownDigest;
};

let knownDigest: string | undefined;

const rulesetText = (): string => {
  const tables = kinds.map((kind) => {
    const { lifecycle, timers } = entities[kind];
    const cells = lifecycle.rows.map(({ from, event, to }) => `${from} ${event} ${to}`);
    return { kind, cells, timers: timers.map(({ name, runs, command }) => ({ name, runs, command })) };
  });
  const rows = Object.entries(policies).map(([event, row]) => ({ event, rules: row.map(({ rule }) => rule) }));
  return canonicalText({ tables, rows, settings: defaultSettings, keys: keyVersion });
};

/** Every permission, for keys that are not restricted. */
export const allPermissions: ApiKey['permissions'] = {
  pods: 'write',
  serverless: 'write',
  templates: 'write',
  clusters: 'write',
  volumes: 'write',
  registries: 'write',
  account: 'write',
  billing: 'write',
  queue: 'write',
};

/** 2026-01-01T00:00:00Z: when a world starts unless its definition says otherwise. Never the wall clock. */
export const defaultStartMs = 1_767_225_600_000;
export const defaultSeed = 'podsim';
