import type { Named } from '../../kernel/entity.ts';
import { entities, type Kind, type StateOf } from '../entities.ts';

/** An entry of an index: an entity as it is now, its age, and the names under which it is indexed, by relation. */
export interface Indexed {
  readonly entity: StateOf<Kind>;
  readonly number: number;
  readonly names: Named[];
}

/** The entities of one kind by the names they refer to. It follows from the entities alone, so no snapshot contains it. */
export class Index<Slot extends Indexed> {
  readonly #relations: readonly ((entity: StateOf<Kind>) => Named)[];
  readonly #groups: readonly Map<string, Set<Slot>>[];
  readonly #places: ReadonlyMap<string, number>;

  constructor(kind: Kind) {
    const rows = Object.entries(entities[kind].relations) as [string, (entity: StateOf<Kind>) => Named][];
    this.#relations = rows.map(([, relation]) => relation);
    this.#groups = rows.map(() => new Map());
    this.#places = new Map(rows.map(([name], k) => [name, k]));
  }

  /** Updates the index for an entity; removes an entity that is gone. */
  note(slot: Slot, isGone = false): void {
    for (let k = 0; k < this.#relations.length; k++) {
      const named = isGone ? null : (this.#relations[k]?.(slot.entity) ?? null);
      const before = slot.names[k] ?? null;
      if (named === before) continue;
      for (const name of toList(before)) this.#leave(k, name, slot);
      for (const name of toList(named)) this.#join(k, name, slot);
      slot.names[k] = named;
    }
  }

  /** The entities that refer to the name, oldest first. */
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

export const isRelated = (kind: Kind): boolean => Object.keys(entities[kind].relations).length > 0;

const toList = (named: Named): readonly string[] => (named === null ? [] : typeof named === 'string' ? [named] : named);
