import type { EventOf, Kind } from '../cloud/entities.ts';
import type { DomainEvent, InputEvent } from '../cloud/input.ts';
import type { State, StateChange } from '../cloud/state/state.ts';
import type { Slot } from '../cloud/state/tables.ts';
import type { EventLog } from '../kernel/log.ts';
import { type VirtualTime, worldStart } from '../kernel/time.ts';
import type { Invariant, Invariants } from './invariants.ts';
import type { Judge } from './judge.ts';
import { type Arrival, type Counted, Unlogged } from './unlogged.ts';

/** The observers of each change, after it and before its consequences, in this order. */
export interface Watchers {
  readonly invariants: Invariants | undefined;
  readonly judge: Judge | undefined;
  readonly onChange: ((change: StateChange) => void) | undefined;
}

/** Appends inputs and events to the log, and folds each into the state. */
export class Recorder {
  readonly log: EventLog<DomainEvent>;
  readonly state: State;
  readonly unlogged = new Unlogged();
  readonly #watchers: Watchers;
  /** Whether one of those who watch wants every change. */
  readonly #showsAll: boolean;
  now: VirtualTime;
  /** The newest input, when it was recorded, and how many timers have fired since. */
  input = 0;
  inputAt: VirtualTime;
  firedSinceInput = 0;

  constructor(log: EventLog<DomainEvent>, state: State, watchers: Watchers, beginsAt = worldStart) {
    this.now = beginsAt;
    this.inputAt = beginsAt;
    this.log = log;
    this.state = state;
    this.#watchers = watchers;
    this.#showsAll = watchers.judge !== undefined || watchers.onChange !== undefined;
  }

  /** Records an event of an entity, and calls `reschedule` for its timers. Returns its place in the log. */
  recordEvent(slot: Slot, event: EventOf<Kind>, cause: number, reschedule: (slot: Slot, cause: number) => void): number {
    const seq = this.log.append(this.now, cause, event);
    const from = this.state.apply(slot, event, this.now);
    reschedule(slot, seq);
    const rows = this.#watchers.invariants?.rowsFor(slot.table.kind, event.type) ?? none;
    if (this.#showsAll || rows.length > 0) this.#show({ slot, event, seq, from, rows });
    return seq;
  }

  /** Shows the newest event, whose timers have been rescheduled already, to the observers. */
  #show({ slot, event, seq, from, rows }: Recorded): void {
    const { kind } = slot.table;
    const change = { kind, id: slot.entity.id, event, seq, at: this.now, from, entity: slot.entity } as StateChange;
    const { invariants, judge, onChange } = this.#watchers;
    invariants?.check(change, rows);
    judge?.check(change);
    onChange?.(change);
  }

  /** A call has arrived. It is recorded with the first event that follows from it. */
  arrive(call: Arrival): void {
    this.unlogged.arrive(call);
  }

  /** Records the current call, unless it is recorded already, after the counts that its limits depend on. Returns the newest input. */
  recordCall(): number {
    const call = this.unlogged.take();
    if (call === undefined) return this.input;
    if (call.counted !== undefined) this.recordCounts(this.unlogged.takeCounts(this.now, call.counted));
    return this.recordInput(call);
  }

  /** Drops the current call: at most, the log records that time has passed. False if something has followed from the call. */
  dropCall(): boolean {
    if (!this.unlogged.drop(this.now)) return false;
    if (this.firedSinceInput > 0) this.recordClock();
    return true;
  }

  /** Records how many dropped calls count towards limits; by default, all that are not recorded yet. */
  recordCounts(counted: Counted = this.unlogged.takeCounts(this.now)): void {
    if (counted.length > 0) this.recordInput({ type: 'CallsCounted', counted });
  }

  /** Records that time has passed, unless the log has it already. */
  recordClock(): void {
    if (this.now > this.inputAt || this.firedSinceInput > 0)
      this.recordInput({ type: 'ClockAdvanced', from: this.inputAt, ran: this.firedSinceInput });
  }

  /** Records an input. It is the cause of entries that are dispatched from outside until the next one. Returns its place in the log. */
  recordInput(event: InputEvent, cause = 0): number {
    this.inputAt = this.now;
    this.firedSinceInput = 0;
    this.input = this.log.append(this.now, cause, event);
    this.state.applyInput(event, this.now);
    this.#watchers.judge?.checkInput(event, { seq: this.input, at: this.now, cause });
    return this.input;
  }
}

const none: readonly Invariant[] = [];

/** An event of the log, and the invariants that look at it. */
interface Recorded {
  readonly slot: Slot;
  readonly event: EventOf<Kind>;
  readonly seq: number;
  readonly from: string;
  readonly rows: readonly Invariant[];
}
