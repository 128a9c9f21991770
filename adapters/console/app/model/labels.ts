import type { StateChange } from '../../../../engine/cloud/index.ts';
import type { ShortNames } from '../../../../engine/world/index.ts';

/**
 * The names of entities in views: the name that a person gave, such as `train-llama` for the pod `j66cc3d9l788rw`. An entity without one,
 * or with a chosen id, has its short name as in timelines. Commands and addresses use ids and short names, which a terminal knows.
 */
export class Labels {
  readonly #names: ShortNames;
  readonly #given = new Map<string, string>();
  /** The first entity with a name. Others with the same name get the beginning of their ids beside it. */
  readonly #firstOf = new Map<string, string>();

  constructor(names: ShortNames) {
    this.#names = names;
  }

  learn(change: StateChange): void {
    const { id } = change.entity;
    const name = nameOfEntity(change);
    if (name === null || name === '' || !isMade(id)) return;
    this.#given.set(id, name);
    if (!this.#firstOf.has(name)) this.#firstOf.set(name, id);
  }

  /** Forgets every id that is not in a set. */
  keep(ids: ReadonlySet<string>): void {
    for (const [id, name] of this.#given) {
      if (ids.has(id)) continue;
      this.#given.delete(id);
      if (this.#firstOf.get(name) === id) this.#firstOf.delete(name);
    }
  }

  findName(id: string): string {
    // A worker has the id of its endpoint, and a number.
    const [, owner = id, number = ''] = /^(.+)(-w\d+)$/.exec(id) ?? [];
    const name = this.#given.get(owner);
    if (name === undefined) return this.#names.findName(id);
    return this.#firstOf.get(name) === owner ? `${name}${number}` : `${name}·${owner.slice(0, 4)}${number}`;
  }

  /** A text with these names instead of the ids in it. */
  inText(text: string): string {
    return this.#names.inText(text).replace(madeIds, (id) => this.findName(id));
  }

  /** Finds the id of the entity with a label; undefined if no entity has it. */
  findId(label: string): string | undefined {
    const [, name = label, number = ''] = /^(.+)(-w\d+)$/.exec(label) ?? [];
    const id = this.#firstOf.get(label) ?? this.#firstOf.get(name);
    return id === undefined ? undefined : this.#firstOf.has(label) ? id : `${id}${number}`;
  }
}

/** Endpoints and pods have it in their configuration; clusters, volumes, templates and registry credentials in their shape. */
const nameOfEntity = ({ entity }: StateChange): string | null => {
  if ('config' in entity && 'name' in entity.config) return entity.config.name;
  return 'shape' in entity && 'name' in entity.shape ? entity.shape.name : null;
};

/** Whether the platform drew the id. A scenario may choose ids: then the id says more than the name. */
const isMade = (id: string): boolean => /^[0-9a-z]{14}$/.test(id);

const madeIds = /\b[0-9a-z]{14}(?:-w\d+)?\b/g;
