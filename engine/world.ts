import type { Answer } from './api/operation.ts';
import { keptOf } from './api/secrets.ts';
import {
  checkCount,
  checkCounts,
  checkDefinition,
  checkHandlers,
  checkKey,
  checkOperation,
  checkSettings,
  checkTarget,
  checkText,
  checkTime,
  copyClient,
  copyRequest,
  definitionOfLog,
} from './arguments.ts';
import { bootstrap } from './bootstrap.ts';
import { Callbacks } from './callbacks.ts';
import { HostList } from './catalog/hosts.ts';
import { type Advance, advanceInSteps } from './clock.ts';
import { changeSettings, headerOf, type LogHeader, settingsOf, type WorldDefinition } from './definition.ts';
import type { DomainEvent, Settings, SomeSettings } from './entities.ts';
import type { HandlerFunction } from './handler/handler.ts';
import type { AdvanceTarget, InputEvent } from './input.ts';
import { asItIs, copier } from './kernel/copy.ts';
import { invariant } from './kernel/invariant.ts';
import { plainCopy } from './kernel/json.ts';
import type { EventLog, LogPast } from './kernel/log.ts';
import { type Sha256, sha256Hex } from './kernel/sha256.ts';
import { finish, type Steps } from './kernel/steps.ts';
import type { VirtualTime } from './kernel/time.ts';
import { LogFingerprint } from './logFingerprint.ts';
import { PendingCalls } from './pendingCalls.ts';
import { type Input, type Reply, receive } from './receive.ts';
import { Simulator } from './simulation.ts';
import { dumpSimulator, loadSimulator, reconfigure } from './simulatorDump.ts';
import type { State } from './state.ts';
import type { Timers } from './timers.ts';
import type { Counted } from './unlogged.ts';
import { type Resumption, snapshotForm, type WorldOptions, type WorldSnapshot } from './worldOptions.ts';

/** One isolated universe: seed, clock, log, and all that follows from them. */
export class World {
  readonly header: LogHeader;
  /** What its fingerprint is worked out with. */
  readonly sha256: Sha256;
  readonly #sim: Simulator;
  readonly #pendingCalls = new PendingCalls();
  /** True while the world changes; still true afterwards only if an invariant broke. */
  #inside = false;
  readonly #callbacks = new Callbacks();
  readonly #fingerprint: LogFingerprint;

  /** Throws {@link InvalidArgument}, as every method does, where it is given what it cannot take. */
  constructor(
    given: WorldDefinition,
    { audit, sink, onChange, header, handlers, timersPerInstantMax, sha256 = sha256Hex }: WorldOptions = {},
    from?: Resumption | Pick<Resumption, 'past'>,
  ) {
    const definition = header === undefined ? checkDefinition(given) : definitionOfLog(given);
    this.header = header ?? headerOf(definition, sha256);
    this.sha256 = sha256;
    this.#fingerprint = new LogFingerprint(this.header, sha256);
    this.#sim = new Simulator({
      seed: definition.seed,
      draws: definition.draws,
      startMs: definition.startMs,
      settings: settingsOf(definition),
      deliver: (call, context) => this.#pendingCalls.answer(context, call),
      ...(definition.hosts === null ? {} : { hosts: new HostList(definition.hosts) }),
      ...(handlers === undefined ? {} : { handlers: checkHandlers(handlers) }),
      ...(definition.webhooks === undefined ? {} : { webhooks: definition.webhooks }),
      ...(audit === undefined ? {} : { audit }),
      ...(timersPerInstantMax === undefined ? {} : { timersPerInstantMax }),
      ...(sink === undefined ? {} : { sink }),
      ...(from === undefined ? {} : { past: this.#reading(from.past) }),
      ...(onChange === undefined ? {} : { onChange: this.#callbacks.guarded(onChange) }),
    });
    if (from === undefined) bootstrap(this.#sim.context, definition);
    else if ('snapshot' in from) finish(this.#goOn(from.snapshot));
  }

  /** `new World(definition, options, from)` in steps. */
  static *resumeInSteps(definition: WorldDefinition, options: WorldOptions, { snapshot, past }: Resumption): Steps<World> {
    const world = new World(definition, options, { past });
    yield* world.#goOn(snapshot);
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
    this.log.release(this.#reading(past), most);
  }

  /**
   * What the world is, its log apart: as the newest input left it, for what has come since leaves nothing.
   * `new World(definition, options, { snapshot, past })` goes on from there. It shares its parts with the world, and is to be encoded
   * at once; `apart`, it shares nothing, and may be gone on from as it is.
   */
  snapshot(how: { readonly apart: boolean } = { apart: false }): WorldSnapshot {
    return finish(this.snapshotInSteps(how));
  }

  /** The same in steps. The world may not change before the last of them. */
  *snapshotInSteps({ apart }: { readonly apart: boolean } = { apart: false }): Steps<WorldSnapshot> {
    invariant(!this.#inside, 'a snapshot is taken of a settled world');
    const copy = apart ? copier() : asItIs;
    return {
      form: snapshotForm,
      seq: this.log.length,
      loop: yield* dumpSimulator(this.#sim, copy),
      callers: copy(this.#pendingCalls.dump()),
    };
  }

  /** The pending calls. The clients of calls that were pending before a resumption are gone. */
  get heldCalls(): readonly string[] {
    return this.#pendingCalls.ids;
  }

  #reading(past: LogPast<DomainEvent>): LogPast<DomainEvent> {
    return this.#callbacks.reading(past, () => this.#inside);
  }

  *#goOn({ seq, loop, callers }: WorldSnapshot): Steps<void> {
    invariant(seq === this.log.length, () => `the snapshot was taken after entry ${seq}, and the log says ${this.log.length}`);
    yield* loadSimulator(this.#sim, loop);
    this.#pendingCalls.load(callers);
  }

  /**
   * Puts a call to the world. It arrives at a settled instant: all that is due up to then runs first.
   * `onAnswer` hears the answer of a call that is held, at the virtual time it is given.
   */
  call(given: Input, onAnswer?: (answer: Answer) => void): Reply {
    const { operation, at, input, answered } = this.#checked(given, onAnswer);
    this.#enter();
    this.#sim.advanceTo(at);
    const reply = receive(this.#sim, this.#pendingCalls, operation, input, answered);
    const whole = 'next' in reply ? finish(reply) : reply;
    this.#leave();
    return guarded(given, whole);
  }

  /** The same in steps: between two of them the world takes no other calls. Once it has begun, it must be brought to its end. */
  *callInSteps(given: Input, onAnswer?: (answer: Answer) => void): Steps<Reply> {
    const { operation, at, input, answered } = this.#checked(given, onAnswer);
    this.#enter();
    yield* this.#sim.advanceInSteps(at);
    const reply = receive(this.#sim, this.#pendingCalls, operation, input, answered);
    const whole = 'next' in reply ? yield* reply : reply;
    this.#leave();
    return guarded(given, whole);
  }

  /** What is given is looked at, copied, and rid of its secrets before anything changes. */
  #checked(given: Input, onAnswer: ((answer: Answer) => void) | undefined) {
    const operation = checkOperation(given.operation);
    const at = given.at === undefined ? this.now : this.#checkedTime(given.at);
    checkKey(given.key);
    const copy = given.unguarded ? given : { ...given, client: copyClient(given.client), request: copyRequest(given.request) };
    const request = keptOf(operation, copy.request);
    const input = request === copy.request ? copy : { ...copy, request };
    const answered = onAnswer && this.#callbacks.guarded(given.unguarded ? onAnswer : (answer: Answer) => onAnswer(answerCopy(answer)));
    return { operation, at, input, answered };
  }

  /** The client of a held call has gone away, now or at `at`; false where no call of that id waits, and then nothing is recorded. */
  abandon(callId: string, at = this.now): boolean {
    this.#checkedTime(at);
    this.#enter();
    this.#sim.advanceTo(at);
    const waited = this.#pendingCalls.abandon(this.#sim, callId);
    this.#leave();
    return waited;
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
    this.#enter();
    const advance = yield* advanceInSteps(this.#sim, checked, { shouldStop: this.#callbacks.asked(enough), entriesMax: most });
    this.#leave();
    return advance;
  }

  /**
   * Lets happen what is due up to then, as a call does that arrives at that time; or less, where `enough` says so after an
   * instant. The log does not say so: the caller records an input right after it, or a rerun would not come so far.
   */
  runUntil(at: VirtualTime, enough?: () => boolean): void {
    this.#checkedTime(at);
    this.#enter();
    this.#sim.advanceTo(at, this.#callbacks.asked(enough));
    this.#leave();
  }

  /** From now on, or from `at`, draws and new ids follow another seed. An input like any other. */
  reseed(seed: string, at = this.now): number {
    checkText(seed, 'seed');
    return this.#change(at, { type: 'SeedChanged', seed }, () => this.#sim.configuration.reseed(seed));
  }

  /** From now on, or from `at`, these settings hold, and the others as before. An input like any other. */
  reconfigure(changes: SomeSettings, at = this.now): number {
    const settings = checkSettings(changes);
    return this.#change(at, { type: 'SettingsChanged', settings }, () =>
      reconfigure(this.#sim, changeSettings(this.#sim.configuration.settings, settings)),
    );
  }

  /** So many calls count towards limits that left nothing else in a log, at that place of it. An input like any other. */
  countCalls(counted: Counted, at = this.now): number {
    return this.#change(at, { type: 'CallsCounted', counted: checkCounts(counted) }, () => undefined);
  }

  /**
   * Puts into the log what it does not say yet: how many calls that left nothing count towards limits, and where the clock stands.
   * Call it before the world is stopped or forked: both continue from what the log says.
   */
  recordPending(): void {
    this.#enter();
    this.#sim.recorder.recordCounts();
    this.#sim.recorder.recordClock();
    this.#leave();
  }

  #change(at: VirtualTime, event: InputEvent, change: () => void): number {
    this.#checkedTime(at);
    this.#enter();
    this.#sim.advanceTo(at);
    const seq = this.#sim.recorder.recordInput(event);
    change();
    this.#leave();
    return seq;
  }

  #checkedTime(at: VirtualTime): VirtualTime {
    return checkTime(at, this.now, this.#sim.configuration.startMs);
  }

  /** A world in which an invariant broke has stopped for good; and callbacks may not change it. */
  #enter(): void {
    invariant(!this.#inside, () => `this world stopped at entry ${this.log.length}, or is being changed from one of its own callbacks`);
    this.#inside = true;
  }

  /** What a callback threw on the way is thrown now: the world has settled, and goes on. */
  #leave(): void {
    this.#inside = false;
    this.#callbacks.rethrow();
  }
}

const guarded = ({ unguarded }: Input, reply: Reply): Reply =>
  unguarded || !('answer' in reply) ? reply : { ...reply, answer: answerCopy(reply.answer) };

/** An answer that its reader may change: nothing of it is part of the world. */
const answerCopy = (answer: Answer): Answer => (answer.body === undefined ? answer : { ...answer, body: plainCopy(answer.body) });
