import {
  type Answer,
  atOnce,
  type ClockPolicy,
  defaultWorldId,
  finish,
  type Input,
  isRead,
  Journal,
  type Limits,
  limitWords,
  type Operation,
  problemOf,
  type Rejection,
  type StateChange,
  type Steps,
  type World,
  type WorldSnapshot,
} from '../../engine/index.ts';
import { type BodyText, longTextOf, shortTextOf } from './bodyText.ts';
import { Checkpoints } from './checkpoints.ts';
import { type Clock, type ClockOptions, clockFor } from './clocks.ts';
import type { LogWriter } from './logWriter.ts';
import { Turns, takeTurn, type Work } from './turns.ts';
import { type Fate, writeRejection } from './writeErrors.ts';

export interface HostedWorldOptions extends Omit<ClockOptions, 'inTurn'> {
  readonly clock: ClockPolicy;
  readonly limits: Limits;
  /** Where of the log is kept what memory does not hold; nowhere, unless given. */
  readonly logWriter?: (world: World, policy: () => ClockPolicy, apart: <T>(steps: () => Steps<T>) => Promise<T>) => LogWriter;
  /** Told when the world breaks while nobody calls. */
  readonly onBreak: (error: unknown) => void;
  /** How long work goes on before others have their turn. */
  readonly sliceMs?: number | undefined;
}

/** A call on its way: `leave` is for a caller that goes away before the answer. */
export interface Underway {
  readonly leave: () => void;
}

/** What is to be done where somebody who asks does not hear what was seen. */
export interface Asking extends Pick<Work, 'fail' | 'refuse'> {
  /** It may not be dropped midway: it looks itself whether it is still awaited. */
  readonly endsItself?: true | undefined;
}

/** How a world stood when it gave an answer. */
export interface Stamp {
  readonly world: string;
  /** Virtual time, in ms since 1970. */
  readonly instant: number;
  /** The newest entry of the log. */
  readonly seq: number;
  /** The newest entry that is kept, while what is behind it cannot be. */
  readonly kept?: number;
}

/** Sends an answer, and gives the text of its body, which for a long one is made before. */
export type Respond = (answer: Answer, stamp: Stamp, text?: BodyText | undefined) => BodyText | undefined;

/** Somebody who watches a world: told of every change as it happens, and whenever it has come to rest. */
export interface Watcher {
  readonly next: (change: StateChange) => void;
  readonly settled?: () => void;
}

/** One world with its clock, its journal, and those who wait for it or watch it. */
export class HostedWorld {
  readonly id: string;
  readonly world: World;
  readonly journal: Journal;
  readonly limits: Limits;
  readonly #logWriter: LogWriter | undefined;
  readonly #turns: Turns;
  readonly #onBreak: (error: unknown) => void;
  #clock: Clock;
  readonly #clockOptions: ClockOptions;
  readonly #watchers = new Set<Watcher>();
  readonly #waiting = new Map<string, (because: string) => void>();
  readonly #leaving = new Set<() => void>();
  readonly #checkpoints: Checkpoints;
  /** Why nobody is served any more. */
  #closed: string | undefined;

  constructor(
    id: string,
    world: (onChange: (change: StateChange) => void) => World,
    { clock, limits, logWriter, onBreak, sliceMs, ...options }: HostedWorldOptions,
  ) {
    this.id = id;
    this.limits = limits;
    this.journal = new Journal(limits);
    this.#turns = new Turns(sliceMs);
    this.#onBreak = onBreak;
    this.#clockOptions = { ...options, inTurn: (steps) => this.#do(steps) };
    this.world = world((change) => {
      for (const watcher of this.#watchers) watcher.next(change);
    });
    this.#clock = clockFor(clock, this.world, this.#clockOptions);
    this.#checkpoints = new Checkpoints(this.world);
    this.#logWriter = logWriter?.(
      this.world,
      () => this.#clock.policy,
      (steps) => takeTurn(this.#turns, steps),
    );
    this.#logWriter?.touched();
  }

  get clock(): Clock {
    return this.#clock;
  }

  /** From here on time passes otherwise. Calls that wait go on waiting, under the new policy. */
  setClock(policy: ClockPolicy): void {
    finish(this.#clock.settle());
    this.#clock.stop();
    this.#clock = clockFor(policy, this.world, this.#clockOptions);
    const waiting = [...this.#waiting.keys()];
    const { world } = this;
    const wait = (callId: string) => this.#wait(callId);
    const steps = function* (): Steps<void> {
      for (const callId of waiting) if (world.heldCalls.includes(callId)) yield* wait(callId);
    };
    this.#turns.takeNext(this.#work(steps));
    this.#logWriter?.remember();
  }

  /**
   * Puts a call to the world, when what is under way is over. `respond` hears the answer once: before this returns, or later. The
   * text that it makes of the answer goes into the journal. Undefined where it was answered at once.
   */
  call(row: Operation, input: Input, respond: Respond, fail: (error: unknown) => void): Underway | undefined {
    const call = new Call(respond);
    const refuse = (because: string) => void respond(problemOf(stoppingRejection(because)), this.stamp);
    const work: Work = { ...this.#work(() => this.#called(row, input, call)), fail, refuse };
    const isOver = this.#turns.take(work);
    if (isOver && call.held === undefined) return undefined;
    return {
      leave: () => {
        call.isLeft = true;
        this.#turns.leave(work);
        const callId = call.held;
        if (callId !== undefined && this.#waiting.has(callId)) this.#do(() => atOnce(this.#leave(callId)));
      },
    };
  }

  /**
   * Lets somebody look at the world, or move its clock, when what is under way is over, and tells `then` what was seen. Undefined
   * where that was at once.
   */
  ask<T>(at: (isAwaited: () => boolean) => Steps<T>, then: (seen: T) => void, { endsItself, ...rest }: Asking): Underway | undefined {
    const { clock } = this;
    let isAwaited = true;
    const stillAwaited = () => isAwaited && this.#closed === undefined;
    const seen: { value?: T } = {};
    const look = function* (): Steps<void> {
      yield* clock.settle();
      seen.value = yield* at(stillAwaited);
    };
    const { steps } = this.#work(look);
    const tell = function* (): Steps<void> {
      yield* steps();
      then(seen.value as T);
    };
    const work: Work = { steps: tell, ...rest, ...(endsItself === true ? {} : { mayStop: true }) };
    if (this.#turns.take(work)) return undefined;
    return {
      leave: () => {
        isAwaited = false;
        this.#turns.leave(work);
      },
    };
  }

  /** The same for who cannot wait: what is under way is brought to its end first. */
  look<T>(at: () => T): T {
    this.#turns.settle();
    finish(this.#clock.settle());
    const seen = at();
    this.#clock.touched();
    this.#settled();
    return seen;
  }

  /** Calls `then` when nothing is under way here, which may be now. */
  whenIdle(then: () => void): void {
    this.#turns.whenIdle(then);
  }

  /** Whether something is under way that others wait for. */
  get isBusy(): boolean {
    return this.#turns.isBusy;
  }

  /** How things stand. */
  get stamp(): Stamp {
    const { id, world } = this;
    return { world: id, instant: world.header.definition.startMs + world.now, seq: world.log.length };
  }

  /** The world as it was at that entry, or not long before; undefined where the way from the start is as short. */
  snapshotBefore(seq: number): Steps<WorldSnapshot | undefined> {
    return this.#checkpoints.before(seq);
  }

  /** Calls `then` once all that has happened up to now is kept, or with the reason why it cannot be. */
  whenDurable(then: (writeError: Rejection | undefined) => void): void {
    if (this.#logWriter === undefined) then(undefined);
    else
      this.#logWriter.whenDurable((trouble) =>
        then(trouble && this.#unkept(trouble, this.isKept || this.id === defaultWorldId ? 'done' : 'unmade')),
      );
  }

  /** Calls `then` once all that has happened up to now is kept, however long that takes: for what goes out and cannot be taken back. */
  onceDurable(then: () => void): void {
    if (this.#logWriter === undefined || this.#logWriter.isTemporary) then();
    else this.#logWriter.onceDurable(then);
  }

  /** How much is kept, while not all can be: what is read says so. */
  get unkept(): Pick<Stamp, 'kept'> {
    return this.#logWriter?.writeError === undefined || this.#logWriter.isTemporary ? {} : { kept: this.#logWriter.kept };
  }

  /** Whether the store has it; true where there is none. */
  get isKept(): boolean {
    return this.#logWriter?.isThere ?? true;
  }

  /** What stands in the way of whoever would change the world: while it cannot be kept, it may only be read. */
  get trouble(): Rejection | undefined {
    const trouble = this.#logWriter?.writeError;
    return trouble && this.#unkept(trouble, 'refused');
  }

  /** Tells of every change from now on, until the function that comes back is called. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
    };
  }

  /** Calls `leaving` when this world stops being served, unless the function that comes back is called before. */
  onClose(leaving: () => void): () => void {
    this.#leaving.add(leaving);
    return () => {
      this.#leaving.delete(leaving);
    };
  }

  /** Of calls held before this process began, nobody hears the answers. */
  abandonAll(): void {
    for (const callId of this.world.heldCalls) this.world.abandon(callId);
    this.#clock.touched();
    this.#settled();
  }

  /** How many calls wait, and how many watch. */
  get stats(): { readonly waiting: number; readonly watching: number } {
    return { waiting: this.#waiting.size, watching: this.#watchers.size };
  }

  /** Stops time, answers whoever waits, and ends what goes on. */
  close(because: string): void {
    if (this.#closed !== undefined) return;
    this.#closed = because;
    this.#clock.stop();
    this.#turns.close(because);
    for (const giveUp of [...this.#waiting.values()]) giveUp(because);
    for (const leaving of [...this.#leaving]) leaving();
    if (this.#logWriter === undefined || this.#logWriter.isTemporary) return;
    try {
      this.world.recordPending();
    } catch {
      // A world that broke goes on no more: nothing depends on what its log lacks.
    }
  }

  /** Keeps what is not kept yet, and lets go of the log. To be called once, after `close`. */
  async release(how?: { readonly forGood: boolean }): Promise<void> {
    await this.#logWriter?.close(how);
  }

  *#called(row: Operation, input: Input, call: Call): Steps<void> {
    const { trouble } = this;
    if (trouble !== undefined && !isRead(row)) return void call.respond(problemOf(trouble), { ...this.stamp, ...this.unkept });
    let noted = 0;
    const respond = (answer: Answer, text?: BodyText) => {
      const { stamp } = this;
      this.whenDurable((trouble) => {
        const told = trouble === undefined || isRead(row) ? answer : problemOf(trouble);
        const shown = trouble === undefined ? stamp : { ...stamp, ...this.unkept };
        const sent = call.respond(told, shown, told === answer ? text : undefined);
        this.journal.closed(noted, told.status, told.rule, shortTextOf(sent, this.limits.journalBody), this.world.now);
      });
    };
    const reply = yield* this.world.callInSteps({ ...input, at: input.at ?? this.#clock.arrival() }, (answer) => {
      if (call.held !== undefined) this.#left(call.held);
      respond(answer);
    });
    const { operation, client, request } = reply.call;
    noted = this.journal.opened(operation, client, request, reply.seq, this.world.now);
    if ('answer' in reply) {
      respond(reply.answer, yield* longTextOf(reply.answer));
      if (row.permission?.level === 'read' && reply.answer.status < 400) yield* this.#polled(row, input);
      return;
    }
    const callId = reply.held;
    call.held = callId;
    this.#waiting.set(callId, (because: string) => {
      this.#leave(callId);
      respond(problemOf(stoppingRejection(because)));
    });
    if (call.isLeft) this.#leave(callId);
    // It was on its way here when this world stopped being served.
    else if (this.#closed !== undefined) this.#waiting.get(callId)?.(this.#closed);
    else yield* this.#wait(callId);
  }

  /** Whoever made a call that is held has gone. */
  #leave(callId: string): void {
    if (!this.#left(callId)) return;
    try {
      this.world.abandon(callId);
    } catch (error) {
      // Nobody is there any more to be told that the world broke.
      this.#onBreak(error);
    }
  }

  /** Something that is done to the world, and all that is to be done whenever it may have changed. */
  #work(act: () => Steps<void>): Work {
    const after = () => {
      this.#clock.touched();
      this.#settled();
    };
    const steps = function* (): Steps<void> {
      let isBroken = false;
      try {
        yield* act();
      } catch (error) {
        isBroken = true;
        throw error;
      } finally {
        if (!isBroken) after();
      }
    };
    return { steps, fail: this.#onBreak, refuse: () => undefined };
  }

  #do(act: () => Steps<void>): void {
    this.#turns.take(this.#work(act));
  }

  /** Whether it still waited. */
  #left(callId: string): boolean {
    this.#clock.left(callId);
    return this.#waiting.delete(callId);
  }

  *#wait(callId: string): Steps<void> {
    yield* this.#clock.held({
      callId,
      isAnswered: () => !this.#waiting.has(callId),
      stall: (because) => this.#waiting.get(callId)?.(`${because}; POST /_podsim/v1/clock/advance moves it`),
    });
  }

  /** Which entity a reader has looked at: the last that its path names. */
  *#polled({ resolves }: Operation, { request }: Input): Steps<void> {
    const [param, kind] = Object.entries(resolves ?? {}).at(-1) ?? [];
    const id = param === undefined ? undefined : request.params[param];
    if (id === undefined || kind === undefined || kind === 'gpuType' || kind === 'cpuType' || kind === 'dataCenter') return;
    yield* this.#clock.polled(kind, id);
  }

  #unkept(trouble: Error, fate: Fate): Rejection {
    const refusal = writeRejection(trouble, fate);
    if (this.#logWriter?.isTemporary !== true) return refusal;
    const { logEntriesInMemory } = this.limits;
    const why = `its log has more than ${logEntriesInMemory} entries, which have no room in memory (${limitWords('logEntriesInMemory')})`;
    return { ...refusal, detail: `${refusal.detail}: ${why}` };
  }

  #settled(): void {
    this.#logWriter?.touched();
    const passing = this.#checkpoints.passing();
    if (passing !== undefined) this.#turns.take({ steps: () => passing, fail: this.#onBreak, refuse: () => undefined, mayStop: true });
    for (const watcher of this.#watchers) watcher.settled?.();
  }
}

/** A call, from when it came until it has its answer. */
class Call {
  readonly respond: Respond;
  /** What it is called while it is held. */
  held: string | undefined;
  /** Nobody waits for its answer any more. */
  isLeft = false;

  constructor(respond: Respond) {
    this.respond = respond;
  }
}

/** What is told to whoever waits when something ends that they wait for. */
export const stoppingRejection = (because: string): Rejection => ({ kind: 'failing', rule: 'clock.stall', detail: because, retryAfter: 1 });

/** What those are told who wait for it. */
export class WorldStopping extends Error {
  readonly rejection: Rejection;

  constructor(because: string) {
    super(because);
    this.rejection = stoppingRejection(because);
  }
}
