import type { ClockPolicy, Rejection } from '../../../engine/cloud/index.ts';
import { atOnce, lastInstantMs, later, type Steps, sayDuration, type VirtualTime } from '../../../engine/kernel/index.ts';
import type { World } from '../../../engine/world/index.ts';
import type { Clock, ClockOptions } from './clock.ts';
import { delayMax, realWallClock, type WallClock } from './wallClock.ts';

/**
 * Virtual time follows the wall clock, times `speed`, from where it was when this policy was set. If it lags by more than `lagMaxMs` of
 * wall-clock time, it stops for good, because a client's measurements would mean nothing (clock.lag).
 */
export class RealtimeClock implements Clock {
  readonly policy: ClockPolicy;
  readonly #speed: number;
  readonly #world: World;
  readonly #inTurn: ClockOptions['inTurn'];
  readonly #wall: WallClock;
  readonly #lagMaxMs: number;
  #problem: Rejection | undefined;
  #anchor: { readonly wall: number; readonly virtual: VirtualTime };
  #alarm: { readonly due: VirtualTime; readonly cancel: () => void } | undefined;

  constructor(policy: Extract<ClockPolicy, { clock: 'realtime' }>, world: World, options: ClockOptions) {
    const { inTurn, wall = realWallClock, lagMaxMs = Number.POSITIVE_INFINITY } = options;
    this.policy = policy;
    this.#speed = policy.speed;
    this.#world = world;
    this.#inTurn = inTurn;
    this.#wall = wall;
    this.#lagMaxMs = lagMaxMs;
    this.#anchor = { wall: wall.now(), virtual: world.now };
    this.onWorldChange();
  }

  get problem(): Rejection | undefined {
    return this.#problem;
  }

  arrival(): VirtualTime {
    if (this.#lagsSince(this.#world.nextDue)) return this.#world.now;
    const now = this.#read();
    if (now >= this.#world.now) return now;
    // The clock was moved ahead of the wall clock: it continues from there.
    this.#anchor = { wall: this.#wall.now(), virtual: this.#world.now };
    return this.#world.now;
  }

  *catchUp(): Steps<void> {
    const now = this.arrival();
    const due = this.#world.nextDue;
    if (due === undefined || due > now || this.#problem !== undefined) return;
    yield* this.#world.advanceInSteps({ to: now }, () => this.#lagsSince(this.#world.now));
  }

  onWorldChange(): void {
    const due = this.#world.nextDue;
    const isOver = this.#lagsSince(due);
    if (due === this.#alarm?.due && !isOver) return;
    this.#alarm?.cancel();
    this.#alarm = due === undefined || isOver ? undefined : { due, cancel: this.#alarmAt(due) };
  }

  onPending(): Steps<void> {
    return atOnce(undefined);
  }

  onEnded(): void {}

  onPoll(): Steps<void> {
    return atOnce(undefined);
  }

  onToldToWait(): Steps<void> {
    return atOnce(undefined);
  }

  stop(): void {
    this.#alarm?.cancel();
  }

  /** Virtual time by the wall clock. */
  #read(): VirtualTime {
    const passed = Math.floor((this.#wall.now() - this.#anchor.wall) * this.#speed);
    const last = lastInstantMs - this.#world.header.definition.startMs;
    return Math.min(later(this.#anchor.virtual, passed), last) as VirtualTime;
  }

  /** Whether a timer that was due then runs too late, or one did before. */
  #lagsSince(due: VirtualTime | undefined): boolean {
    const lagMs = due === undefined ? 0 : (this.#read() - due) / this.#speed;
    if (lagMs > this.#lagMaxMs) this.#problem ??= lagRejection(lagMs, this.#lagMaxMs, this.#speed);
    return this.#problem !== undefined;
  }

  #alarmAt(due: VirtualTime): () => void {
    const delay = Math.ceil((due - this.arrival()) / this.#speed);
    return this.#wall.after(Math.min(Math.max(delay, 0), delayMax), () => this.#fire());
  }

  #fire(): void {
    this.#alarm = undefined;
    this.#inTurn(() => this.catchUp());
  }
}

const lagRejection = (lagMs: number, lagMaxMs: number, speed: number): Rejection => ({
  kind: 'failing',
  rule: 'clock.lag',
  detail: `virtual time lags ${sayDuration(Math.ceil(lagMs))} behind the realtime clock, and may lag ${sayDuration(lagMaxMs)}: this machine is too slow for speed ${speed}, or was asleep. Virtual time stands still now; PUT /_podsim/v1/clock/policy lets it go on, slower or by another policy. Or start again with a lower --speed, or a higher --lag-max`,
});
