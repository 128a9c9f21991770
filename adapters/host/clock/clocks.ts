import {
  atOnce,
  type ClockPolicy,
  formatDuration,
  type LookedAt,
  type Steps,
  type VirtualTime,
  type World,
} from '../../../engine/index.ts';
import type { Clock, ClockOptions, Waiting } from './clock.ts';
import { runFor, runToChange } from './letTimeRun.ts';
import { MeasuredClock } from './measuredClock.ts';
import { RealtimeClock } from './realtimeClock.ts';
import { realWallClock, type WallClock } from './wallClock.ts';

export const clockFor = (policy: ClockPolicy, world: World, options: ClockOptions): Clock => {
  switch (policy.clock) {
    case 'realtime':
      return new RealtimeClock(policy, world, options);
    case 'manual':
      return new ManualClock(policy, world, options);
    case 'auto':
      return new AutoClock(policy, world, options);
    case 'measured':
      return new MeasuredClock(policy, world, options);
  }
};

/** Time moves only when the control plane moves it. A pending call fails after `stallAfterMs` without a move. */
class ManualClock implements Clock {
  readonly policy: ClockPolicy;
  readonly #world: World;
  readonly #options: ClockOptions;
  readonly #wall: WallClock;
  /** What cancels the timer of each pending call. */
  readonly #stallTimers = new Map<string, () => void>();
  #seen: VirtualTime;
  #movedAt: number;

  constructor(policy: ClockPolicy, world: World, options: ClockOptions) {
    this.policy = policy;
    this.#world = world;
    this.#options = options;
    this.#wall = options.wall ?? realWallClock;
    this.#seen = world.now;
    this.#movedAt = this.#wall.now();
  }

  arrival(): VirtualTime {
    return this.#world.now;
  }

  catchUp(): Steps<void> {
    return atOnce(undefined);
  }

  onWorldChange(): void {
    if (this.#world.now === this.#seen) return;
    this.#seen = this.#world.now;
    this.#movedAt = this.#wall.now();
  }

  onPending(waiting: Waiting): Steps<void> {
    this.#setStallTimer(waiting, this.#wall.now());
    return atOnce(undefined);
  }

  onEnded(callId: string): void {
    this.#stallTimers.get(callId)?.();
    this.#stallTimers.delete(callId);
  }

  onPoll(): Steps<void> {
    return atOnce(undefined);
  }

  onToldToWait(): Steps<void> {
    return atOnce(undefined);
  }

  stop(): void {
    for (const cancel of this.#stallTimers.values()) cancel();
    this.#stallTimers.clear();
  }

  #setStallTimer(waiting: Waiting, since: number): void {
    const { stallAfterMs, inTurn } = this.#options;
    const still = (): number => this.#wall.now() - Math.max(since, this.#movedAt);
    const cancel = this.#wall.after(stallAfterMs - still(), () => {
      this.#stallTimers.delete(waiting.callId);
      if (waiting.isAnswered()) return;
      if (still() < stallAfterMs) return this.#setStallTimer(waiting, since);
      inTurn(() => atOnce(waiting.stall(`the clock is manual, and it has not been moved for ${formatDuration(stallAfterMs)}`)));
    });
    this.#stallTimers.set(waiting.callId, cancel);
  }
}

/**
 * A pending call runs time forward to its answer. A poll of something still in progress, alone or in a list, lets time run, after the
 * answer, to its next change, and a refusal with `retry-after` for as long as it says.
 */
class AutoClock implements Clock {
  readonly policy: ClockPolicy;
  readonly #world: World;
  readonly #pollMaxMs: number | undefined;

  constructor(policy: ClockPolicy, world: World, { pollMaxMs }: Pick<ClockOptions, 'pollMaxMs'>) {
    this.policy = policy;
    this.#world = world;
    this.#pollMaxMs = pollMaxMs;
  }

  arrival(): VirtualTime {
    return this.#world.now;
  }

  catchUp(): Steps<void> {
    return atOnce(undefined);
  }

  onWorldChange(): void {}

  *onPending({ isAnswered, stall }: Waiting): Steps<void> {
    if (isAnswered()) return;
    const { stoppedBecause } = yield* this.#world.advanceInSteps({ untilIdle: true }, isAnswered);
    if (!isAnswered()) stall(`time ran on until the advance stopped (${stoppedBecause}), and the call still has no answer`);
  }

  onEnded(): void {}

  onPoll(looked: readonly LookedAt[]): Steps<void> {
    return runToChange(this.#world, looked, undefined, this.#pollMaxMs);
  }

  onToldToWait(seconds: number): Steps<void> {
    return runFor(this.#world, seconds);
  }

  stop(): void {}
}
