import type { FaultKind } from '../fault/events.ts';
import type { Fault } from '../fault/evolve.ts';

/** The faults that may strike now, by kind, in the order they began. */
export class ActiveFaults {
  readonly #byKind = new Map<FaultKind, Map<string, Fault>>();

  of(kind: FaultKind): Iterable<Fault> {
    return this.#byKind.get(kind)?.values() ?? [];
  }

  /** Nothing of this kind can strike now. */
  none(kind: FaultKind): boolean {
    return !this.#byKind.has(kind);
  }

  apply(entity: Fault): void {
    const { id, spec } = entity;
    const { fault } = spec;
    const faults = this.#byKind.get(fault) ?? new Map<string, Fault>();
    if (entity.status === 'ACTIVE') this.#byKind.set(fault, faults.set(id, entity));
    else faults.delete(id);
    if (faults.size === 0) this.#byKind.delete(fault);
  }
}
