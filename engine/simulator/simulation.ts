import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { Decision, Rejection } from '../cloud/decisions.ts';
import type { CommandOf, EventOf, Kind } from '../cloud/entities.ts';
import type { DomainEvent } from '../cloud/input.ts';
import { packings } from '../cloud/packings.ts';
import type { SimulationContext } from '../cloud/policies/context.ts';
import { withSurroundings } from '../cloud/policies/hostFailures.ts';
import { policiesFor } from '../cloud/policies/policies.ts';
import { State } from '../cloud/state/state.ts';
import type { ScheduledTimer, Slot } from '../cloud/state/tables.ts';
import { type Context, isList, listEvents, type Mutable } from '../kernel/decider.ts';
import { InvariantViolation, invariant } from '../kernel/invariant.ts';
import { EventLog } from '../kernel/log.ts';
import { asSteps, finish, type Steps, thingsPerStep } from '../kernel/steps.ts';
import type { VirtualTime } from '../kernel/time.ts';
import { Configuration } from './configuration.ts';
import { DispatchContext } from './dispatchContext.ts';
import { Invariants } from './invariants.ts';
import { type Judge, openJudge } from './judge.ts';
import type { Fired, SimulationOptions } from './options.ts';
import { Recorder } from './recorder.ts';
import { Timers, timerName } from './timers.ts';

/** The most fired timers to list. */
const firedMax = 100;

/** A calendar that refills faster than it drains would run for ever. */
const timersPerInstantMax = 10_000_000;

/** How the message of a world begins that broke because too many timers fired at one instant. */
export const tooManyAtOnce = 'timersPerInstantMax: ';

/**
 * The loop. Read it from top to bottom: time advances to the next instant at which a timer is due, the timer fires a command, the
 * entity decides which events follow, each event is recorded, its timers are rescheduled, and policies dispatch further commands,
 * depth first. Nothing else changes state.
 */
export class Simulator {
  readonly configuration: Configuration;
  readonly judge: Judge | undefined;
  readonly recorder: Recorder;
  readonly timers = new Timers();
  readonly #perInstantMax: number;
  /** The operations' view of the simulation. Entries that they dispatch have the newest input as their cause. */
  readonly context: SimulationContext = new DispatchContext(this);
  readonly #contexts: DispatchContext[] = [];
  #depth = 0;
  /** Of the advance that is not in steps: every call makes one. */
  readonly #progress: Progress = { fired: 0, before: 0 };
  /** Delivers the answer of a pending call. */
  readonly deliver: SimulationOptions['deliver'];
  /** The first timers that have fired since this list was last emptied. */
  fired: Fired[] = [];

  constructor(options: SimulationOptions) {
    const { startMs, hosts, invariants = true, keyless, sink, past, deliver, onChange } = options;
    this.#perInstantMax = options.timersPerInstantMax ?? timersPerInstantMax;
    const state = new State({ sharing: false, startMs, ...(hosts === undefined ? {} : { hosts }) });
    this.configuration = new Configuration(options);
    const names = typeof invariants === 'boolean' ? undefined : invariants;
    const { settings } = this.configuration;
    this.judge = invariants === false ? undefined : openJudge({ state, settings, names, keyless });
    const checked = invariants === false ? undefined : new Invariants(state, names);
    const watchers = { invariants: checked, judge: this.judge, onChange };
    this.recorder = new Recorder(new EventLog(sink, past, packings), state, watchers, options.beginsAt);
    this.deliver = deliver;
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

  /** Runs everything due up to `until`, and then is at `until`; or stops after the first instant at which `shouldStop` is true. */
  advanceTo(until: VirtualTime, shouldStop?: ShouldStop): number {
    const progress = this.#progress;
    progress.fired = 0;
    progress.before = 0;
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
    this.judge?.passTo(this.now, this.log.length);
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
      if (progress.fired - progress.before >= this.#perInstantMax) throw tooManyFired(this.#perInstantMax);
      progress.fired += 1;
      const rest = this.#fire(next);
      if (rest !== undefined) return rest;
    }
    return undefined;
  }

  /** Dispatches a timer's command. Returns steps if its row says that there may be very many consequences. */
  #fire(scheduled: ScheduledTimer): Steps<void> | undefined {
    // The calendar uses its entry again.
    const { slot, timer, cause } = scheduled;
    const { command: asked, name, inSteps } = this.timers.take(scheduled);
    if (this.fired.length < firedMax) this.fired.push({ at: this.now, kind: slot.table.kind, id: slot.entity.id, timer: name });
    this.recorder.firedSinceInput += 1;
    const { length } = this.log;
    const command = this.#withSurroundings(slot, asked, cause);
    if (inSteps === true) return this.#fireInSteps(slot, timer, command, cause);
    this.#afterFiring(slot, timer, cause, this.dispatch(slot, command, cause), length);
    return undefined;
  }

  /** A decider sees only its own entity; other inputs of a timer's command are added here. */
  #withSurroundings({ table: { kind }, entity }: Slot, command: CommandOf<Kind>, cause: number): CommandOf<Kind> {
    const whole = withSurroundings(this.#contextFor(cause), kind, command, entity);
    this.#depth -= 1;
    return whole;
  }

  *#fireInSteps(slot: Slot, timer: number, command: CommandOf<Kind>, cause: number): Steps<void> {
    const { length } = this.log;
    this.#afterFiring(slot, timer, cause, yield* this.dispatchInSteps(slot, command, cause), length);
  }

  /** A timer whose command was accepted and led to no event is rescheduled; every event reschedules by itself. */
  #afterFiring(slot: Slot, timer: number, cause: number, outcome: Either<Rejection, void>, length: number): void {
    if (isLeft(outcome))
      throw new InvariantViolation(`timer ${timerName(slot, timer)} of ${slot.entity.id} fired after it should have stopped`);
    if (this.log.length === length) this.reschedule(slot, cause);
  }

  /**
   * Sends a command to an entity. When this returns, all consequences at this instant have happened. The first events name `cause` as their
   * cause, or the newest input if there is none.
   */
  dispatch(slot: Slot, command: CommandOf<Kind>, cause: number | undefined): Either<Rejection, void> {
    const decision = this.#decide(slot, command);
    if (isLeft(decision)) return left(decision.left);
    const events = decision.right;
    if (!isList(events)) this.#recordAndReact(slot, events, cause);
    else for (const event of events) this.#recordAndReact(slot, event, cause);
    return done;
  }

  // Both exist because only this one would cost a run of short calls 16 % more of the processor.
  /** The same in steps. Until the last step, nothing else may be dispatched. */
  *dispatchInSteps(slot: Slot, command: CommandOf<Kind>, cause: number | undefined): Steps<Either<Rejection, void>> {
    const decision = this.#decide(slot, command);
    if (isLeft(decision)) return left(decision.left);
    for (const event of listEvents(decision.right)) {
      const context = new DispatchContext(this, this.#record(slot, event, cause));
      for (const policy of policiesFor(event.type)) yield* asSteps(policy.react(context, event, slot.entity));
    }
    return done;
  }

  #decide({ table, entity }: Slot, command: CommandOf<Kind>): Decision<EventOf<Kind>> {
    const context = this.configuration.contexts[table.place] as Mutable<Context<unknown>>;
    context.now = this.now;
    return table.decider.decide(command, entity, context);
  }

  #recordAndReact(slot: Slot, event: EventOf<Kind>, cause: number | undefined): void {
    const seq = this.#record(slot, event, cause);
    const policies = policiesFor(event.type);
    if (policies.length === 0) return;
    const context = this.#contextFor(seq);
    // By number: an iterator for every event is a cost that shows.
    for (let k = 0; k < policies.length; k++) {
      const steps = policies[k]?.react(context, event, slot.entity);
      if (steps !== undefined) finish(steps);
    }
    this.#depth -= 1;
  }

  /** The policies' view, which they do not keep: each depth of consequences reuses one. */
  #contextFor(cause: number): SimulationContext {
    const depth = this.#depth++;
    if (depth === this.#contexts.length) this.#contexts.push(new DispatchContext(this));
    const context = this.#contexts[depth] as DispatchContext;
    context.cause = cause;
    return context;
  }

  /** Records an event and reschedules the entity's timers. The call that has arrived is recorded before its first event. */
  #record(slot: Slot, event: EventOf<Kind>, cause = this.recorder.recordCall()): number {
    return this.recorder.recordEvent(slot, event, cause, this.reschedule);
  }

  /** Starts, moves and stops the timers of an entity as its state and the settings ask for. */
  readonly reschedule = (slot: Slot, cause: number): void => {
    const { settings } = this.configuration.contexts[slot.table.place] as Context<never>;
    this.timers.reschedule(slot, settings, this.now, cause);
  };
}

/** Whether an advance has come far enough; called after each instant, with the number of fired timers. */
type ShouldStop = (fired: number) => boolean;

/** How many timers an advance has fired, and how many of them before this instant. */
interface Progress {
  fired: number;
  before: number;
}

const tooManyFired = (most: number): InvariantViolation =>
  new InvariantViolation(`${tooManyAtOnce}${most} timers fired at one instant, and more are due`);

const done: Either<Rejection, void> = right(undefined);
