import type { Answer } from '../api/operation.ts';
import { KeyDigests } from '../cloud/account/keyDigest.ts';
import type { Settings, SomeSettings } from '../cloud/entities.ts';
import type { HandlerFunction } from '../cloud/handler/handler.ts';
import type { AdvanceTarget, ClockPolicy, DomainEvent, InputEvent } from '../cloud/input.ts';
import type { State } from '../cloud/state/state.ts';
import { invariant } from '../kernel/invariant.ts';
import type { EventLog, LogPast } from '../kernel/log.ts';
import { type Sha256, sha256Hex } from '../kernel/sha256.ts';
import { finish, type Steps } from '../kernel/steps.ts';
import type { VirtualTime } from '../kernel/time.ts';
import { type LogHeader, type WorldDefinition, writeHeader } from '../simulator/definition.ts';
import { Simulator } from '../simulator/simulation.ts';
import { reconfigure } from '../simulator/simulatorDump.ts';
import type { Timers } from '../simulator/timers.ts';
import type { Counted } from '../simulator/unlogged.ts';
import {
  checkClockPolicy,
  checkCount,
  checkCounts,
  checkDefinition,
  checkSettings,
  checkTarget,
  checkText,
  checkTime,
  definitionOfLog,
} from './arguments.ts';
import { bootstrap } from './bootstrap.ts';
import { Callbacks } from './callbacks.ts';
import { callbackForCaller, checkInput, checkInSteps, replyForCaller, turnAway } from './callInput.ts';
import { type Advance, advanceInSteps } from './clock.ts';
import { LogFingerprint } from './fingerprint.ts';
import { simulationOptions, type WorldOptions } from './options.ts';
import { PendingCalls } from './pendingCalls.ts';
import { type Input, type Reply, receive } from './receive.ts';
import { loadSnapshot, type Resumption, takeSnapshot, type WorldSnapshot } from './snapshot.ts';

/** One isolated universe: seed, clock, log, and all that follows from them. */
export class World {
  readonly header: LogHeader;
  /** What its fingerprint is worked out with. */
  readonly sha256: Sha256;
  readonly digests: KeyDigests;
  readonly #sim: Simulator;
  readonly #pendingCalls = new PendingCalls();
  readonly #callbacks = new Callbacks();
  readonly #fingerprint: LogFingerprint;

  /** Throws {@link InvalidArgument}, as every method does, where it is given what it cannot take. */
  constructor(given: WorldDefinition, options: WorldOptions = {}, from?: Resumption | Pick<Resumption, 'past'>) {
    const { header, sha256 = sha256Hex, onChange } = options;
    const definition = header === undefined ? checkDefinition(given) : definitionOfLog(given);
    this.header = header ?? writeHeader(definition, sha256);
    this.sha256 = sha256;
    this.#fingerprint = new LogFingerprint(this.header, sha256);
    this.digests = new KeyDigests(sha256);
    this.#sim = new Simulator({
      ...simulationOptions(definition, options),
      deliver: (call, context) => this.#pendingCalls.answer(context, call),
      ...(from === undefined ? {} : { past: this.#callbacks.reading(from.past) }),
      ...(onChange === undefined ? {} : { onChange: this.#callbacks.guard(onChange) }),
    });
    if (from === undefined) bootstrap(this.#sim.context, this.header.definition);
    else if ('snapshot' in from) finish(loadSnapshot(this.#sim, this.#pendingCalls, from.snapshot));
  }

  /** `new World(definition, options, from)` in steps. */
  static *resumeInSteps(definition: WorldDefinition, options: WorldOptions, { snapshot, past }: Resumption): Steps<World> {
    const world = new World(definition, options, { past });
    yield* loadSnapshot(world.#sim, world.#pendingCalls, snapshot);
    return world;
  }

  /** Virtual time: whole ms since the world's start. */
  get now(): VirtualTime {
    return this.#sim.now;
  }

  get log(): EventLog<DomainEvent> {
    return this.#sim.log;
  }

  /** Everything derived from the log. Entities found here change as the world goes on: copy what you keep. */
  get state(): State {
    return this.#sim.state;
  }

  /** When something is due next; undefined when nothing ever will be. */
  get nextDue(): VirtualTime | undefined {
    return this.#sim.timers.calendar.next()?.due;
  }

  /** What the calendar holds, in the order it will run. */
  get calendar(): Pick<Timers['calendar'], 'size' | 'next' | 'inOrder' | 'soonest'> {
    return this.#sim.timers.calendar;
  }

  /** What draws and new ids follow: the definition's seed, unless it was changed. */
  get seed(): string {
    return this.#sim.configuration.seed;
  }

  /** How many calls have left nothing in the log, since this world was made or gone on with. */
  get quietCalls(): number {
    return this.#sim.recorder.unlogged.calls;
  }

  /** The settings that hold now. */
  get settings(): Settings {
    return this.#sim.configuration.settings;
  }

  /** Handlers written as functions: to continue from the world's log, they are needed too. */
  get handlers(): Readonly<Record<string, HandlerFunction>> {
    return this.#sim.configuration.handlers;
  }

  /** The fingerprint of the log so far. Costs a pass over what has come since it was last asked for, or was kept elsewhere. */
  fingerprint(): string {
    return finish(this.fingerprintInSteps());
  }

  /** The same in steps. */
  fingerprintInSteps(): Steps<string> {
    return this.#fingerprint.inSteps(this.log);
  }

  /** Memory holds no more than about `most` entries of the log; those that `past` has, which is kept elsewhere, are read from there. */
  release(past: LogPast<DomainEvent>, most: number): void {
    this.log.release(this.#callbacks.reading(past), most);
  }

  /** What the world is, its log apart, as the newest input left it. It shares its parts with the world; `apart`, it shares nothing. */
  snapshot(how: { readonly apart: boolean } = { apart: false }): WorldSnapshot {
    return finish(this.snapshotInSteps(how));
  }

  /** The same in steps. The world may not change before the last of them. */
  *snapshotInSteps(how: { readonly apart: boolean } = { apart: false }): Steps<WorldSnapshot> {
    invariant(!this.#callbacks.isChanging, 'a snapshot is taken of a settled world');
    return yield* takeSnapshot(this.#sim, this.#pendingCalls, how);
  }

  /** The pending calls. The clients of calls that were pending before a resumption are gone. */
  get heldCalls(): readonly string[] {
    return this.#pendingCalls.ids;
  }

  /** Makes a call, after all that is due up to then. `onAnswer` gets the answer of a call that is held, when it is given. */
  call(given: Input, onAnswer?: (answer: Answer) => void): Reply {
    const call = checkInput(given, this);
    if ('because' in call) return turnAway(this.#sim.recorder.unlogged, call);
    this.#callbacks.enter(this.log.length);
    this.#sim.advanceTo(call.at);
    const reply = receive(this.#sim, this.#pendingCalls, call, onAnswer && this.#callbacks.guard(callbackForCaller(given, onAnswer)));
    const whole = 'next' in reply ? finish(reply) : reply;
    this.#callbacks.leave();
    return replyForCaller(given, whole);
  }

  /** The same in steps: between two of them the world takes no other calls. Once it has begun, it must be brought to its end. */
  *callInSteps(given: Input, onAnswer?: (answer: Answer) => void): Steps<Reply> {
    const call = yield* checkInSteps(given, this);
    if ('because' in call) return turnAway(this.#sim.recorder.unlogged, call);
    this.#callbacks.enter(this.log.length);
    yield* this.#sim.advanceInSteps(call.at);
    const reply = receive(this.#sim, this.#pendingCalls, call, onAnswer && this.#callbacks.guard(callbackForCaller(given, onAnswer)));
    const whole = 'next' in reply ? yield* reply : reply;
    this.#callbacks.leave();
    return replyForCaller(given, whole);
  }

  /** The client of a held call has gone away, now or at `at`; false where no call of that id waits, and then nothing is recorded. */
  abandon(callId: string, at = this.now): boolean {
    return this.#change(at, () => this.#pendingCalls.abandon(this.#sim, callId));
  }

  /**
   * Moves the clock, and runs what comes due on the way, whole instants at a time; returns when settled.
   * `enough` is asked after each instant, and stops the advance there; so does the calendar entry of number `entriesMax`.
   */
  advance(target: AdvanceTarget, enough?: () => boolean, entriesMax?: number): Advance {
    return finish(this.advanceInSteps(target, enough, entriesMax));
  }

  /** The same in steps. Between two of them the world takes no calls; once it has begun, it must be brought to its end. */
  *advanceInSteps(target: AdvanceTarget, enough?: () => boolean, entriesMax?: number): Steps<Advance> {
    const checked = checkTarget(target, this.now, this.#sim.configuration.startMs);
    const most = checkCount(entriesMax, 'entriesMax');
    this.#callbacks.enter(this.log.length);
    const advance = yield* advanceInSteps(this.#sim, checked, { shouldStop: this.#callbacks.guardPredicate(enough), entriesMax: most });
    this.#callbacks.leave();
    return advance;
  }

  /**
   * Lets happen what is due up to then, as a call does that arrives at that time; or less, where `enough` says so after an
   * instant. The log does not say so: the caller records an input right after it, or a rerun would not come so far.
   */
  runUntil(at: VirtualTime, enough?: () => boolean): void {
    this.#change(at, () => undefined, enough);
  }

  /** From now on, or from `at`, draws and new ids follow another seed. An input like any other. */
  reseed(seed: string, at = this.now): number {
    return this.#recordInput(at, { type: 'SeedChanged', seed: checkText(seed, 'seed') }, () => this.#sim.configuration.reseed(seed));
  }

  /** From now on, or from `at`, these settings hold, and the others as before. An input like any other. */
  reconfigure(changes: SomeSettings, at = this.now): number {
    const settings = checkSettings(changes);
    return this.#recordInput(at, { type: 'SettingsChanged', settings }, () => reconfigure(this.#sim, settings));
  }

  /** From now on, or from `at`, a server of this world lets time pass like this. An input like any other. */
  setClockPolicy(policy: ClockPolicy, at = this.now): number {
    return this.#recordInput(at, { type: 'ClockPolicySet', policy: checkClockPolicy(policy) });
  }

  /** So many calls count towards limits that left nothing else in a log, at that place of it. An input like any other. */
  countCalls(counted: Counted, at = this.now): number {
    return this.#recordInput(at, { type: 'CallsCounted', counted: checkCounts(counted) });
  }

  /** Logs calls that only count towards limits, and where the clock stands. To be called before a stop or a fork: both go on from the log. */
  recordPending(): void {
    this.#callbacks.enter(this.log.length);
    this.#sim.recorder.recordCounts();
    this.#sim.recorder.recordClock();
    this.#callbacks.leave();
  }

  #recordInput(at: VirtualTime, event: InputEvent, change?: () => void): number {
    return this.#change(at, () => {
      const seq = this.#sim.recorder.recordInput(event);
      change?.();
      return seq;
    });
  }

  /** Lets happen what is due up to then, and then that. */
  #change<Result>(at: VirtualTime, act: () => Result, enough?: () => boolean): Result {
    checkTime(at, this.now, this.#sim.configuration.startMs);
    this.#callbacks.enter(this.log.length);
    this.#sim.advanceTo(at, this.#callbacks.guardPredicate(enough));
    const result = act();
    this.#callbacks.leave();
    return result;
  }
}
