import type { LookedAt } from '../../../engine/api/index.ts';
import type { ClockPolicy, StateChange } from '../../../engine/cloud/index.ts';
import { later, type Steps, type VirtualTime } from '../../../engine/kernel/index.ts';
import type { RealWork } from '../../../engine/scenario/standIn/index.ts';
import type { World } from '../../../engine/world/index.ts';
import type { Clock, ClockOptions, Said, Waiting } from './clock.ts';
import { runFor, runToChange } from './letTimeRun.ts';
import { MeasuredWork } from './measuredWork.ts';
import { RealWorkIndex } from './realWorkIndex.ts';
import { delayMax, realWallClock, type WallClock } from './wallClock.ts';

/** A call of a worker's process that is held back: its world has not received it yet. */
interface HeldCall {
  readonly at: VirtualTime;
  /** The work that dates the call. Calls of the same virtual time are delivered in the order of their work. */
  readonly key: string;
  /** The work that is paused until this call is answered. */
  readonly pauses: MeasuredWork | undefined;
  readonly hear: (at: VirtualTime) => void;
}

/**
 * Virtual time waits for real work. A call that a process makes d ms of wall time after its work began arrives at d × scale of virtual time
 * after the beginning. It is held back until all other real work has come as far, so that calls arrive in the order of virtual time. While
 * there is no real work, a pending call runs time forward to its answer, or to the next real work.
 */
export class MeasuredClock implements Clock {
  readonly policy: ClockPolicy;
  readonly #world: World;
  readonly #inTurn: ClockOptions['inTurn'];
  readonly #wall: WallClock;
  readonly #index: RealWorkIndex;
  readonly #work = new Map<string, MeasuredWork>();
  #seen: readonly RealWork[] | undefined;
  readonly #waiting = new Map<string, Waiting>();
  #held: readonly HeldCall[] = [];
  #cancelAlarm: () => void = () => undefined;
  #isGoingOn = false;
  #isStopped = false;

  constructor(policy: ClockPolicy, world: World, { inTurn, wall = realWallClock }: ClockOptions) {
    this.policy = policy;
    this.#world = world;
    this.#index = new RealWorkIndex(world.state);
    this.#inTurn = inTurn;
    this.#wall = wall;
    this.onWorldChange();
  }

  note(change: StateChange): void {
    this.#index.note(change);
  }

  arrival(): VirtualTime {
    return this.#world.now;
  }

  /** Runs the timers that are due before any real work can end, execution timeouts among them. */
  *catchUp(): Steps<void> {
    const wall = this.#wall.now();
    for (let due = this.#world.nextDue; due !== undefined; due = this.#world.nextDue) {
      this.#look();
      if (this.#work.size === 0 || due > this.#horizon(wall)) return;
      yield* this.#world.advanceInSteps({ next: true });
    }
  }

  onWorldChange(): void {
    if (this.#isStopped) return;
    this.#look();
    this.#hearAll();
    this.#setAlarm();
    if (this.#work.size > 0 || this.#waiting.size === 0 || this.#isGoingOn) return;
    this.#isGoingOn = true;
    this.#inTurn(() => this.#goOn());
  }

  *onPending(waiting: Waiting): Steps<void> {
    if (waiting.isAnswered()) return;
    this.#waiting.set(waiting.callId, waiting);
    yield* this.#runTo(waiting);
  }

  onEnded(callId: string): void {
    this.#waiting.delete(callId);
  }

  *onPoll(looked: readonly LookedAt[], isEnough = () => false): Steps<void> {
    if (!this.#isWaiting()) yield* runToChange(this.#world, looked, () => this.#isWaiting() || isEnough());
  }

  *onToldToWait(seconds: number): Steps<void> {
    if (!this.#isWaiting()) yield* runFor(this.#world, seconds, () => this.#isWaiting());
  }

  /** Delivers a call of a process: at once, or when all other work has come as far. */
  onSaid({ workerId, jobId, isAwaited }: Said, hear: (at: VirtualTime) => void): (() => void) | undefined {
    const wall = this.#wall.now();
    this.#look();
    const [mine] = [...this.#work.values()]
      .filter(({ work }) => work.workerId === workerId && (jobId === undefined || work.jobId === jobId))
      .sort((a, b) => a.reach(wall) - b.reach(wall));
    if (mine === undefined) {
      hear(this.#world.now);
      return undefined;
    }
    const pauses = isAwaited && mine.work.jobId === jobId ? mine : undefined;
    const held: HeldCall = { at: mine.reach(wall), key: mine.work.key, pauses, hear };
    pauses?.pause(wall);
    this.#held = [...this.#held, held].sort(before);
    this.#hearAll();
    if (!this.#held.includes(held)) return undefined;
    this.#setAlarm();
    return () => this.#forget(held);
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelAlarm();
    const held = this.#held;
    this.#held = [];
    for (const { at, hear } of held) hear(at);
  }

  #isWaiting(): boolean {
    return !this.#index.isEmpty;
  }

  /** Starts to measure new work, and drops work that has ended. */
  #look(): void {
    const all = this.#index.all();
    if (all === this.#seen) return;
    this.#seen = all;
    const wall = this.#wall.now();
    const keys = new Set(all.map(({ key }) => key));
    for (const key of this.#work.keys()) if (!keys.has(key)) this.#work.delete(key);
    for (const work of all)
      if (!this.#work.has(work.key)) this.#work.set(work.key, new MeasuredWork(work, work.since ?? this.#world.now, wall));
  }

  /** The virtual time up to which the world has received every call of real work. */
  #horizon(wall: number): VirtualTime {
    const reached = [...this.#work.values()].map((work) => work.reach(wall));
    return Math.min(...reached, ...this.#held.map(({ at }) => at)) as VirtualTime;
  }

  #hearAll(): void {
    const wall = this.#wall.now();
    for (let [first] = this.#held; first !== undefined && this.#mayHear(first, wall); [first] = this.#held) {
      this.#held = this.#held.slice(1);
      first.pauses?.goOn(wall);
      first.hear(first.at);
    }
  }

  /** Whether no other work can still make an earlier call, or one of the same time that goes first. */
  #mayHear({ at, key }: HeldCall, wall: number): boolean {
    return [...this.#work.values()].every((work) => {
      const reached = work.reach(wall);
      return reached > at || (reached === at && work.work.key >= key);
    });
  }

  #forget(held: HeldCall): void {
    this.#held = this.#held.filter((one) => one !== held);
    held.pauses?.goOn(this.#wall.now());
    this.#hearAll();
    this.#setAlarm();
  }

  /** Checks again when all work has passed the first held call, or the next timer. */
  #setAlarm(): void {
    this.#cancelAlarm();
    this.#cancelAlarm = () => undefined;
    const going = [...this.#work.values()].filter(({ isPaused }) => !isPaused);
    if (going.length === 0) return;
    const [first] = this.#held;
    const next = [this.#world.nextDue, first === undefined ? undefined : later(first.at, 1)].flatMap((at) => at ?? []);
    const soonest = Math.min(...next.map((at) => Math.max(...going.map((work) => work.wallAt(at)))));
    if (!Number.isFinite(soonest)) return;
    const delay = Math.min(Math.max(Math.ceil(soonest - this.#wall.now()), 1), delayMax);
    this.#cancelAlarm = this.#wall.after(delay, () => {
      this.#hearAll();
      this.#inTurn(() => this.catchUp());
    });
  }

  *#goOn(): Steps<void> {
    for (const waiting of [...this.#waiting.values()]) yield* this.#runTo(waiting);
    this.#isGoingOn = false;
  }

  *#runTo({ isAnswered, stall }: Waiting): Steps<void> {
    const isEnough = () => isAnswered() || this.#isWaiting();
    if (isEnough()) return;
    const { stoppedBecause } = yield* this.#world.advanceInSteps({ untilIdle: true }, isEnough);
    if (!isEnough()) stall(`time ran on until the advance stopped (${stoppedBecause}), and the call still has no answer`);
  }
}

const before = (a: HeldCall, b: HeldCall): number => a.at - b.at || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
