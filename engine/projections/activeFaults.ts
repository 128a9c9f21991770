import type { FaultKind } from '../fault/events.ts';
import { type Fault, isSpent } from '../fault/evolve.ts';
import type { Dumpable } from '../kernel/dump.ts';

/** The faults that may strike now, by kind, in the order they began. */
export class ActiveFaults implements Dumpable<FaultsDump> {
  readonly #byKind = new Map<FaultKind, Map<string, Fault>>();
  #injected = 0;

  /** How many faults there ever were: the next one's id follows from it. */
  get injected(): number {
    return this.#injected;
  }

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
    // It waits exactly once, when it has just been injected.
    if (entity.status === 'WAITING') this.#injected += 1;
    const faults = this.#byKind.get(fault) ?? new Map<string, Fault>();
    if (entity.status === 'ACTIVE' && !isSpent(entity)) this.#byKind.set(fault, faults.set(id, entity));
    else faults.delete(id);
    if (faults.size === 0) this.#byKind.delete(fault);
  }

  dump(): FaultsDump {
    return { injected: this.#injected, byKind: this.#byKind };
  }

  load({ injected, byKind }: FaultsDump): void {
    this.#injected = injected;
    for (const [kind, faults] of byKind) this.#byKind.set(kind, faults);
  }
}

interface FaultsDump {
  readonly injected: number;
  readonly byKind: ReadonlyMap<FaultKind, Map<string, Fault>>;
}
