import { kinds, type Settings } from '../cloud/entities.ts';
import { findDecider, newTimer, type ScheduledTimer, type Slot } from '../cloud/state/tables.ts';
import { Calendar, CalendarRun } from '../kernel/calendar.ts';
import { InvariantViolation } from '../kernel/invariant.ts';
import type { VirtualTime } from '../kernel/time.ts';
import { timersFit } from './invariants.ts';

type TimerRow = Slot['table']['decider']['timers'][number];

/** The calendar, and the timers of each entity in it. */
export class Timers {
  readonly calendar = new Calendar<ScheduledTimer>();
  /** Of each kind, one for each of its timers. */
  readonly #runs: readonly (readonly CalendarRun[])[] = kinds.map((kind) => findDecider(kind).timers.map(() => new CalendarRun()));
  /** How many of the calendar's entries belong to recurring timers. */
  #recurring = 0;
  /** Entries that have left the calendar, for reuse: objects that live for some virtual minutes cost the collector most. */
  readonly #spare: ScheduledTimer[] = [];

  /** Only recurring timers are scheduled. */
  get idle(): boolean {
    return this.calendar.size === this.#recurring;
  }

  /**
   * Takes the next entry off the calendar, which may be used for another timer then. Returns its row in the table of timers, which the
   * entity's status must run.
   */
  take(scheduled: ScheduledTimer): TimerRow {
    const { slot, timer } = scheduled;
    this.calendar.take();
    this.#putAside(scheduled);
    const { decider, running } = slot.table;
    const { id, status } = slot.entity;
    const row = decider.timers[timer] as TimerRow;
    if (running[status]?.[timer] !== true) throw new InvariantViolation(`${row.name} fired for ${id} in ${status}`, timersFit);
    slot.timers[timer] = null;
    if (row.recurring) this.#recurring -= 1;
    return row;
  }

  /** Starts the timers that the entity's status and state require now, stops the others, and leaves unchanged ones alone. */
  reschedule(slot: Slot, settings: Settings[keyof Settings], now: VirtualTime, cause: number): void {
    const { table, entity, timers } = slot;
    const runs = table.running[entity.status] as readonly boolean[];
    for (let k = 0; k < runs.length; k++) {
      const running = timers[k] as ScheduledTimer | null;
      if (running === null && !runs[k]) continue;
      const row = table.decider.timers[k] as TimerRow;
      const wanted = runs[k] ? row.dueAt(entity, settings) : null;
      if (wanted === null && running === null) continue;
      const due = wanted === null || wanted > now ? wanted : now;
      if (running !== null) {
        if (running.due === due) continue;
        this.calendar.cancel(running);
        this.#putAside(running);
        if (row.recurring) this.#recurring -= 1;
      }
      if (due !== null && row.recurring) this.#recurring += 1;
      timers[k] = due === null ? null : this.calendar.schedule(this.#entryFor(slot, k, due, cause), this.#runs[table.place]?.[k]);
    }
  }

  #putAside(entry: ScheduledTimer): void {
    if (this.#spare.length === sparesMax) return;
    // It must not keep ended entities in memory.
    entry.slot = noSlot;
    this.#spare.push(entry);
  }

  #entryFor(slot: Slot, timer: number, due: VirtualTime, cause: number): ScheduledTimer {
    const entry = this.#spare.pop();
    if (entry === undefined) return newTimer(slot, timer, due, cause);
    entry.slot = slot;
    entry.timer = timer;
    entry.due = due;
    entry.cause = cause;
    return entry;
  }

  /** Puts an entry of a snapshot back. */
  restore(scheduled: ScheduledTimer): void {
    this.calendar.restore(scheduled);
    if (scheduled.slot.table.decider.timers[scheduled.timer]?.recurring === true) this.#recurring += 1;
  }
}

const sparesMax = 1_024;

/** The slot of an entry that is put aside. */
const noSlot = {} as Slot;

/** A timer's name, for messages. */
export const timerName = ({ table }: Slot, timer: number): string => table.decider.timers[timer]?.name ?? `number ${timer}`;
