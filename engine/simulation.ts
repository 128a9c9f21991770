import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { Audit, timersFit } from './audit/invariants.ts';
import type { Call } from './call/evolve.ts';
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
import { type Context, type Decision, eventsOf, isList, type Mutable, type Rejection } from './kernel/decider.ts';
import { shortIdsFrom, type Uuid, uuidsFrom } from './kernel/ids.ts';
import { InvariantViolation, invariant } from './kernel/invariant.ts';
import { EventLog } from './kernel/log.ts';
import { type Draw, type DrawVersion, drawsFrom } from './kernel/rng.ts';
import { asSteps, finish, type Steps, thingsPerStep } from './kernel/steps.ts';
import { type VirtualTime, worldStart } from './kernel/time.ts';
import { policiesFor } from './policies/policies.ts';
import { ReactionContext } from './reactionContext.ts';
import { Recorder } from './recorder.ts';
import type { Fired, SimulationContext, SimulationOptions } from './simulationContext.ts';
import { State } from './state.ts';
import type { ScheduledTimer, Slot } from './tables.ts';
import { Timers } from './timers.ts';
import type { Unlogged } from './unlogged.ts';

/** At most so many fired timers are listed. */
export const firedMax = 100;

/** A calendar that refills faster than it drains would run for ever. */
const entriesPerInstantMax = 10_000_000;

/**
 * The loop. Read it from top to bottom: time advances to the next instant at which a timer is due, the timer fires a command, the
 * entity decides which events follow, each event is recorded, its timers are rescheduled, and policies dispatch further commands,
 * depth first. Nothing else changes state.
 */
export class Simulator implements SimulationContext {
  readonly startMs: number;
  readonly handlers: Readonly<Record<string, HandlerFunction>>;
  readonly webhooks: readonly string[];
  readonly audit: Audit | undefined;
  readonly recorder: Recorder;
  readonly timers = new Timers();
  /** The first timers that have fired since this list was last emptied. */
  fired: Fired[] = [];
  settings!: Settings;
  seed!: string;
  draw!: Draw;
  uuid!: Uuid;
  shortId!: (key: string) => string;
  readonly #draws: DrawVersion | undefined;
  readonly #deliver: SimulationOptions['deliver'];
  /** What a decision may look at, by kind; `now` is set before each decision. */
  #contexts!: readonly Mutable<Context<unknown>>[];

  constructor({ seed, draws, startMs, settings, hosts, handlers, webhooks, audit, sink, past, deliver, onChange }: SimulationOptions) {
    this.startMs = startMs;
    this.handlers = handlers ?? {};
    this.webhooks = webhooks ?? [];
    this.#draws = draws;
    this.#deliver = deliver;
    const state = new State({ sharing: false, startMs, ...(hosts === undefined ? {} : { hosts }) });
    this.audit = audit === false ? undefined : new Audit(state, audit === true ? undefined : audit);
    this.recorder = new Recorder(new EventLog(sink, past), state, { audit: this.audit, onChange });
    this.reseed(seed);
    this.configure(settings ?? defaultSettings);
  }

  /** Runs everything due up to `until`, and then is at `until`; or stops after the first instant at which `shouldStop` says so. */
  advanceTo(until: VirtualTime, shouldStop?: ShouldStop): number {
    const progress = { fired: 0, before: 0 };
    for (;;) {
      const rest = this.#advance(until, shouldStop, progress, Number.POSITIVE_INFINITY);
      if (rest === 'arrived') return progress.fired;
      if (rest !== 'pause') finish(rest);
    }
  }

  /** The same in steps. Between two steps the simulator may be in the middle of an instant. */
  *advanceInSteps(until: VirtualTime, shouldStop?: ShouldStop): Steps<number> {
    const progress = { fired: 0, before: 0 };
    for (;;) {
      const rest = this.#advance(until, shouldStop, progress, progress.fired + thingsPerStep);
      if (rest === 'arrived') return progress.fired;
      if (rest === 'pause') yield;
      else yield* rest;
    }
  }

  /** Advances until it has arrived, `most` timers have fired in all, or the consequences of a timer come in steps. */
  #advance(until: VirtualTime, shouldStop: ShouldStop | undefined, progress: Progress, most: number): 'arrived' | 'pause' | Steps<void> {
    invariant(until >= this.now, 'virtual time never runs backwards');
    while (this.#moveToNextInstant(until, shouldStop, progress)) {
      const rest = this.#runDueNow(progress, most);
      if (rest !== undefined) return rest;
    }
    return 'arrived';
  }

  /** Moves the clock to the next instant at which something is due; false if there is none up to `until`, or the advance stops before. */
  #moveToNextInstant(until: VirtualTime, shouldStop: ShouldStop | undefined, progress: Progress): boolean {
    const { recorder, timers } = this;
    const due = timers.calendar.next()?.due;
    if (due === recorder.now) return true;
    if (progress.fired > 0 && shouldStop?.(progress.fired) === true) return false;
    const isDue = due !== undefined && due <= until;
    recorder.now = isDue ? due : until;
    progress.before = progress.fired;
    return isDue;
  }

  #runDueNow(progress: Progress, most: number): 'pause' | Steps<void> | undefined {
    const { calendar } = this.timers;
    for (let next = calendar.next(); next?.due === this.now; next = calendar.next()) {
      if (progress.fired === most) return 'pause';
      invariant(
        progress.fired - progress.before < entriesPerInstantMax,
        () => `entriesPerInstantMax: ${entriesPerInstantMax} entries ran at one instant, and more are due`,
      );
      progress.fired += 1;
      const rest = this.#fire(next);
      if (rest !== undefined) return rest;
    }
    return undefined;
  }

  /** Dispatches a timer's command. Returns steps if its row says that there may be very many consequences. */
  #fire(scheduled: ScheduledTimer): Steps<void> | undefined {
    const { slot, timer, cause } = scheduled;
    const row = this.timers.take(scheduled);
    if (row === undefined)
      throw new InvariantViolation(
        `${timersFit}: ${slot.table.decider.timers[timer]?.name} fired for ${slot.entity.id} in ${slot.entity.status}`,
      );
    const { kind } = slot.table;
    if (this.fired.length < firedMax) this.fired.push({ at: this.now, kind, id: slot.entity.id, timer: row.name });
    this.recorder.firedSinceInput += 1;
    const { length } = this.log;
    if (row.inSteps === true) return this.#fireInSteps(scheduled, row.command, length);
    this.#afterFiring(scheduled, this.#dispatch(slot, row.command, cause), length);
    return undefined;
  }

  *#fireInSteps(scheduled: ScheduledTimer, command: CommandOf<Kind>, length: number): Steps<void> {
    const { slot, cause } = scheduled;
    this.#afterFiring(scheduled, yield* this.dispatchInSteps(slot.table.kind, slot.entity.id, command, cause), length);
  }

  /** A timer whose command was accepted and led to no event is rescheduled; every event reschedules by itself. */
  #afterFiring({ slot, timer, cause }: ScheduledTimer, outcome: Either<Rejection, void>, length: number): void {
    if (isLeft(outcome))
      throw new InvariantViolation(
        `timer ${slot.table.decider.timers[timer]?.name} of ${slot.entity.id} fired after it should have stopped`,
      );
    if (this.log.length === length) this.#reschedule(slot, cause);
  }

  /** `cause`: the entry that the first events of the command name as their cause; by default, the newest input. */
  dispatch<K extends Kind>(kind: K, id: string, command: CommandOf<K>, cause?: number): Either<Rejection, void> {
    return this.#dispatch(this.state.slot(kind, id), command, cause);
  }

  dispatchOrThrow<K extends Kind>(kind: K, id: string, command: CommandOf<K>, cause?: number): void {
    accepted(this.dispatch(kind, id, command, cause), kind, id, command);
  }

  *dispatchInSteps<K extends Kind>(kind: K, id: string, command: CommandOf<K>, cause?: number): Steps<Either<Rejection, void>> {
    const slot = this.state.slot(kind, id);
    const decision = this.#decide(slot, command);
    if (isLeft(decision)) return left(decision.left);
    for (const event of eventsOf(decision.right)) {
      const context = new ReactionContext(this, this.#record(slot, event, cause));
      for (const policy of policiesFor(event.type)) yield* asSteps(policy.react(context, event, slot.entity));
    }
    return done;
  }

  *dispatchOrThrowInSteps<K extends Kind>(kind: K, id: string, command: CommandOf<K>, cause?: number): Steps<void> {
    accepted(yield* this.dispatchInSteps(kind, id, command, cause), kind, id, command);
  }

  #dispatch(slot: Slot, command: CommandOf<Kind>, cause: number | undefined): Either<Rejection, void> {
    const decision = this.#decide(slot, command);
    if (isLeft(decision)) return left(decision.left);
    const events = decision.right;
    if (!isList(events)) this.#recordAndReact(slot, events, cause);
    else for (const event of events) this.#recordAndReact(slot, event, cause);
    return done;
  }

  #decide({ table, entity }: Slot, command: CommandOf<Kind>): Decision<EventOf<Kind>> {
    const context = this.#contexts[table.place] as Mutable<Context<unknown>>;
    context.now = this.now;
    return table.decider.decide(command, entity, context);
  }

  #recordAndReact(slot: Slot, event: EventOf<Kind>, cause: number | undefined): void {
    const seq = this.#record(slot, event, cause);
    const policies = policiesFor(event.type);
    if (policies.length === 0) return;
    const context = new ReactionContext(this, seq);
    for (const policy of policies) {
      const steps = policy.react(context, event, slot.entity);
      if (steps !== undefined) finish(steps);
    }
  }

  /** Records an event and reschedules the entity's timers. The call that has arrived is recorded before its first event. */
  #record(slot: Slot, event: EventOf<Kind>, cause = this.recorder.recordCall()): number {
    return this.recorder.recordEvent(slot, event, cause, this.#reschedule);
  }

  readonly #reschedule = (slot: Slot, cause: number): void => {
    const { settings } = this.#contexts[slot.table.place] as Context<never>;
    this.timers.reschedule(slot, settings, this.now, cause);
  };

  /** Draws and new ids follow this seed from now on. */
  reseed(seed: string): void {
    this.seed = seed;
    this.draw = drawsFrom(seed, this.#draws);
    this.uuid = uuidsFrom(seed);
    this.shortId = shortIdsFrom(seed);
  }

  /** These settings apply from now on. A timer that they make overdue fires when time next passes, at this instant. */
  reconfigure(settings: Settings): void {
    this.configure(settings);
    for (const slot of this.state.slots()) this.#reschedule(slot, this.recorder.input);
  }

  /** The same for a simulator without entities. */
  configure(settings: Settings): void {
    this.settings = settings;
    this.#contexts = kinds.map((kind) => ({ now: worldStart, settings: settings[kind] }));
  }

  find<K extends Kind>(kind: K, id: string): StateOf<K> | undefined {
    return this.state.find(kind, id);
  }

  deliver(call: Call, context: SimulationContext = this): void {
    this.#deliver?.(call, context);
  }

  get now(): VirtualTime {
    return this.recorder.now;
  }

  get log(): EventLog<DomainEvent> {
    return this.recorder.log;
  }

  get state(): State {
    return this.recorder.state;
  }

  get unlogged(): Unlogged {
    return this.recorder.unlogged;
  }
}

/** Whether an advance has come far enough; asked after each instant, with how many timers have fired. */
type ShouldStop = (fired: number) => boolean;

/** How many timers an advance has fired, and how many of them before this instant. */
interface Progress {
  fired: number;
  before: number;
}

const done: Either<Rejection, void> = right(undefined);

const accepted = (outcome: Either<Rejection, void>, kind: Kind, id: string, { type }: CommandOf<Kind>): void => {
  if (isLeft(outcome)) throw new InvariantViolation(`${type} of ${kind} ${id} was refused: ${outcome.left.detail}`);
};
