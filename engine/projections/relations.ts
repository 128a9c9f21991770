import type { Kind, StateOf } from '../entities.ts';

/** Whom or what an entity names in one respect: nothing, one, or several. */
type Named = string | null | readonly string[];

interface Relations {
  readonly pod: Of<'pod', 'account' | 'host' | 'registry' | 'template' | 'volume'>;
  readonly worker: Of<'worker', 'host'>;
  readonly endpoint: Of<'endpoint', 'account' | 'registry' | 'template' | 'volume'>;
  readonly template: Of<'template', 'account' | 'registry' | 'public'>;
  readonly registry: Of<'registry', 'account'>;
  readonly volume: Of<'volume', 'account'>;
  readonly cluster: Of<'cluster', 'account'>;
  readonly delegation: Of<'delegation', 'account'>;
  readonly host: Of<'host', 'fault'>;
  readonly call: Of<'call', 'fault'>;
}

type Of<K extends Kind, Name extends string> = { readonly [N in Name]: (entity: StateOf<K>) => Named };

/** The kinds of which some are looked for by what they name: whose they are, where they are, what they were made of. */
export type RelatedKind = keyof Relations;
export type RelationOf<K extends RelatedKind> = keyof Relations[K] & string;

const account = (entity: { readonly accountId: string }): string => entity.accountId;
const host = ({ placement }: { readonly placement: { readonly hostId: string } | null }): string | null => placement?.hostId ?? null;
const template = ({ config }: { readonly config: { readonly templateId: string | null } }): string | null => config.templateId;

// biome-ignore format: a table
const relations: Relations = {
  pod: {
    account, host, template,
    registry: ({ config }) => config.container.registry ?? null,
    volume:   ({ config }) => config.mounts.network?.map(({ volumeId }) => volumeId) ?? null,
  },
  worker:     { host },
  endpoint: {
    account, template,
    registry: ({ config }) => config.container.registry ?? null,
    volume:   ({ config }) => config.networkVolumes,
  },
  template:   { account, registry: ({ shape }) => shape.container.registry ?? null, public: ({ shape }) => (shape.public ? 'public' : null) },
  registry:   { account },
  volume:     { account },
  cluster:    { account },
  delegation: { account },
  host:       { fault: ({ downBy }) => downBy },
  call:       { fault: ({ slowedBy }) => slowedBy },
};

/** What stands in an index: an entity as it is now, its age among all, and what it was last found to name, relation by relation. */
export interface Indexed {
  readonly entity: StateOf<Kind>;
  readonly number: number;
  readonly names: Named[];
}

/** The entities of one kind by what they name. It follows from the entities alone, so no snapshot holds it. */
export class Index<Slot extends Indexed> {
  readonly #relations: readonly ((entity: StateOf<Kind>) => Named)[];
  readonly #groups: readonly Map<string, Set<Slot>>[];
  readonly #places: ReadonlyMap<string, number>;

  constructor(kind: RelatedKind) {
    const rows = Object.entries(relations[kind]) as [string, (entity: StateOf<Kind>) => Named][];
    this.#relations = rows.map(([, relation]) => relation);
    this.#groups = rows.map(() => new Map());
    this.#places = new Map(rows.map(([name], k) => [name, k]));
  }

  /** Notes what an entity names now; nothing, once it is gone. */
  note(slot: Slot, isGone = false): void {
    for (let k = 0; k < this.#relations.length; k++) {
      const named = isGone ? null : (this.#relations[k]?.(slot.entity) ?? null);
      const before = slot.names[k] ?? null;
      if (named === before) continue;
      for (const name of listed(before)) this.#leave(k, name, slot);
      for (const name of listed(named)) this.#join(k, name, slot);
      slot.names[k] = named;
    }
  }

  /** Those that name it, oldest first. */
  of(relation: string, name: string): readonly Slot[] {
    const group = this.#groups[this.#places.get(relation) ?? -1]?.get(name);
    return group === undefined ? [] : [...group].sort((a, b) => a.number - b.number);
  }

  count(relation: string, name: string): number {
    return this.#groups[this.#places.get(relation) ?? -1]?.get(name)?.size ?? 0;
  }

  #join(k: number, name: string, slot: Slot): void {
    const groups = this.#groups[k];
    const group = groups?.get(name);
    if (group === undefined) groups?.set(name, new Set([slot]));
    else group.add(slot);
  }

  #leave(k: number, name: string, slot: Slot): void {
    const group = this.#groups[k]?.get(name);
    group?.delete(slot);
    if (group?.size === 0) this.#groups[k]?.delete(name);
  }
}

export const isRelated = (kind: Kind): kind is RelatedKind => kind in relations;

const listed = (named: Named): readonly string[] => (named === null ? [] : typeof named === 'string' ? [named] : named);
