import type { ContainerConfig } from '../../../../engine/cloud/container/config.ts';
import type { EndpointConfig } from '../../../../engine/cloud/endpoint/events.ts';
import type { InputEvent } from '../../../../engine/cloud/input.ts';
import type { PodConfig } from '../../../../engine/cloud/pod/events.ts';
import { fillInSteps, type Steps } from '../../../../engine/kernel/steps.ts';
import type { VirtualTime } from '../../../../engine/kernel/time.ts';
import { DueWatch } from '../dueWatch.ts';
import { type Broken, complainAs, type Handlers, type Recount, type RecountRow } from '../recount.ts';

const name = 'references-recounted';
const complain = complainAs(name);

export const referenceRecount: RecountRow = {
  invariants: [
    {
      name,
      about:
        'what a pod, an endpoint, a worker or a template names (volume, template, registry credential, cluster, endpoint, account) is there as long as it is, and belongs to its account, or is a public template; each call has a key that is there and has not expired',
    },
  ],
  open: ({ keyless }) => new References(keyless),
};

/** Who names what (volume.delete-attached, template.delete-used, registry.delete-used, auth.tenancy, auth.bearer). */
class References implements Recount {
  /** What can be named, by its id: whose it is, and whether all accounts may name it. */
  readonly #things = new Map<string, Thing>();
  readonly #namedBy = new Map<string, Set<string>>();
  readonly #names = new Map<string, readonly string[]>();
  readonly #accounts = new Set<string>();
  /** The keys that work, by their digests. */
  readonly #keys = new Map<string, { readonly name: string; readonly expiresAt: VirtualTime | null }>();
  /** What was deleted at the newest instant. */
  readonly #gone = new Set<string>();
  readonly watch = new DueWatch();
  #now = 0 as VirtualTime;
  /** Whether a call has come, or time has passed: before, a world is made of its definition. */
  #isBegun = false;
  readonly #keyless: ReadonlySet<string>;

  constructor(keyless: ReadonlySet<string>) {
    this.#keyless = keyless;
  }

  readonly on: Handlers = {
    AccountOpened: ({ accountId }) => {
      this.#accounts.add(accountId);
    },
    AccountKeyCreated: ({ key: { name: called, digest, expiresAt } }) => {
      this.#keys.set(digest, { name: called, expiresAt });
    },
    AccountKeyRevoked: (event) => {
      for (const [digest, key] of this.#keys) if (key.name === event.name) this.#keys.delete(digest);
    },
    ClockAdvanced: () => {
      this.#isBegun = true;
    },
    InputReceived: (event, { at }) => {
      this.#isBegun = true;
      return this.#checkKey(event, at);
    },
    VolumeCreated: ({ volumeId, accountId }, { at }) => this.#comes(volumeId, { accountId, isPublic: false }, [], at),
    VolumeDeleted: ({ volumeId }, { at }) => this.#goes(volumeId, at),
    GlobalVolumeCreated: ({ globalVolumeId, accountId }, { at }) => this.#comes(globalVolumeId, { accountId, isPublic: false }, [], at),
    GlobalVolumeDeleted: ({ globalVolumeId }, { at }) => this.#goes(globalVolumeId, at),
    RegistryCreated: ({ registryId, accountId }, { at }) => this.#comes(registryId, { accountId, isPublic: false }, [], at),
    RegistryDeleted: ({ registryId }, { at }) => this.#goes(registryId, at),
    TemplateCreated: ({ templateId, accountId, shape }, { at }) =>
      this.#comes(templateId, { accountId, isPublic: shape.public }, namesOfContainer(shape.container), at),
    TemplateUpdated: ({ templateId, shape }, { at }) => {
      const { accountId = '' } = this.#things.get(templateId) ?? {};
      return this.#comes(templateId, { accountId, isPublic: shape.public }, namesOfContainer(shape.container), at);
    },
    TemplateDeleted: ({ templateId }, { at }) => this.#goes(templateId, at),
    ClusterCreated: ({ clusterId, accountId }, { at }) => this.#comes(clusterId, { accountId, isPublic: false }, [], at),
    ClusterTerminated: ({ clusterId }, { at }) => this.#goes(clusterId, at),
    EndpointCreated: ({ endpointId, accountId, config }, { at }) =>
      this.#comes(endpointId, { accountId, isPublic: false }, namesOfEndpoint(config), at),
    EndpointUpdated: ({ endpointId, config }, { at }) => this.#changes(endpointId, namesOfEndpoint(config), at),
    EndpointDeleted: ({ endpointId }, { at }) => this.#goes(endpointId, at),
    WorkerLaunched: ({ workerId, endpointId }) => this.#record(workerId, [endpointId]),
    WorkerThrottled: ({ workerId, endpointId }) => this.#record(workerId, [endpointId]),
    WorkerTerminated: ({ workerId }) => this.#record(workerId, []),
    PodCreated: ({ podId, accountId, config, member }, { at }) => {
      if (member !== null) this.#record(`member ${podId}`, [member.clusterId]);
      return this.#comes(podId, { accountId, isPublic: false }, namesOfPod(config), at);
    },
    PodUpdated: ({ podId, config }, { at }) => this.#changes(podId, namesOfPod(config), at),
    PodTerminated: ({ podId }, { at }) => {
      this.#record(`member ${podId}`, []);
      return this.#goes(podId, at);
    },
  };

  timePasses(): Broken | undefined {
    this.watch.clear();
    for (const id of this.#gone) {
      const [user] = this.#namedBy.get(id) ?? [];
      if (user !== undefined) return complain(`${id} is deleted, and ${user} still names it`, this.#now);
    }
    this.#gone.clear();
    return undefined;
  }

  dump(): ReferencesDump {
    const [things, namedBy, names, accounts, keys, gone] = [
      this.#things,
      this.#namedBy,
      this.#names,
      this.#accounts,
      this.#keys,
      this.#gone,
    ];
    return { things, namedBy, names, accounts, keys, gone, now: this.#now, isBegun: this.#isBegun };
  }

  *load({ things, namedBy, names, accounts, keys, gone, now, isBegun }: ReferencesDump): Steps<void> {
    yield* fillInSteps(this.#things, things);
    for (const [id, users] of namedBy) this.#namedBy.set(id, new Set(users));
    yield* fillInSteps(this.#names, names);
    for (const id of accounts) this.#accounts.add(id);
    yield* fillInSteps(this.#keys, keys);
    for (const id of gone) this.#gone.add(id);
    this.#now = now;
    this.#isBegun = isBegun;
  }

  #checkKey({ client, operation }: Extract<InputEvent, { type: 'InputReceived' }>, at: VirtualTime): Broken | undefined {
    if (!('digest' in client) || this.#keyless.has(operation)) return undefined;
    const key = this.#keys.get(client.digest);
    if (key === undefined) return complain(`a call of ${operation} was let in with a key that is not there`, at);
    if (key.expiresAt === null || key.expiresAt > at) return undefined;
    return complain(`a call of ${operation} was let in with ${key.name}, which has expired`, at);
  }

  #comes(id: string, thing: Thing, names: readonly string[], at: VirtualTime): Broken | undefined {
    const isNew = !this.#things.has(id);
    this.#things.set(id, thing);
    if (isNew && !thing.isPublic && !this.#accounts.has(thing.accountId))
      return complain(`${id} belongs to ${thing.accountId}, which is no account`, at);
    return this.#changes(id, names, at);
  }

  /** What it named before may have become private since; what is new must be there for it. What a world is defined with may name anything. */
  #changes(id: string, names: readonly string[], at: VirtualTime): Broken | undefined {
    const before = this.#names.get(id) ?? [];
    this.#record(id, names);
    if (!this.#isBegun) return undefined;
    const accountId = this.#things.get(id)?.accountId;
    for (const one of names) {
      if (before.includes(one)) continue;
      const thing = this.#things.get(one);
      if (thing === undefined) return complain(`${id} names ${one}, which is not there`, at);
      if (!thing.isPublic && thing.accountId !== accountId)
        return complain(`${id} of ${accountId} names ${one}, which belongs to ${thing.accountId}`, at);
    }
    return undefined;
  }

  #goes(id: string, at: VirtualTime): undefined {
    this.#record(id, []);
    this.#things.delete(id);
    this.#gone.add(id);
    this.#now = at;
    this.watch.set();
  }

  #record(user: string, names: readonly string[]): undefined {
    for (const id of this.#names.get(user) ?? []) {
      const users = this.#namedBy.get(id);
      users?.delete(user);
      if (users?.size === 0) this.#namedBy.delete(id);
    }
    if (names.length === 0) this.#names.delete(user);
    else this.#names.set(user, names);
    for (const id of names) this.#namedBy.set(id, (this.#namedBy.get(id) ?? new Set()).add(user));
  }
}

interface Thing {
  readonly accountId: string;
  readonly isPublic: boolean;
}

interface ReferencesDump {
  readonly things: ReadonlyMap<string, Thing>;
  readonly namedBy: ReadonlyMap<string, ReadonlySet<string>>;
  readonly names: ReadonlyMap<string, readonly string[]>;
  readonly accounts: ReadonlySet<string>;
  readonly keys: ReadonlyMap<string, { readonly name: string; readonly expiresAt: VirtualTime | null }>;
  readonly gone: ReadonlySet<string>;
  readonly now: VirtualTime;
  readonly isBegun: boolean;
}

const namesOfContainer = ({ registry }: ContainerConfig): readonly string[] => list(registry);

const namesOfEndpoint = ({ templateId, networkVolumes, container }: EndpointConfig): readonly string[] => [
  ...list(templateId),
  ...networkVolumes,
  ...namesOfContainer(container),
];

const namesOfPod = ({ templateId, mounts: { network = [], global = [] }, container }: PodConfig): readonly string[] => [
  ...list(templateId),
  ...[...network, ...global].map(({ volumeId }) => volumeId),
  ...namesOfContainer(container),
];

const list = (id: string | null | undefined): readonly string[] => (id === null || id === undefined ? [] : [id]);
