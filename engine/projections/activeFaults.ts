import type { FaultKind } from '../fault/events.ts';
import type { Fault } from '../fault/evolve.ts';
import type { ChangeOf } from './change.ts';

/** The faults that may strike now, by kind, in the order they began. */
export class ActiveFaults {
  readonly #byKind = new Map<FaultKind, Map<string, Fault>>();

  of(kind: FaultKind): Iterable<Fault> {
    return this.#byKind.get(kind)?.values() ?? [];
  }

  apply({ id, entity }: ChangeOf<'fault'>): void {
    const { fault } = entity.spec;
    const faults = this.#byKind.get(fault) ?? new Map<string, Fault>();
    if (entity.status === 'ACTIVE') this.#byKind.set(fault, faults.set(id, entity));
    else faults.delete(id);
    if (faults.size === 0) this.#byKind.delete(fault);
  }
}
