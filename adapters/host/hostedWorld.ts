import {
  type Answer,
  atOnce,
  beforeQuery,
  type ClockPolicy,
  finish,
  type Input,
  isKind,
  isRead,
  type Json,
  type Limits,
  type Operation,
  operating,
  problemOf,
  type Rejection,
  type StateChange,
  type Steps,
  type VirtualTime,
  type World,
  type WorldSnapshot,
} from '../../engine/index.ts';
import { Journal } from '../../engine/process/index.ts';
import { type BodyText, longTextOf, shortTextOf } from './bodyText.ts';
import { Checkpoints } from './checkpoints.ts';
import type { Clock, ClockOptions } from './clock.ts';
import { clockFor } from './clocks.ts';
import { Durability } from './durability.ts';
import { type Asking, HostedCall, type Respond, type Stamp, type Tap, type Underway, type Watcher } from './hostedCall.ts';
import type { LogWriter } from './logWriter.ts';
import { Polls, pollWaitMsDefault } from './polls.ts';
import { saidBy } from './said.ts';
import { SilenceWatch } from './silenceWatch.ts';
import { stoppingRejection } from './stopping.ts';
import { Turns, takeTurn, type Work } from './turns.ts';

export interface HostedWorldOptions extends Omit<ClockOptions, 'inTurn'> {
  readonly clock: ClockPolicy;
  readonly limits: Limits;
  /** Makes the writer of the world's log. Without one, the log lives in memory alone. */
  readonly logWriter?: (world: World, policy: () => ClockPolicy, apart: <T>(steps: () => Steps<T>) => Promise<T>) => LogWriter;
  /** Called when the world breaks outside of any call. */
  readonly onBreak: (error: unknown) => void;
  /** How long, in wall-clock time, a worker's call for work is held. */
  readonly pollWaitMs?: number | undefined;
  /** Called with the reason each time virtual time can no longer follow its clock. */
  readonly onLag?: ((because: string) => void) | undefined;
  /** Real processes are the workers of this world: their silence is counted by the wall clock, and not in virtual time. */
  readonly watchesSilence?: boolean | undefined;
  /** A fork: the real processes of the world that it was forked from are not its own. */
  readonly isFork?: boolean | undefined;
  /** How long one piece of work runs before the event loop gets a turn. */
  readonly sliceMs?: number | undefined;
}

/** One world with its clock, its journal, its pending calls and its watchers. */
export class HostedWorld {
  readonly id: string;
  /** Set where each call is to be heard of. */
  tap: Tap | undefined;
  readonly world: World;
  readonly journal: Journal;
  readonly limits: Limits;
  readonly durability: Durability;
  readonly #turns: Turns;
  readonly #onBreak: (error: unknown) => void;
  readonly #onLag: ((because: string) => void) | undefined;
  /** The clock whose lag was reported. */
  #lagging: Clock | undefined;
  #clock: Clock;
  readonly #clockOptions: ClockOptions;
  readonly #watchers = new Set<Watcher>();
  readonly #waiting = new Map<string, (because: Rejection) => void>();
  readonly #leaving = new Set<() => void>();
  readonly #checkpoints: Checkpoints;
  readonly #polls: Polls;
  readonly #silence: SilenceWatch | undefined;
  /** Why this world is no longer served. */
  #closed: string | undefined;

  constructor(
    id: string,
    world: (onChange: (change: StateChange) => void) => World,
    { clock, limits, logWriter, onBreak, sliceMs, pollWaitMs, watchesSilence, isFork, onLag, ...options }: HostedWorldOptions,
  ) {
    this.id = id;
    this.limits = limits;
    this.journal = new Journal(limits);
    this.#turns = new Turns(sliceMs);
    this.#polls = new Polls(pollWaitMs ?? pollWaitMsDefault);
    this.#onBreak = onBreak;
    this.#onLag = onLag;
    this.#clockOptions = { ...options, inTurn: (steps) => this.#do(steps) };
    this.world = world((change) => {
      this.#silence?.note(change);
      this.#clock?.note?.(change);
      for (const watcher of this.#watchers) watcher.next(change);
    });
    const { wall } = options;
    const tell = (row: Operation, workerId: string, body?: Json) => this.#tellFirst(row, { worker_id: workerId }, body);
    const isDeaf = () => this.#clock.problem !== undefined;
    this.#silence = watchesSilence === true ? new SilenceWatch({ world: this.world, tell, wall, isDeaf }) : undefined;
    this.#silence?.begin(isFork === true ? 'fork' : 'served again');
    this.#clock = clockFor(clock, this.world, this.#clockOptions);
    this.#checkpoints = new Checkpoints(this.world);
    const writer = logWriter?.(
      this.world,
      () => this.#clock.policy,
      (steps) => takeTurn(this.#turns, steps),
    );
    this.durability = new Durability(id, limits, writer);
    this.durability.scheduleWrite();
  }

  get clock(): Clock {
    return this.#clock;
  }

  /** Sets another clock policy. Pending calls stay pending and follow the new policy. */
  setClock(policy: ClockPolicy): void {
    finish(this.#clock.catchUp());
    this.#clock.stop();
    this.#clock = clockFor(policy, this.world, this.#clockOptions);
    const waiting = [...this.#waiting.keys()].filter((callId) => !this.#polls.has(callId));
    const { world } = this;
    const wait = (callId: string) => this.#wait(callId);
    const steps = function* (): Steps<void> {
      for (const callId of waiting) if (world.heldCalls.includes(callId)) yield* wait(callId);
    };
    this.#turns.takeNext(this.#work(steps));
    this.durability.remember();
  }

  /**
   * Makes a call to the world once the work under way has ended. `respond` gets the answer once: before this returns, or later. The
   * text that it returns is recorded in the journal. Returns undefined where the answer was given at once.
   */
  call(row: Operation, input: Input, respond: Respond, fail: (error: unknown) => void): Underway | undefined {
    const tapped = this.tap?.(row, input);
    if (tapped === undefined) return this.#take(row, input, respond, fail);
    const tell: Respond = (answer, stamp, text) => {
      tapped.answered(answer);
      return respond(answer, stamp, text);
    };
    const broke = (error: unknown): void => {
      tapped.failed(error);
      fail(error);
    };
    return this.#take(row, tapped.input, tell, broke);
  }

  #take(row: Operation, input: Input, respond: Respond, fail: (error: unknown) => void): Underway | undefined {
    const call = new HostedCall(respond);
    const refuse = (because: string) => void respond(problemOf(stoppingRejection(because)), this.stamp);
    const heard = this.#heldBack(row, input);
    const handled = () => {
      heard?.();
      return this.#handleCall(row, input, call);
    };
    const work: Work = { ...this.#work(handled), fail, refuse };
    let isOver = false;
    const begin = (at?: VirtualTime) => {
      call.arrivesAt = at;
      isOver = this.#turns.take(work);
    };
    const forget = this.#hold(row, input, begin);
    if (isOver && call.callId === undefined) return undefined;
    return {
      leave: () => {
        call.isAbandoned = true;
        heard?.();
        forget?.();
        this.#turns.leave(work);
        const callId = call.callId;
        if (callId !== undefined && this.#waiting.has(callId)) this.#do(() => atOnce(this.#leave(callId)));
      },
    };
  }

  /**
   * Reads the world, or moves its clock, once the work under way has ended, and passes the result to `then`. Returns undefined where
   * that was done at once.
   */
  ask<T>(at: (isAwaited: () => boolean) => Steps<T>, then: (seen: T) => void, { endsItself, ...rest }: Asking): Underway | undefined {
    const { clock } = this;
    let isAwaited = true;
    const stillAwaited = () => isAwaited && this.#closed === undefined;
    const seen: { value?: T } = {};
    const look = function* (): Steps<void> {
      yield* clock.catchUp();
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

  /** The same for a synchronous caller: the work under way is completed first. */
  look<T>(at: () => T): T {
    this.#turns.completeAll();
    finish(this.#clock.catchUp());
    const seen = at();
    this.#clock.onWorldChange();
    this.#afterChange();
    return seen;
  }

  /** Calls `then` when no work is under way, which may be now. */
  whenIdle(then: () => void): void {
    this.#turns.whenIdle(then);
  }

  /** Whether work is under way that other calls must wait for. */
  get isBusy(): boolean {
    return this.#turns.isBusy;
  }

  /** The position of the world now. */
  get stamp(): Stamp {
    const { id, world } = this;
    return { world: id, instant: world.header.definition.startMs + world.now, seq: world.log.length };
  }

  /** A snapshot at that entry or shortly before. Undefined where replaying from the start is as fast. */
  snapshotBefore(seq: number): Steps<WorldSnapshot | undefined> {
    return this.#checkpoints.before(seq);
  }

  /** Reports every change from now on, until the returned function is called. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
    };
  }

  /** Calls `leaving` when this world stops being served, unless the returned function is called before. */
  onClose(leaving: () => void): () => void {
    this.#leaving.add(leaving);
    return () => {
      this.#leaving.delete(leaving);
    };
  }

  /** Ends the calls that were pending when an earlier process stopped: their clients are gone. */
  abandonAll(): void {
    for (const callId of this.world.heldCalls) this.world.abandon(callId);
    this.#clock.onWorldChange();
    this.#afterChange();
  }

  /** How many calls are pending, and how many watchers there are. */
  get stats(): { readonly waiting: number; readonly watching: number } {
    return { waiting: this.#waiting.size, watching: this.#watchers.size };
  }

  /** Stops the clock, answers all pending calls, and ends all streams. */
  close(because: string): void {
    if (this.#closed !== undefined) return;
    this.#closed = because;
    this.#clock.stop();
    this.#silence?.stop();
    this.#turns.close(because);
    for (const giveUp of [...this.#waiting.values()]) giveUp(stoppingRejection(because));
    for (const leaving of [...this.#leaving]) leaving();
    if (!this.durability.isLasting) return;
    try {
      this.world.recordPending();
    } catch {
      // The simulation is broken and does not continue: nothing depends on what its log lacks.
    }
  }

  /** Writes what is not durable yet, and closes the log. To be called once, after `close`. */
  release(how?: { readonly forGood: boolean }): Promise<void> {
    return this.durability.close(how);
  }

  /** A clock that measures says when the world hears what a worker's process said; all else it hears at once. */
  #hold(row: Operation, input: Input, begin: (at?: VirtualTime) => void): (() => void) | undefined {
    const said = this.#clock.onSaid === undefined ? undefined : saidBy(row, input);
    if (said !== undefined) return this.#clock.onSaid?.(said, begin);
    begin();
    return undefined;
  }

  /** Until the returned function is called, the process of a worker is not silent: its call has come, and waits for the world's turn. */
  #heldBack(row: Operation, input: Input): (() => void) | undefined {
    const said = this.#silence === undefined ? undefined : saidBy(row, input);
    return said === undefined ? undefined : this.#silence?.holdBack(said.workerId);
  }

  /** Tells the world, before all else that it is to do, what was noticed outside of it. */
  #tellFirst(row: Operation, params: Readonly<Record<string, string>>, body: Json | undefined): void {
    const request = { params, query: {}, ...(body === undefined ? {} : { body }) };
    const call = new HostedCall(() => undefined);
    this.#turns.takeNext(this.#work(() => this.#handleCall(row, { operation: row.id, client: operating, request }, call)));
  }

  *#handleCall(row: Operation, input: Input, call: HostedCall): Steps<void> {
    const { durability } = this;
    const { writeError } = durability;
    if (writeError !== undefined && !isRead(row)) return void call.respond(problemOf(writeError), { ...this.stamp, ...durability.unkept });
    const at = this.#arrival(input, call);
    const { problem } = this.#clock;
    if (problem !== undefined && row.api !== 'control') return void call.respond(problemOf(toCaller(row, problem)), this.stamp);
    let noted = 0;
    const respond = (answer: Answer, text?: BodyText) => {
      if (row.id === 'pingWorker' && answer.status === 200) this.#silence?.pinged(beforeQuery(input.request.params['worker'] ?? ''));
      const { stamp } = this;
      durability.whenDurable((writeError) => {
        const told = writeError === undefined || isRead(row) ? answer : problemOf(writeError);
        const shown = writeError === undefined ? stamp : { ...stamp, ...durability.unkept };
        const sent = call.respond(told, shown, told === answer ? text : undefined);
        this.journal.closed(noted, told.status, told.rule, shortTextOf(sent, this.limits.journalBody), this.world.now);
      });
    };
    const reply = yield* this.world.callInSteps({ ...input, at }, (answer) => {
      if (call.callId !== undefined) this.#removePending(call.callId);
      respond(answer);
    });
    const { operation, client, request } = reply.call;
    noted = this.journal.opened(operation, client, request, reply.seq, this.world.now);
    if ('answer' in reply) {
      respond(reply.answer, yield* longTextOf(reply.answer));
      if (row.permission?.level === 'read' && reply.answer.status < 400) yield* this.#notePoll(row, input);
      return;
    }
    const callId = reply.held;
    call.callId = callId;
    this.#waiting.set(callId, (because) => {
      this.#leave(callId);
      respond(problemOf(because));
    });
    if (call.isAbandoned) this.#leave(callId);
    // This world stopped being served while the call was under way.
    else if (this.#closed !== undefined) this.#waiting.get(callId)?.(stoppingRejection(this.#closed));
    else if (row.api !== 'worker') yield* this.#wait(callId);
    else if (this.#waiting.has(callId)) this.#polls.begin(callId, () => this.#do(() => atOnce(this.#endPoll(callId, respond))));
  }

  #arrival(input: Input, { arrivesAt }: HostedCall): VirtualTime {
    const at = input.at ?? arrivesAt ?? this.#clock.arrival();
    // Time may have been moved further meanwhile.
    return at === arrivesAt && at < this.world.now ? this.world.now : at;
  }

  /** Answers the calls of workers that wait for work, and from now on soon: their processes are to stop. */
  hurryPolls(): void {
    this.#polls.hurry();
  }

  /** A worker has waited long enough: it gets nothing now, and asks again. */
  #endPoll(callId: string, respond: (answer: Answer) => void): void {
    if (!this.#waiting.has(callId)) return;
    this.#leave(callId);
    respond({ status: 204 });
  }

  /** The client of a pending call has disconnected. */
  #leave(callId: string): void {
    if (!this.#removePending(callId)) return;
    try {
      this.world.abandon(callId);
    } catch (error) {
      // No client is left to get the error.
      this.#onBreak(error);
    }
  }

  /** A change of the world, followed by all that is due whenever the world may have changed. */
  #work(act: () => Steps<void>): Work {
    const after = () => {
      this.#clock.onWorldChange();
      this.#afterChange();
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

  /** Removes a call from those that are pending; false where it no longer was. */
  #removePending(callId: string): boolean {
    this.#clock.onEnded(callId);
    this.#polls.forget(callId);
    return this.#waiting.delete(callId);
  }

  *#wait(callId: string): Steps<void> {
    yield* this.#clock.onPending({
      callId,
      isAnswered: () => !this.#waiting.has(callId),
      stall: (because) => this.#waiting.get(callId)?.(stoppingRejection(`${because}; POST /_podsim/v1/clock/advance moves it`)),
    });
  }

  /** Notes which entity a read was about: the last that its path names. */
  *#notePoll({ resolves }: Operation, { request }: Input): Steps<void> {
    const [param, kind] = Object.entries(resolves ?? {}).at(-1) ?? [];
    const id = param === undefined ? undefined : request.params[param];
    if (id === undefined || kind === undefined || !isKind(kind)) return;
    yield* this.#clock.onPoll(kind, id);
  }

  #afterChange(): void {
    this.#silence?.followChanges();
    this.#reportLag();
    this.durability.scheduleWrite();
    const passing = this.#checkpoints.passing();
    if (passing !== undefined) this.#turns.take({ steps: () => passing, fail: this.#onBreak, refuse: () => undefined, mayStop: true });
    for (const watcher of this.#watchers) watcher.onQuiescent?.();
  }

  /** Virtual time stands still: calls that wait for it are answered. Polls of workers end by themselves, as always. */
  #reportLag(): void {
    const { problem } = this.#clock;
    if (problem === undefined || this.#lagging === this.#clock) return;
    this.#lagging = this.#clock;
    for (const [callId, giveUp] of [...this.#waiting]) if (!this.#polls.has(callId)) giveUp(problem);
    this.#onLag?.(problem.detail);
  }
}

/** After 503, a worker that polls would ask again at once. */
const toCaller = ({ api, resume }: Operation, problem: Rejection): Rejection =>
  api === 'worker' && resume !== undefined ? { ...problem, kind: 'exhausted' } : problem;
