import { canonicalText } from '../../kernel/canonical.ts';
import type { Dumpable } from '../../kernel/dump.ts';
import { keyText } from '../../kernel/rng.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import type { FaultEvent, FaultKind } from '../fault/events.ts';
import { type Fault, isSpent } from '../fault/evolve.ts';

/** The faults that may strike now, by kind, in the order they began. */
export class ActiveFaults implements Dumpable<FaultsDump> {
  readonly #byKind = new Map<FaultKind, Map<string, Fault>>();
  /**
   * How many faults had the same content, by content. The content includes the beginning of the window, and no window begins
   * before the fault is injected. So a content whose beginning is past cannot occur again.
   */
  readonly #twins = new Map<string, { count: number; readonly from: VirtualTime }>();
  /** The key of the draws of each fault that is not over. */
  readonly #keys = new Map<string, string>();
  /** How often a fault denied capacity, by the worker or pod that looked for a host. */
  readonly #denials = new Map<string, number>();
  #injected = 0;

  /** How many faults were ever injected: the id of the next one follows from it. */
  get injected(): number {
    return this.#injected;
  }

  of(kind: FaultKind): Iterable<Fault> {
    return this.#byKind.get(kind)?.values() ?? [];
  }

  /** Whether no fault at all can strike now. */
  get isEmpty(): boolean {
    return this.#byKind.size === 0;
  }

  /** Whether no fault of this kind can strike now. */
  none(kind: FaultKind): boolean {
    return !this.#byKind.has(kind);
  }

  /** The content of a fault, and its number among the faults with the same content. So its draws do not depend on other faults. */
  findKey(id: string): string {
    return this.#keys.get(id) ?? id;
  }

  denials(id: string): number {
    return this.#denials.get(id) ?? 0;
  }

  /** A removed worker or pod looks for no host any more. */
  forget(id: string): void {
    this.#denials.delete(id);
  }

  apply(event: FaultEvent, entity: Fault, at: VirtualTime): void {
    const { id, spec, status } = entity;
    const { fault } = spec;
    if (event.type === 'FaultStruck' && fault === 'no-capacity') this.#denials.set(event.target, this.denials(event.target) + 1);
    // A fault is WAITING exactly once: just after it was injected.
    if (status === 'WAITING') this.#record(entity, at);
    if (status === 'ENDED') this.#keys.delete(id);
    const faults = this.#byKind.get(fault) ?? new Map<string, Fault>();
    if (status === 'ACTIVE' && !isSpent(entity)) this.#byKind.set(fault, faults.set(id, entity));
    else faults.delete(id);
    if (faults.size === 0) this.#byKind.delete(fault);
  }

  #record({ id, spec }: Fault, at: VirtualTime): void {
    this.#injected += 1;
    for (const [content, { from }] of this.#twins) if (from < at) this.#twins.delete(content);
    const content = canonicalText(spec);
    const twin = (this.#twins.get(content)?.count ?? 0) + 1;
    this.#twins.set(content, { count: twin, from: spec.from });
    this.#keys.set(id, keyText(content, String(twin)));
  }

  dump(): FaultsDump {
    return { injected: this.#injected, byKind: this.#byKind, twins: this.#twins, keys: this.#keys, denials: this.#denials };
  }

  load({ injected, byKind, twins, keys, denials }: FaultsDump): void {
    this.#injected = injected;
    for (const [kind, faults] of byKind) this.#byKind.set(kind, faults);
    for (const [content, counted] of twins) this.#twins.set(content, counted);
    for (const [id, key] of keys) this.#keys.set(id, key);
    for (const [id, count] of denials) this.#denials.set(id, count);
  }
}

interface FaultsDump {
  readonly injected: number;
  readonly byKind: ReadonlyMap<FaultKind, Map<string, Fault>>;
  readonly twins: ReadonlyMap<string, { count: number; readonly from: VirtualTime }>;
  readonly keys: ReadonlyMap<string, string>;
  readonly denials: ReadonlyMap<string, number>;
}
