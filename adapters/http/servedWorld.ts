import {
  type Answer,
  type Change,
  type ClockPolicy,
  type Input,
  Journal,
  type Operation,
  problemOf,
  type World,
} from '../../engine/index.ts';
import { type Clock, type ClockOptions, clockFor } from './clock.ts';

export interface ServedWorldOptions extends Omit<ClockOptions, 'onMoved'> {
  readonly clock: ClockPolicy;
}

/** A call on its way: `leave` is for a caller that goes away before the answer. */
export interface Underway {
  readonly leave: () => void;
}

/** Somebody who watches a world: told of every change as it happens, and whenever it has come to rest. */
export interface Watcher {
  readonly next: (change: Change) => void;
  readonly settled?: () => void;
}

/** One world with its clock, its journal, and those who wait for it or watch it. */
export class ServedWorld {
  readonly id: string;
  readonly world: World;
  readonly journal = new Journal();
  #clock: Clock;
  readonly #clockOptions: ClockOptions;
  readonly #watchers = new Set<Watcher>();
  readonly #waiting = new Map<string, (because: string) => void>();
  readonly #leaving = new Set<() => void>();
  #closed = false;

  constructor(id: string, world: (onChange: (change: Change) => void) => World, { clock, ...options }: ServedWorldOptions) {
    this.id = id;
    this.#clockOptions = { ...options, onMoved: () => this.#settled() };
    this.world = world((change) => {
      for (const watcher of this.#watchers) watcher.next(change);
    });
    this.#clock = clockFor(clock, this.world, this.#clockOptions);
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
  }

  /** Puts a call to the world. `respond` hears the answer once: before this returns, or when the wait is over. */
  call(row: Operation, input: Input, respond: (answer: Answer) => void): Underway | undefined {
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

  /** How many calls wait, and how many watch. */
  get attendance(): { readonly waiting: number; readonly watching: number } {
    return { waiting: this.#waiting.size, watching: this.#watchers.size };
  }

  /** Stops time, answers whoever waits, and ends what goes on. */
  close(because: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#clock.stop();
    for (const giveUp of [...this.#waiting.values()]) giveUp(because);
    for (const leaving of [...this.#leaving]) leaving();
  }

  #called(row: Operation, input: Input, respond: (answer: Answer) => void): Underway | undefined {
    let held: string | undefined;
    const reply = this.world.call({ ...input, at: input.at ?? this.#clock.arrival() }, (answer) => {
      if (held !== undefined) this.#waiting.delete(held);
      respond(answer);
    });
    if ('answer' in reply) {
      respond(reply.answer);
      if (row.permission?.level === 'read' && reply.answer.status < 400) this.#polled(row, input);
      return undefined;
    }
    const callId = reply.held;
    held = callId;
    const leave = () => {
      if (this.#waiting.delete(callId)) this.world.abandon(callId);
    };
    this.#waiting.set(callId, (because) => {
      leave();
      respond(problemOf({ kind: 'failing', rule: 'clock.stall', detail: because, retryAfter: 1 }));
    });
    this.#wait(callId);
    return {
      leave: () => {
        leave();
        this.#clock.touched();
        this.#settled();
      },
    };
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
    for (const watcher of this.#watchers) watcher.settled?.();
  }
}
