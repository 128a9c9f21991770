import { type CommandOf, type EventOf, entities, type Kind, kinds, type StateOf } from './entities.ts';
import type { CalendarEntry } from './kernel/calendar.ts';
import type { Decider } from './kernel/decider.ts';
import { Index, type Indexed, isRelated } from './projections/relations.ts';

/** A decider with its kind's types erased, for code that treats all kinds alike. */
export type AnyDecider = Decider<StateOf<Kind>, CommandOf<Kind>, EventOf<Kind>, unknown>;
export const deciderOf = (kind: Kind): AnyDecider => entities[kind] as unknown as AnyDecider;

/** Where an entity stands in the table of its kind, with the calendar entries of its timers. */
export interface Slot extends Indexed {
  readonly table: Table;
  entity: StateOf<Kind>;
  /** Its age: lower than that of all that came after it. */
  number: number;
  readonly timers: (ScheduledTimer | null)[];
}

/** What the calendar holds: that a timer of an entity rings, and which log entry started it. */
export interface ScheduledTimer extends CalendarEntry {
  readonly slot: Slot;
  readonly timer: number;
  cause: number;
}

/** The entities of one kind, oldest first, and what holds for all of them: who has an entity's slot has that too, and looks for nothing. */
export class Table {
  readonly kind: Kind;
  /** Its number among the kinds. */
  readonly place: number;
  readonly decider: AnyDecider;
  /** For each status, which of the timers run in it: asked after every event, so not searched for. */
  readonly running: Readonly<Record<string, readonly boolean[]>>;
  readonly slots = new Map<string, Slot>();
  readonly index: Index<Slot> | undefined;
  readonly #stopped: readonly null[];

  constructor(kind: Kind, place: number) {
    this.kind = kind;
    this.place = place;
    this.decider = deciderOf(kind);
    this.running = running[kind];
    this.index = isRelated(kind) ? new Index<Slot>(kind) : undefined;
    this.#stopped = this.decider.timers.map(() => null);
  }

  /** The slot of an entity, or one for an entity that does not exist yet. */
  slot(id: string): Slot {
    return this.slots.get(id) ?? this.slotOf(this.decider.initial(id), this.#stopped.slice());
  }

  /** A slot that is not in the table yet. */
  slotOf(entity: StateOf<Kind>, timers: Slot['timers']): Slot {
    return { table: this, entity, timers, number: 0, names: this.index === undefined ? noNames : [] };
  }
}

export type Tables = { readonly [K in Kind]: Table };
export const newTables = (): Tables => Object.fromEntries(kinds.map((kind, place) => [kind, new Table(kind, place)])) as unknown as Tables;

const runningOf = ({ lifecycle, timers }: AnyDecider): Table['running'] =>
  Object.fromEntries(
    [lifecycle.initial, ...lifecycle.statuses.map(({ status }) => status)].map((status) => [
      status,
      timers.map(({ runs }) => (runs as readonly string[]).includes(status)),
    ]),
  );

const running = Object.fromEntries(kinds.map((kind) => [kind, runningOf(deciderOf(kind))])) as { readonly [K in Kind]: Table['running'] };

/** Of a kind that is found by its ids alone. */
const noNames: Slot['names'] = [];
