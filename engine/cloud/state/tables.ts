import type { CalendarEntry } from '../../kernel/calendar.ts';
import type { Decider } from '../../kernel/decider.ts';
import type { Named } from '../../kernel/entity.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import { type CommandOf, type EventOf, entities, type Kind, kinds, type StateOf } from '../entities.ts';
import type { RuleId } from '../lifecycles.ts';
import { Index, type Indexed, isRelated } from '../projections/relations.ts';

/** A decider with its kind's types erased, for code that treats all kinds alike. */
export type AnyDecider = Decider<StateOf<Kind>, CommandOf<Kind>, EventOf<Kind>, unknown, RuleId>;
export const findDecider = (kind: Kind): AnyDecider => entities[kind] as unknown as AnyDecider;

/**
 * The entry of an entity in the table of its kind, with the calendar entries of its timers. It is a class, as `newJob` is a copy: V8 may
 * make the objects of a literal among the old ones.
 */
export class Slot implements Indexed {
  readonly table: Table;
  entity: StateOf<Kind>;
  /** Its age: lower than the number of every younger entity. */
  number = 0;
  readonly timers: (ScheduledTimer | null)[];
  readonly names: Named[];

  constructor(table: Table, entity: StateOf<Kind>, timers: (ScheduledTimer | null)[], names: Named[]) {
    this.table = table;
    this.entity = entity;
    this.timers = timers;
    this.names = names;
  }
}

/** A calendar entry: a timer of an entity, and the log entry that started it. */
export interface ScheduledTimer extends CalendarEntry {
  slot: Slot;
  timer: number;
  cause: number;
}

/** One that is not scheduled yet. It has all fields that the calendar will set, so that none changes its shape. */
export const newTimer = (slot: Slot, timer: number, due: VirtualTime, cause: number, order = 0): ScheduledTimer => ({
  due,
  order,
  place: -1,
  slot,
  timer,
  cause,
  run: undefined,
  ahead: undefined,
  behind: undefined,
});

/**
 * The entities of one kind, oldest first, and the data that all of them share. A slot refers to its table, so code that has a slot
 * needs no lookup.
 */
export class Table {
  readonly kind: Kind;
  /** Its index among the kinds. */
  readonly place: number;
  readonly decider: AnyDecider;
  /** For each status, which timers run in it. It is a table because it is needed after every event. */
  readonly running: Readonly<Record<string, readonly boolean[]>>;
  readonly slots = new Map<string, Slot>();
  readonly index: Index<Slot> | undefined;
  /** The last that was looked up: several events in a row are about the same entity. */
  #last: Slot | undefined;
  readonly #stopped: readonly null[];

  constructor(kind: Kind, place: number) {
    this.kind = kind;
    this.place = place;
    this.decider = findDecider(kind);
    this.running = running[kind];
    this.index = isRelated(kind) ? new Index<Slot>(kind) : undefined;
    this.#stopped = this.decider.timers.map(() => null);
  }

  /** The slot of an entity; undefined if it has none. */
  find(id: string): Slot | undefined {
    const last = this.#last;
    if (last !== undefined && last.entity.id === id) return last;
    const found = this.slots.get(id);
    if (found !== undefined) this.#last = found;
    return found;
  }

  /** The entity is there from now on. */
  enter(slot: Slot): void {
    this.slots.set(slot.entity.id, slot);
    this.#last = slot;
  }

  /** It is gone: nothing finds it any more. */
  leave(slot: Slot): void {
    this.slots.delete(slot.entity.id);
    if (this.#last === slot) this.#last = undefined;
  }

  /** The slot of an entity, or one for an entity that does not exist yet. */
  slot(id: string): Slot {
    return this.find(id) ?? this.makeSlot(this.decider.initial(id), this.#stopped.slice());
  }

  /** A slot that is not in the table yet. */
  makeSlot(entity: StateOf<Kind>, timers: Slot['timers']): Slot {
    return new Slot(this, entity, timers, this.index === undefined ? noNames : []);
  }
}

export type Tables = { readonly [K in Kind]: Table };

/** By name for the kinds that every job is about: to find the property of any kind takes longer. */
export const findTable = (tables: Tables, kind: Kind): Table => {
  if (kind === 'job') return tables.job;
  if (kind === 'worker') return tables.worker;
  return kind === 'endpoint' ? tables.endpoint : tables[kind];
};

export const newTables = (): Tables => Object.fromEntries(kinds.map((kind, place) => [kind, new Table(kind, place)])) as unknown as Tables;

const listRunning = ({ lifecycle, timers }: AnyDecider): Table['running'] =>
  Object.fromEntries(
    [lifecycle.initial, ...lifecycle.statuses.map(({ status }) => status)].map((status) => [
      status,
      timers.map(({ runs }) => (runs as readonly string[]).includes(status)),
    ]),
  );

const running = Object.fromEntries(kinds.map((kind) => [kind, listRunning(findDecider(kind))])) as {
  readonly [K in Kind]: Table['running'];
};

/** For a kind without relations. */
const noNames: Slot['names'] = [];
