import { type CommandOf, type DomainEvent, deciders, type EventOf, idOf, type Kind, kindOf, kinds, type StateOf } from './entities.ts';
import type { InputEvent } from './input.ts';
import type { CalendarEntry } from './kernel/calendar.ts';
import { type Decider, evolved, type Mutable } from './kernel/decider.ts';
import type { LogEntry } from './kernel/log.ts';
import type { VirtualTime } from './kernel/time.ts';
import { ActiveFaults } from './projections/activeFaults.ts';
import type { Change, ChangeOf } from './projections/change.ts';
import { Fleet } from './projections/fleet.ts';
import { Health } from './projections/health.ts';
import { HeldCalls } from './projections/heldCalls.ts';
import { Keyring } from './projections/keyring.ts';
import { Queues } from './projections/queues.ts';
import { Quotas } from './projections/quotas.ts';

/** A decider with its kind's types erased, for code that treats all kinds alike. */
export type AnyDecider = Decider<StateOf<Kind>, CommandOf<Kind>, EventOf<Kind>, unknown>;
export const deciderOf = (kind: Kind): AnyDecider => deciders[kind] as unknown as AnyDecider;

/** Where an entity stands in its table, with the calendar entries of its timers. */
export interface Slot {
  readonly kind: Kind;
  entity: StateOf<Kind>;
  readonly timers: (CalendarEntry<Ring> | null)[];
}

/** What the calendar holds: that a timer of an entity rings, and which log entry started it. */
export interface Ring {
  readonly slot: Slot;
  readonly timer: number;
  readonly cause: number;
}

/**
 * Everything that is derived from the log: entities and read models. It changes in one way only, by `apply`, so a
 * replay of the same entries gives the same state. No rules here, and no draws.
 */
export class State {
  readonly #tables = new Map<Kind, Map<string, Slot>>(kinds.map((kind) => [kind, new Map()]));
  readonly #sharing: boolean;
  readonly queues = new Queues();
  readonly fleet = new Fleet();
  readonly health = new Health();
  readonly keyring = new Keyring();
  readonly heldCalls = new HeldCalls();
  readonly quotas = new Quotas();
  readonly activeFaults = new ActiveFaults();
  /** Jobs ever queued; what is not in the table any more was removed. */
  jobsEver = 0;

  /** `sharing`: entities handed out stay as they were when later events come. A replay that nobody looks into need not. */
  constructor({ sharing }: { readonly sharing: boolean }) {
    this.#sharing = sharing;
  }

  find<K extends Kind>(kind: K, id: string): StateOf<K> | undefined {
    return this.#table(kind).get(id)?.entity as StateOf<K> | undefined;
  }

  /** Every entity of a kind, oldest first. */
  *all<K extends Kind>(kind: K): IterableIterator<StateOf<K>> {
    for (const { entity } of this.#table(kind).values()) yield entity as StateOf<K>;
  }

  count(kind: Kind): number {
    return this.#table(kind).size;
  }

  /** The slot of an entity, or one for an entity that does not exist yet. */
  slot(kind: Kind, id: string): Slot {
    return this.#table(kind).get(id) ?? { kind, entity: deciderOf(kind).initial(id), timers: [] };
  }

  /** Folds one event of an entity in. */
  apply(slot: Slot, event: EventOf<Kind>, seq: number, at: LogEntry['at']): Change {
    const { kind, entity } = slot;
    const decider = deciderOf(kind);
    const from = entity.status;
    const isNew = from === decider.lifecycle.initial;
    if (this.#sharing && !isNew) slot.entity = evolved(decider.evolve, entity, event, at);
    else decider.evolve(entity as Mutable<StateOf<Kind>>, event, at);
    const { id, status } = slot.entity;
    if (isNew) this.#table(kind).set(id, slot);
    else if (decider.lifecycle.isFinal(status)) this.#table(kind).delete(id);
    const change = { kind, id, event, seq, at, from, entity: slot.entity } as Change;
    this.#project(change);
    return change;
  }

  /** Folds a log entry in, whatever it is about. */
  replay({ seq, at, event }: LogEntry<DomainEvent>): void {
    const kind = kindOf(event);
    if (kind !== undefined) this.apply(this.slot(kind, idOf(kind, event)), event as EventOf<Kind>, seq, at);
    else this.applyInput(event as InputEvent, at);
  }

  /** Folds in what came from outside: it counts towards quotas, and changes no entity. */
  applyInput(event: InputEvent, at: VirtualTime): void {
    if (event.type === 'InputReceived' && event.quota !== undefined) this.quotas.count(event.quota.of, at, event.quota.windowMs);
  }

  #table(kind: Kind): Map<string, Slot> {
    return this.#tables.get(kind) as Map<string, Slot>;
  }

  #project(change: Change): void {
    switch (change.kind) {
      case 'job':
        this.queues.apply(change);
        this.health.apply(change);
        if (change.event.type === 'JobQueued') this.jobsEver += 1;
        return;
      case 'worker':
        return this.fleet.apply(change);
      case 'account':
        return this.keyring.apply(change);
      case 'call':
        return this.heldCalls.apply(change);
      case 'fault':
        return this.activeFaults.apply(change);
      case 'endpoint':
        return;
      default:
        change satisfies never;
    }
  }
}

export type { Change, ChangeOf };
