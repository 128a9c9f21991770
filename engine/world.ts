import { isLeft } from 'fp-ts/lib/Either.js';
import { admitted, whereOf } from './api/admit.ts';
import { authenticated } from './api/authorize.ts';
import { type Limit, limitStates, limitsOf } from './api/limits.ts';
import type { Answer, Operation } from './api/operation.ts';
import { problemOf } from './api/problems.ts';
import { keptOf } from './api/secrets.ts';
import { findOperation } from './api/table.ts';
import { Callers, type OnAnswer } from './callers.ts';
import { HostList } from './catalog/hosts.ts';
import { type Advance, advanced } from './clock.ts';
import { changedSettings, headerOf, type LogHeader, type SomeSettings, settingsOf, type WorldDefinition } from './definition.ts';
import type { DomainEvent, Settings } from './entities.ts';
import type { HandlerFunction } from './handler/handler.ts';
import type { AdvanceTarget, Client, InputEvent, Request } from './input.ts';
import { refusalsSpare } from './invariants.ts';
import { asItIs, copier } from './kernel/copy.ts';
import type { Rejection } from './kernel/decider.ts';
import { invariant } from './kernel/invariant.ts';
import { type EventLog, fingerprintOf, type LogPast, type LogSink } from './kernel/log.ts';
import { later, type VirtualTime } from './kernel/time.ts';
import { strike } from './policies/faults.ts';
import { populate } from './populating.ts';
import { type LoopDump, SimulationLoop } from './simulation.ts';
import type { Change, State } from './state.ts';

/** One call, whichever way it came. */
export interface Input {
  readonly operation: string;
  readonly client: Client;
  readonly request: Request;
  /** When it arrives; now unless given, and never before now. */
  readonly at?: VirtualTime;
  /** Where the caller finds the APIs: what URLs in its answer begin with. */
  readonly base?: string;
  /** What its ids and draws are keyed by; by what it says and when, unless given. Must be used once only. */
  readonly key?: string;
}

/** Answered at once, or held: then `onAnswer` is told when the world has come that far. */
export type Reply = Received & ({ readonly answer: Answer } | { readonly held: string });

/** The entry of the log that says a call came. */
interface Received {
  readonly seq: number;
}

export interface WorldOptions {
  /** Checks the built-in invariants after every event, all of them or those named; all unless told otherwise. */
  readonly audit?: boolean | readonly string[];
  /** Takes the log away as it grows; then `log` holds only its end. */
  readonly sink?: LogSink<DomainEvent>;
  readonly onChange?: (change: Change) => void;
  /** The first line of the log that it goes on with; one of its own unless given. */
  readonly header?: LogHeader;
  /** Handlers written as functions, by endpoint id; pure and synchronous. */
  readonly handlers?: Readonly<Record<string, HandlerFunction>>;
}

/** A world at a settled instant, its log apart: plain data, to be encoded at once by something that keeps identities. */
export interface WorldSnapshot {
  /** The newest entry of the log then. */
  readonly seq: number;
  readonly loop: LoopDump;
  readonly callers: ReturnType<Callers['dump']>;
}

/** Where a world goes on from: what it was, and what its log said up to then. */
export interface Resumption {
  readonly snapshot: WorldSnapshot;
  readonly past: LogPast<DomainEvent>;
}

/** One isolated universe: seed, clock, log, and all that follows from them. */
export class World {
  readonly header: LogHeader;
  readonly #loop: SimulationLoop;
  readonly #callers = new Callers();
  /** True while the world changes; still true afterwards only if an invariant broke. */
  #inside = false;

  constructor(definition: WorldDefinition, { audit, sink, onChange, header, handlers }: WorldOptions = {}, from?: Resumption) {
    this.header = header ?? headerOf(definition);
    this.#loop = new SimulationLoop({
      seed: definition.seed,
      draws: definition.draws,
      startMs: definition.startMs,
      settings: settingsOf(definition),
      deliver: (call) => this.#callers.answer(this.#loop, call),
      ...(definition.hosts === null ? {} : { hosts: new HostList(definition.hosts) }),
      ...(handlers === undefined ? {} : { handlers }),
      ...(definition.webhooks === undefined ? {} : { webhooks: definition.webhooks }),
      ...(audit === undefined ? {} : { audit }),
      ...(sink === undefined ? {} : { sink }),
      ...(from === undefined ? {} : { past: from.past }),
      ...(onChange === undefined ? {} : { onChange }),
    });
    if (from === undefined) populate(this.#loop, definition);
    else this.#goOn(from.snapshot);
  }

  /** Virtual time: whole ms since the world's start. */
  get now(): VirtualTime {
    return this.#loop.now;
  }

  get log(): EventLog<DomainEvent> {
    return this.#loop.log;
  }

  /** Everything derived from the log. Entities found here change as the world goes on: copy what you keep. */
  get state(): State {
    return this.#loop.state;
  }

  /** When something is due next; undefined when nothing ever will be. */
  get nextDue(): VirtualTime | undefined {
    return this.#loop.calendar.next()?.due;
  }

  /** What the calendar holds, in the order it will run. */
  get calendar(): SimulationLoop['calendar'] {
    return this.#loop.calendar;
  }

  /** What draws and new ids follow: the definition's seed, unless it was changed. */
  get seed(): string {
    return this.#loop.seed;
  }

  /** The settings that hold now. */
  get settings(): Settings {
    return this.#loop.settings;
  }

  /** Handlers written as functions: whoever goes on with the world's log needs them too. */
  get handlers(): Readonly<Record<string, HandlerFunction>> {
    return this.#loop.handlers;
  }

  /** The fingerprint of the log so far. Costs a pass over all of it. */
  fingerprint(): string {
    return fingerprintOf(this.header, this.log.entries());
  }

  /**
   * What the world is now, its log apart. `new World(definition, options, { snapshot, past })` goes on from there. It shares its
   * parts with the world, and is to be encoded at once; `apart`, it shares nothing, and may be gone on from as it is.
   */
  snapshot({ apart }: { readonly apart: boolean } = { apart: false }): WorldSnapshot {
    invariant(!this.#inside, 'a snapshot is taken of a settled world');
    const copy = apart ? copier() : asItIs;
    return { seq: this.log.length, loop: this.#loop.dump(copy), callers: copy(this.#callers.dump()) };
  }

  /** The calls that are held now; whoever made those held before a resumption is not there any more. */
  get heldCalls(): readonly string[] {
    return this.#callers.ids;
  }

  #goOn({ seq, loop, callers }: WorldSnapshot): void {
    invariant(seq === this.log.length, () => `the snapshot was taken after entry ${seq}, and the log says ${this.log.length}`);
    this.#loop.load(loop);
    this.#callers.load(callers);
  }

  /**
   * Puts a call to the world. It arrives at a settled instant: all that is due up to then runs first.
   * `onAnswer` hears the answer of a call that is held, at the virtual time it is given.
   */
  call(input: Input, onAnswer?: (answer: Answer) => void): Reply {
    this.#enter();
    const reply = this.#called(input, onAnswer);
    this.#inside = false;
    return reply;
  }

  #called(given: Input, onAnswer: OnAnswer): Reply {
    const loop = this.#loop;
    loop.advanceTo(given.at ?? loop.now);
    const operation = findOperation(given.operation);
    invariant(operation !== undefined, `there is no operation ${given.operation}`);
    const input = { ...given, request: keptOf(operation, given.request) };
    const holder = authenticated(loop, input.client, operation.api);
    const limits = limitsOf(loop, isLeft(holder) ? undefined : holder.right, operation, input.request);
    const received = loop.input(receivedOf(input, limits));
    const inputKey = once(() => input.key ?? loop.state.twins.keyOf({ operation: operation.id, request: input.request }, loop.now));
    const asked = admitted(loop, operation, input, holder, limits, inputKey);
    const outcome = isLeft(asked) ? asked : operation.run(loop, asked.right);
    const slow =
      operation.api === 'control'
        ? undefined
        : strike(loop, 'api-latency', () => ({ ...whereOf(operation, input.request), occasion: inputKey() }));
    const bare = isLeft(outcome) ? { answer: this.#refused(operation, outcome.left, received) } : outcome.right;
    const reply = 'answer' in bare && operation.api === 'management' ? { answer: withLimits(loop, bare.answer, limits) } : bare;
    const { request } = input;
    if ('wait' in reply) {
      invariant(!isLeft(holder), () => `${operation.id} waits for nobody`);
      const wait = { ...reply.wait, delayMs: slow?.delayMs ?? 0 };
      return { seq: received, held: this.#callers.hold(loop, { operation, request, holder: holder.right, wait, onAnswer }) };
    }
    const { answer } = reply;
    if (isLeft(holder) || slow === undefined) return { seq: received, answer };
    const wait = { jobId: null, waitsFor: 'time', until: later(loop.now, slow.delayMs), delayMs: 0 } as const;
    return { seq: received, held: this.#callers.hold(loop, { operation, request, holder: holder.right, wait, answer, onAnswer }) };
  }

  /** The client of a held call has gone away. */
  abandon(callId: string): void {
    this.#enter();
    this.#callers.leave(this.#loop, callId);
    this.#inside = false;
  }

  /**
   * Moves the clock, and runs what comes due on the way, whole instants at a time; returns when settled.
   * `enough` is asked after each instant, and stops the advance there; so does the calendar entry of number `entriesMax`.
   */
  advance(target: AdvanceTarget, enough?: () => boolean, entriesMax?: number): Advance {
    this.#enter();
    const advance = advanced(this.#loop, target, { enough, entriesMax });
    this.#inside = false;
    return advance;
  }

  /**
   * Lets happen what is due up to then, as a call does that arrives at that time; or less, where `enough` says so after an
   * instant. The log says nothing of it: whoever asks for this puts an input right behind it, or a rerun would not come so far.
   */
  comeTo(at: VirtualTime, enough?: () => boolean): void {
    this.#enter();
    this.#loop.advanceTo(at, enough);
    this.#inside = false;
  }

  /** From now on, or from `at`, draws and new ids follow another seed. An input like any other. */
  reseed(seed: string, at = this.now): number {
    return this.#change(at, { type: 'SeedChanged', seed }, () => this.#loop.reseed(seed));
  }

  /** From now on, or from `at`, these settings hold, and the others as before. An input like any other. */
  reconfigure(changes: SomeSettings, at = this.now): number {
    return this.#change(at, { type: 'SettingsChanged', settings: changes }, () =>
      this.#loop.reconfigure(changedSettings(this.#loop.settings, changes)),
    );
  }

  #change(at: VirtualTime, event: InputEvent, change: () => void): number {
    this.#enter();
    this.#loop.advanceTo(at);
    const seq = this.#loop.input(event);
    change();
    this.#inside = false;
    return seq;
  }

  /** A world in which an invariant broke has stopped for good; and nobody changes it from within a callback. */
  #enter(): void {
    invariant(!this.#inside, () => `this world stopped at entry ${this.log.length}, or is being changed from one of its own callbacks`);
    this.#inside = true;
  }

  #refused({ id }: Operation, rejection: Rejection, cause: number): Answer {
    for (const { event } of this.log.entries(cause)) {
      invariant(
        event.type === 'FaultStruck' || event.type === 'FaultEnded',
        () => `${refusalsSpare}: ${id} was refused after ${event.type}`,
      );
    }
    const answer = problemOf(rejection);
    const { kind, rule, detail, errors } = rejection;
    const refused: InputEvent = { type: 'InputRefused', operation: id, kind, rule, status: answer.status, detail };
    this.#loop.input(errors === undefined ? refused : { ...refused, errors }, cause);
    return answer;
  }
}

/** Answers of the management API tell how the caller stands (limits.headers). */
const withLimits = (loop: SimulationLoop, answer: Answer, limits: readonly Limit[]): Answer =>
  limits.length === 0 ? answer : { ...answer, limits: limitStates(loop, limits) };

const receivedOf = ({ operation, client, request, key }: Input, limits: readonly Limit[]): InputEvent => {
  if (key !== undefined && limits.length === 0) return { type: 'InputReceived', operation, client, request, key };
  return {
    type: 'InputReceived',
    operation,
    client,
    request,
    ...(key === undefined ? {} : { key }),
    ...(limits.length === 0 ? {} : { counted: limits.map(({ of, windowMs }) => ({ of, windowMs })) }),
  };
};

/** Computes a value when it is first asked for, and only then. */
const once = <T>(compute: () => T): (() => T) => {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
};
