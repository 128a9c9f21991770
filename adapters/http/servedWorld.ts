import {
  type Answer,
  type Change,
  type ClockPolicy,
  defaultWorldId,
  type Input,
  isRead,
  Journal,
  type Limits,
  type Operation,
  problemOf,
  type Rejection,
  type World,
  type WorldSnapshot,
} from '../../engine/index.ts';
import { type Clock, type ClockOptions, clockFor } from './clock.ts';
import type { Keeper } from './keeper.ts';
import { Landmarks } from './landmarks.ts';
import type { StoredPast } from './reopening.ts';
import { unkept } from './unkept.ts';

export interface ServedWorldOptions extends Omit<ClockOptions, 'onMoved'> {
  readonly clock: ClockPolicy;
  readonly limits: Limits;
  /** Where the log is kept; in memory alone, unless given. */
  readonly keeper?: (world: World, policy: () => ClockPolicy) => Keeper;
  /** What its log holds before what is in memory. */
  readonly past?: StoredPast;
}

/** A call on its way: `leave` is for a caller that goes away before the answer. */
export interface Underway {
  readonly leave: () => void;
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

/** Sends an answer, and gives the text of its body. */
export type Respond = (answer: Answer, stamp: Stamp) => string | undefined;

/** Somebody who watches a world: told of every change as it happens, and whenever it has come to rest. */
export interface Watcher {
  readonly next: (change: Change) => void;
  readonly settled?: () => void;
}

/** One world with its clock, its journal, and those who wait for it or watch it. */
export class ServedWorld {
  readonly id: string;
  readonly world: World;
  readonly journal: Journal;
  readonly limits: Limits;
  readonly past: StoredPast | undefined;
  readonly #keeper: Keeper | undefined;
  #clock: Clock;
  readonly #clockOptions: ClockOptions;
  readonly #watchers = new Set<Watcher>();
  readonly #waiting = new Map<string, (because: string) => void>();
  readonly #leaving = new Set<() => void>();
  readonly #landmarks: Landmarks;
  /** Why nobody is served any more. */
  #closed: string | undefined;

  constructor(
    id: string,
    world: (onChange: (change: Change) => void) => World,
    { clock, limits, keeper, past, ...options }: ServedWorldOptions,
  ) {
    this.id = id;
    this.limits = limits;
    this.journal = new Journal(limits);
    this.past = past;
    this.#clockOptions = { ...options, onMoved: () => this.#settled() };
    this.world = world((change) => {
      for (const watcher of this.#watchers) watcher.next(change);
    });
    this.#clock = clockFor(clock, this.world, this.#clockOptions);
    this.#landmarks = new Landmarks(this.world);
    this.#keeper = keeper?.(this.world, () => this.#clock.policy);
    this.#keeper?.touched();
  }

  get clock(): Clock {
    return this.#clock;
  }

  /** From here on time passes otherwise. Calls that wait go on waiting, under the new policy. */
  setClock(policy: ClockPolicy): void {
    this.#clock.settle();
    this.#clock.stop();
    this.#clock = clockFor(policy, this.world, this.#clockOptions);
    for (const callId of [...this.#waiting.keys()]) this.#wait(callId);
    this.#keeper?.remember();
  }

  /**
   * Puts a call to the world. `respond` hears the answer once: before this returns, or when the wait is over. The text that
   * it makes of the answer goes into the journal.
   */
  call(row: Operation, input: Input, respond: Respond): Underway | undefined {
    const { trouble } = this;
    if (trouble !== undefined && !isRead(row)) {
      respond(problemOf(trouble), { ...this.stamp, ...this.unkept });
      return undefined;
    }
    const underway = this.#called(row, input, respond);
    this.#clock.touched();
    this.#settled();
    return underway;
  }

  /** Lets somebody look at the world, or move its clock, as it stands now. */
  look<T>(at: () => T): T {
    this.#clock.settle();
    const seen = at();
    this.#clock.touched();
    this.#settled();
    return seen;
  }

  /** How things stand. */
  get stamp(): Stamp {
    const { id, world } = this;
    return { world: id, instant: world.header.definition.startMs + world.now, seq: world.log.length };
  }

  /** The world as it was at that entry, or not long before; undefined where the way from the start is as short. */
  snapshotBefore(seq: number): WorldSnapshot | undefined {
    return this.#landmarks.before(seq);
  }

  /** Calls `then` once all that has happened up to now is kept, or with the reason why it cannot be. */
  whenKept(then: (trouble: Rejection | undefined) => void): void {
    if (this.#keeper === undefined) then(undefined);
    else
      this.#keeper.whenKept((trouble) => then(trouble && unkept(trouble, this.isKept || this.id === defaultWorldId ? 'done' : 'unmade')));
  }

  /** Calls `then` once all that has happened up to now is kept, however long that takes: for what goes out and cannot be taken back. */
  onceKept(then: () => void): void {
    if (this.#keeper === undefined) then();
    else this.#keeper.onceKept(then);
  }

  /** How much is kept, while not all can be: what is read says so. */
  get unkept(): Pick<Stamp, 'kept'> {
    return this.#keeper?.trouble === undefined ? {} : { kept: this.#keeper.kept };
  }

  /** Whether the store has it; true where there is none. */
  get isKept(): boolean {
    return this.#keeper?.isThere ?? true;
  }

  /** What stands in the way of whoever would change the world: while it cannot be kept, it may only be read. */
  get trouble(): Rejection | undefined {
    const trouble = this.#keeper?.trouble;
    return trouble && unkept(trouble, 'refused');
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
  get attendance(): { readonly waiting: number; readonly watching: number } {
    return { waiting: this.#waiting.size, watching: this.#watchers.size };
  }

  /** Stops time, answers whoever waits, and ends what goes on. */
  close(because: string): void {
    if (this.#closed !== undefined) return;
    this.#closed = because;
    this.#clock.stop();
    for (const giveUp of [...this.#waiting.values()]) giveUp(because);
    for (const leaving of [...this.#leaving]) leaving();
    if (this.#keeper === undefined) return;
    try {
      this.world.logPending();
    } catch {
      // A world that broke goes on no more: nothing depends on what its log lacks.
    }
  }

  /** Keeps what is not kept yet, and lets go of the log. To be called once, after `close`. */
  async release(how?: { readonly forGood: boolean }): Promise<void> {
    await this.#keeper?.close(how);
  }

  #called(row: Operation, input: Input, answerTo: Respond): Underway | undefined {
    let [held, noted]: [string | undefined, number] = [undefined, 0];
    const respond = (answer: Answer) => {
      const { stamp } = this;
      this.whenKept((trouble) => {
        const told = trouble === undefined || isRead(row) ? answer : problemOf(trouble);
        const shown = trouble === undefined ? stamp : { ...stamp, ...this.unkept };
        this.journal.closed(noted, told.status, told.rule, answerTo(told, shown), this.world.now);
      });
    };
    const reply = this.world.call({ ...input, at: input.at ?? this.#clock.arrival() }, (answer) => {
      if (held !== undefined) this.#left(held);
      respond(answer);
    });
    const { operation, client, request } = reply.call;
    noted = this.journal.opened(operation, client, request, reply.seq, this.world.now);
    if ('answer' in reply) {
      respond(reply.answer);
      if (row.permission?.level === 'read' && reply.answer.status < 400) this.#polled(row, input);
      return undefined;
    }
    const callId = reply.held;
    held = callId;
    const leave = () => {
      if (!this.#left(callId)) return;
      try {
        this.world.abandon(callId);
      } catch (error) {
        // Nobody is there any more to be told that the world broke.
        this.#clockOptions.onBreak(error);
      }
    };
    const giveUp = (because: string) => {
      leave();
      respond(problemOf({ kind: 'failing', rule: 'clock.stall', detail: because, retryAfter: 1 }));
    };
    this.#waiting.set(callId, giveUp);
    // It was on its way here when this world stopped being served.
    if (this.#closed !== undefined) giveUp(this.#closed);
    else this.#wait(callId);
    return {
      leave: () => {
        leave();
        this.#clock.touched();
        this.#settled();
      },
    };
  }

  /** Whether it still waited. */
  #left(callId: string): boolean {
    this.#clock.left(callId);
    return this.#waiting.delete(callId);
  }

  #wait(callId: string): void {
    this.#clock.held({
      callId,
      isAnswered: () => !this.#waiting.has(callId),
      stall: (because) => this.#waiting.get(callId)?.(`${because}; POST /_podsim/v1/clock/advance moves it`),
    });
  }

  /** Which entity a reader has looked at: the last that its path names. */
  #polled({ finds }: Operation, { request }: Input): void {
    const [param, kind] = Object.entries(finds ?? {}).at(-1) ?? [];
    const id = param === undefined ? undefined : request.params[param];
    if (id === undefined || kind === undefined || kind === 'gpuType' || kind === 'cpuType' || kind === 'dataCenter') return;
    this.#clock.polled(kind, id);
  }

  #settled(): void {
    this.#keeper?.touched();
    this.#landmarks.pass();
    for (const watcher of this.#watchers) watcher.settled?.();
  }
}
