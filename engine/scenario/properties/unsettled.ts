import { findProfile, type Kind, kinds, type StateOf } from '../../cloud/entities.ts';
import type { State } from '../../cloud/state/state.ts';
import { asItsParts, isPassing } from '../../kernel/entity.ts';
import type { VirtualTime } from '../../kernel/time.ts';

/** An entity in a status that should pass by itself. */
export interface InTransition {
  readonly kind: Kind;
  readonly id: string;
  readonly status: string;
  readonly since: VirtualTime;
}

/** The entities that are in transition: jobs and requests that have not ended, pods, workers and clusters that begin. */
export class Unsettled {
  readonly #waiting = new Map<string, InTransition>();

  /** The state of an entity after a change of it; undefined if it is gone. */
  note(kind: Kind, id: string, entity: StateOf<Kind> | undefined, at: VirtualTime): void {
    const profile = findProfile(kind);
    if (profile.inTransition === asItsParts || profile.inTransition.length === 0) return;
    const key = `${kind} ${id}`;
    if (entity === undefined || !isPassing(profile, entity)) this.#waiting.delete(key);
    else this.#waiting.set(key, { kind, id, status: entity.status, since: this.#waiting.get(key)?.since ?? at });
  }

  noteAll(state: State, at: VirtualTime): void {
    for (const kind of kinds) for (const entity of state.all(kind)) this.note(kind, entity.id, entity, at);
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  get all(): readonly InTransition[] {
    return [...this.#waiting.values()];
  }

  /** The entity in question that has waited longest; of several, the one that began first. */
  longest(isMeant: (one: InTransition) => boolean): InTransition | undefined {
    let found: InTransition | undefined;
    for (const one of this.#waiting.values()) if (isMeant(one) && (found === undefined || one.since < found.since)) found = one;
    return found;
  }
}
