import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { Audit, timersFit } from './audit/invariants.ts';
import type { Call } from './call/evolve.ts';
import type { HostList } from './catalog/hosts.ts';
import {
  type CommandOf,
  type DomainEvent,
  defaultSettings,
  type EventOf,
  type Kind,
  kinds,
  type Settings,
  type StateOf,
} from './entities.ts';
import type { HandlerFunction } from './handler/handler.ts';
import type { InputEvent } from './input.ts';
import { Calendar } from './kernel/calendar.ts';
import { asItIs, type Copy, copyInSteps } from './kernel/copy.ts';
import { type Context, type Decision, eventsOf, isList, type Mutable, type Rejection } from './kernel/decider.ts';
import { shortIdsFrom, type Uuid, uuidsFrom } from './kernel/ids.ts';
import { InvariantViolation, invariant } from './kernel/invariant.ts';
import { EventLog, type LogPast, type LogSink } from './kernel/log.ts';
import { type Draw, type DrawVersion, drawsFrom } from './kernel/rng.ts';
import { asSteps, finish, pacer, type Steps, thingsPerStep } from './kernel/steps.ts';
import { type VirtualTime, worldStart } from './kernel/time.ts';
import { policiesFor } from './policies/policies.ts';
import { State, type StateChange, type StateDump } from './state.ts';
import type { ScheduledTimer, Slot } from './tables.ts';
import { type Arrival, type Counted, Unlogged } from './unlogged.ts';

export interface SimulationOptions {
  readonly seed: string;
  /** How draws are made from the seed; the newest way unless given. */
  readonly draws?: DrawVersion | undefined;
  /** The instant of virtual time 0, in ms since 1970. */
  readonly startMs: number;
  readonly settings?: Settings;
  /** The machines there are; a generous world unless given. */
  readonly hosts?: HostList;
  /** Handlers written as functions, by endpoint. */
  readonly handlers?: Readonly<Record<string, HandlerFunction>>;
  /** Origins to which webhooks are really posted. */
  readonly webhooks?: readonly string[];
  /** Checks the built-in invariants after every event, all of them or those named; all unless told otherwise. */
  readonly audit?: boolean | readonly string[];
  readonly sink?: LogSink<DomainEvent>;
  /** The entries before those that this loop will record. */
  readonly past?: LogPast<DomainEvent>;
  /** Brings the answer of a held call to whoever made it. */
  readonly deliver?: (call: Call) => void;
  /** Told of every change, after it and before what follows from it. */
  readonly onChange?: (change: StateChange) => void;
}

/** What policies and operations may see of the world, and the one way in which they change it. */
export interface SimulationContext {
  readonly now: VirtualTime;
  readonly startMs: number;
  readonly settings: Settings;
  readonly state: State;
  readonly draw: Draw;
  readonly uuid: Uuid;
  readonly shortId: (key: string) => string;
  /** The calls that count towards limits and are not in the log. */
  readonly unlogged: Pick<Unlogged, 'used'>;
  readonly handlers: Readonly<Record<string, HandlerFunction>>;
  /** Origins to which webhooks are really posted. */
  readonly webhooks: readonly string[];
  /** For what is read off the log at somebody's wish, and costs nothing until then. With a sink, memory holds only its end. */
  readonly log: Pick<EventLog<DomainEvent>, 'entries' | 'length'>;
  find<K extends Kind>(kind: K, id: string): StateOf<K> | undefined;
  /** Asks an entity to do something. All that follows from it at this instant has happened when this returns. */
  dispatch<K extends Kind>(kind: K, id: string, command: CommandOf<K>): Either<Rejection, void>;
  /** The same in steps, for what very much may follow from; until the last, nothing else may be asked of anything. */
  dispatchInSteps<K extends Kind>(kind: K, id: string, command: CommandOf<K>): Steps<Either<Rejection, void>>;
  /** The same as `ask`, where a "no" would be our own bug. */
  dispatchOrThrow<K extends Kind>(kind: K, id: string, command: CommandOf<K>): void;
  /** The same in steps. */
  dispatchOrThrowInSteps<K extends Kind>(kind: K, id: string, command: CommandOf<K>): Steps<void>;
  /** Brings the answer of a held call to whoever made it. */
  deliver(call: Call): void;
}

/** A timer that rang. */
export interface Fired {
  readonly at: VirtualTime;
  readonly kind: Kind;
  readonly id: string;
  readonly timer: string;
}

/** An advance names no more of what fired than this. */
export const firedMax = 100;

/** A calendar that refills faster than it drains would run for ever. */
const entriesPerInstantMax = 10_000_000;

/**
 * The loop, and all of it: a command is decided, its events are recorded, and each event sets timers and makes
 * policies ask for more, depth first. A timer that rings is a command like any other. Nothing else changes state.
 */
export class Simulator implements SimulationContext {
  settings: Settings;
  readonly startMs: number;
  readonly state: State;
  readonly log: EventLog<DomainEvent>;
  seed: string;
  draw: Draw;
  uuid: Uuid;
  shortId: (key: string) => string;
  readonly #draws: DrawVersion | undefined;
  readonly handlers: Readonly<Record<string, HandlerFunction>>;
  readonly webhooks: readonly string[];
  /** What entities may look at, by the place of each kind; `now` is set before each decision. */
  #contexts: Contexts;
  readonly unlogged = new Unlogged();
  readonly #calendar = new Calendar<ScheduledTimer>();
  readonly #audit: Audit | undefined;
  readonly #deliver: ((call: Call) => void) | undefined;
  readonly #onChange: ((change: StateChange) => void) | undefined;
  #now = worldStart;
  /** How many of the calendar's entries belong to recurring timers. */
  #recurring = 0;
  /** The first timers that rang since this was last emptied, `firedMax` of them at most. */
  fired: Fired[] = [];
  /** The seq of what is being followed up: every event names it as its cause. */
  #cause = 0;
  /** When the newest input in the log came, and how many of the calendar's entries have run since. */
  #inputAt = worldStart;
  #ran = 0;

  constructor({ seed, draws, startMs, settings, hosts, handlers, webhooks, audit, sink, past, deliver, onChange }: SimulationOptions) {
    this.settings = settings ?? defaultSettings;
    this.startMs = startMs;
    this.#contexts = contextsOf(this.settings);
    this.state = new State({ sharing: false, startMs, ...(hosts === undefined ? {} : { hosts }) });
    this.log = new EventLog(sink, past);
    this.seed = seed;
    this.#draws = draws;
    this.draw = drawsFrom(seed, draws);
    this.uuid = uuidsFrom(seed);
    this.shortId = shortIdsFrom(seed);
    this.handlers = handlers ?? {};
    this.webhooks = webhooks ?? [];
    this.#audit = audit === false ? undefined : new Audit(this.state, audit === true ? undefined : audit);
    this.#deliver = deliver;
    this.#onChange = onChange;
  }

  get now(): VirtualTime {
    return this.#now;
  }

  /** Nothing is due any more but what recurs. */
  get idle(): boolean {
    return this.#calendar.size === this.#recurring;
  }

  /** What the calendar holds, in the order it will run. */
  get calendar(): Pick<Calendar<ScheduledTimer>, 'size' | 'next' | 'inOrder' | 'soonest'> {
    return this.#calendar;
  }

  /** All that the loop is at a settled instant, the log apart: as the newest input left it, for what came since left nothing. */
  *dump(copy: Copy = asItIs): Steps<SimulatorDump> {
    invariant(this.#ran === 0, 'time has passed, and the log does not say so yet');
    const { seed, settings } = this;
    const state = yield* this.state.dump(copy);
    return {
      now: this.#inputAt,
      scheduled: this.#calendar.scheduled,
      state,
      audit: yield* copyInSteps(copy, this.#audit?.dump()),
      seed,
      settings,
    };
  }

  /** Goes on where another loop stood: with its entities, its calendar, and its books. */
  *load({ now, scheduled, state, audit, seed, settings }: SimulatorDump): Steps<void> {
    if (seed !== undefined && seed !== this.seed) this.reseed(seed);
    if (settings !== undefined) this.#configure(settings);
    this.#now = now;
    this.#inputAt = now;
    yield* this.state.load(state);
    this.#calendar.resume(scheduled);
    const pauses = pacer();
    for (const ring of this.state.scheduledTimers()) {
      this.#calendar.restore(ring);
      if (ring.slot.table.decider.timers[ring.timer]?.recurring === true) this.#recurring += 1;
      if (pauses()) yield;
    }
    if (audit !== undefined && this.#audit !== undefined) yield* this.#audit.load(audit);
  }

  /** Draws, and ids that are made, follow this seed from now on. */
  reseed(seed: string): void {
    this.seed = seed;
    this.draw = drawsFrom(seed, this.#draws);
    this.uuid = uuidsFrom(seed);
    this.shortId = shortIdsFrom(seed);
  }

  /** These settings hold from now on. What they make overdue rings when time next passes, at this instant still. */
  reconfigure(settings: Settings): void {
    this.#configure(settings);
    for (const slot of this.state.slots()) this.#reschedule(slot, this.#cause);
  }

  #configure(settings: Settings): void {
    this.settings = settings;
    this.#contexts = contextsOf(settings);
  }

  find<K extends Kind>(kind: K, id: string): StateOf<K> | undefined {
    return this.state.find(kind, id);
  }

  dispatch<K extends Kind>(kind: K, id: string, command: CommandOf<K>): Either<Rejection, void> {
    return this.#dispatch(this.state.slot(kind, id), command);
  }

  *dispatchInSteps<K extends Kind>(kind: K, id: string, command: CommandOf<K>): Steps<Either<Rejection, void>> {
    const slot = this.state.slot(kind, id);
    const decision = this.#decide(slot, command);
    if (isLeft(decision)) return left(decision.left);
    for (const event of eventsOf(decision.right)) {
      const cause = this.#record(slot, event);
      for (const policy of policiesFor(event.type)) yield* asSteps(policy.react(this, event, slot.entity));
      this.#cause = cause;
    }
    return done;
  }

  dispatchOrThrow<K extends Kind>(kind: K, id: string, command: CommandOf<K>): void {
    granted(this.dispatch(kind, id, command), kind, id, command);
  }

  *dispatchOrThrowInSteps<K extends Kind>(kind: K, id: string, command: CommandOf<K>): Steps<void> {
    granted(yield* this.dispatchInSteps(kind, id, command), kind, id, command);
  }

  deliver(call: Call): void {
    this.#deliver?.(call);
  }

  /** A call has come. The log has it from the moment that something follows from it. */
  arrive(call: Arrival): void {
    this.unlogged.arrive(call);
  }

  /** Records the call under way, unless that was done; behind the number of those before it that count towards its limits. */
  recordCall(): number {
    const call = this.unlogged.take();
    if (call === undefined) return this.#cause;
    if (call.counted !== undefined) this.recordCounts(this.unlogged.takeCounts(this.#now, call.counted));
    return this.recordInput(call);
  }

  /** The call under way leaves nothing, but that time has passed up to here; false where something has followed from it. */
  dropCall(): boolean {
    if (!this.unlogged.drop(this.#now)) return false;
    if (this.#ran > 0) this.recordClock();
    return true;
  }

  /** Records how many calls count towards limits and left nothing else; those that the log does not have yet, unless given. */
  recordCounts(counted: Counted = this.unlogged.takeCounts(this.#now)): void {
    if (counted.length > 0) this.recordInput({ type: 'CallsCounted', counted });
  }

  /** Records that time has passed, if the log does not say so. */
  recordClock(): void {
    if (this.#now > this.#inputAt || this.#ran > 0) this.recordInput({ type: 'ClockAdvanced', from: this.#inputAt, ran: this.#ran });
  }

  /** Records something that came from outside, and makes it the cause of what follows. */
  recordInput(event: InputEvent, cause = 0): number {
    this.#inputAt = this.#now;
    this.#ran = 0;
    const seq = this.log.append(this.#now, cause, event);
    this.state.applyInput(event, this.#now);
    this.#cause = seq;
    return seq;
  }

  /**
   * Runs everything due up to and including `until`, each entry at its own due time, and then stands at `until`;
   * or stops before that, at the end of the first instant after which `enough` says so. Returns how many ran.
   */
  advanceTo(until: VirtualTime, enough?: Enough): number {
    const progress = { ran: 0, before: 0 };
    for (;;) {
      const rest = this.#advance(until, enough, progress, Number.POSITIVE_INFINITY);
      if (rest === 'over') return progress.ran;
      if (rest !== 'pause') finish(rest);
    }
  }

  /** The same in steps. Between two of them the world may stand in the midst of an instant. */
  *advanceInSteps(until: VirtualTime, enough?: Enough): Steps<number> {
    const progress = { ran: 0, before: 0 };
    for (;;) {
      const rest = this.#advance(until, enough, progress, progress.ran + thingsPerStep);
      if (rest === 'over') return progress.ran;
      if (rest === 'pause') yield;
      else yield* rest;
    }
  }

  /** Goes on with an advance until it is over, or so many entries have run in all, or what follows from one comes in steps. */
  #advance(until: VirtualTime, enough: Enough | undefined, progress: Progress, most: number): 'over' | 'pause' | Steps<void> {
    invariant(until >= this.#now, 'virtual time never runs backwards');
    for (let next = this.#calendar.next(); next !== undefined && next.due <= until; next = this.#calendar.next()) {
      if (progress.ran === most) return 'pause';
      if (next.due > this.#now) {
        if (progress.ran > 0 && enough?.(progress.ran) === true) return 'over';
        this.#now = next.due;
        progress.before = progress.ran;
      }
      invariant(
        progress.ran - progress.before < entriesPerInstantMax,
        () => `entriesPerInstantMax: ${entriesPerInstantMax} entries ran at one instant, and more are due`,
      );
      this.#calendar.take();
      progress.ran += 1;
      this.#ran += 1;
      const following = this.#fire(next);
      if (following !== undefined) return following;
    }
    if (progress.ran > 0 && enough?.(progress.ran) === true) return 'over';
    this.#now = until;
    return 'over';
  }

  /** What follows comes in steps where the timer's row says so, and else has come when this returns. */
  #fire(ring: ScheduledTimer): Steps<void> | undefined {
    const { slot, timer, cause } = ring;
    const { kind, decider, running } = slot.table;
    const row = decider.timers[timer];
    if (row === undefined || running[slot.entity.status]?.[timer] !== true)
      throw new InvariantViolation(`${timersFit}: ${row?.name} rang for ${slot.entity.id} in ${slot.entity.status}`);
    if (this.fired.length < firedMax) this.fired.push({ at: this.#now, kind, id: slot.entity.id, timer: row.name });
    slot.timers[timer] = null;
    if (row.recurring) this.#recurring -= 1;
    this.#cause = cause;
    const { length } = this.log;
    if (row.inSteps === true) return this.#ringing(ring, row.command, length);
    this.#rang(ring, this.#dispatch(slot, row.command), length);
    return undefined;
  }

  *#ringing(ring: ScheduledTimer, command: CommandOf<Kind>, length: number): Steps<void> {
    const { table, entity } = ring.slot;
    this.#rang(ring, yield* this.dispatchInSteps(table.kind, entity.id, command), length);
  }

  /** It has rung, when the log was that long. */
  #rang({ slot, timer, cause }: ScheduledTimer, outcome: Either<Rejection, void>, length: number): void {
    if (isLeft(outcome))
      throw new InvariantViolation(
        `timer ${slot.table.decider.timers[timer]?.name} of ${slot.entity.id} rang after it should have stopped`,
      );
    // What is recorded of it sets its timers.
    if (this.log.length === length) this.#reschedule(slot, cause);
  }

  #dispatch(slot: Slot, command: CommandOf<Kind>): Either<Rejection, void> {
    const decision = this.#decide(slot, command);
    if (isLeft(decision)) return left(decision.left);
    const happened = decision.right;
    if (!isList(happened)) this.#happen(slot, happened);
    else for (const event of happened) this.#happen(slot, event);
    return done;
  }

  #decide({ table, entity }: Slot, command: CommandOf<Kind>): Decision<EventOf<Kind>> {
    const context = this.#contexts[table.place] as Mutable<Context<unknown>>;
    context.now = this.#now;
    return table.decider.decide(command, entity, context);
  }

  /** Records an event, and follows it up at once. */
  #happen(slot: Slot, event: EventOf<Kind>): void {
    const cause = this.#record(slot, event);
    for (const policy of policiesFor(event.type)) {
      const steps = policy.react(this, event, slot.entity);
      if (steps !== undefined) finish(steps);
    }
    this.#cause = cause;
  }

  /** Records an event, behind the call under way, and makes it the cause of what follows; gives what was the cause before. */
  #record(slot: Slot, event: EventOf<Kind>): number {
    const cause = this.recordCall();
    const seq = this.log.append(this.#now, cause, event);
    const from = this.state.apply(slot, event, this.#now);
    this.#reschedule(slot, seq);
    this.#cause = seq;
    if (this.#audit !== undefined || this.#onChange !== undefined)
      this.#observe({ kind: slot.table.kind, id: slot.entity.id, event, seq, at: this.#now, from, entity: slot.entity } as StateChange);
    return cause;
  }

  #observe(change: StateChange): void {
    this.#audit?.check(change);
    this.#onChange?.(change);
  }

  /** Starts the timers that its status and state now ask for, stops the others, leaves alone what stays as it was. */
  #reschedule(slot: Slot, cause: number): void {
    const { table, entity, timers } = slot;
    const { settings } = this.#contexts[table.place] as Context<unknown>;
    const runs = table.running[entity.status] as readonly boolean[];
    for (let k = 0; k < runs.length; k++) {
      const running = timers[k] as ScheduledTimer | null;
      if (running === null && !runs[k]) continue;
      const row = table.decider.timers[k] as (typeof table.decider.timers)[number];
      const asked = runs[k] ? row.dueAt(entity, settings) : null;
      if (asked === null && running === null) continue;
      const due = asked === null || asked > this.#now ? asked : this.#now;
      if (running !== null) {
        if (running.due === due) continue;
        this.#calendar.cancel(running);
        if (row.recurring) this.#recurring -= 1;
      }
      if (due !== null && row.recurring) this.#recurring += 1;
      timers[k] = due === null ? null : this.#calendar.schedule({ due, order: 0, place: -1, slot, timer: k, cause });
    }
  }
}

export interface SimulatorDump {
  readonly now: VirtualTime;
  readonly scheduled: number;
  readonly state: StateDump;
  /** Absent where nobody checked: then nobody can go on checking. */
  readonly audit: ReturnType<Audit['dump']> | undefined;
  /** Absent in dumps that are older than these were: then what the world was made with holds. */
  readonly seed?: string;
  readonly settings?: Settings;
}

/** Whether an advance has come far enough, asked after each instant with how many entries ran. */
type Enough = (ran: number) => boolean;

/** How many entries an advance ran, and how many of them before this instant. */
interface Progress {
  ran: number;
  before: number;
}

type Contexts = readonly Mutable<Context<unknown>>[];

const contextsOf = (settings: Settings): Contexts => kinds.map((kind) => ({ now: worldStart, settings: settings[kind] }));

const done: Either<Rejection, void> = right(undefined);

const granted = (outcome: Either<Rejection, void>, kind: Kind, id: string, { type }: CommandOf<Kind>): void => {
  if (isLeft(outcome)) throw new InvariantViolation(`${type} of ${kind} ${id} was refused: ${outcome.left.detail}`);
};
