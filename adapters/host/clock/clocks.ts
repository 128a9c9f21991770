import type { LookedAt } from '../../../engine/api/index.ts';
import type { ClockPolicy } from '../../../engine/cloud/index.ts';
import { atOnce, type Steps, type VirtualTime } from '../../../engine/kernel/index.ts';
import type { World } from '../../../engine/world/index.ts';
import type { Clock, ClockOptions, Waiting } from './clock.ts';
import { runFor, runToChange } from './letTimeRun.ts';
import { ManualClock } from './manualClock.ts';
import { MeasuredClock } from './measuredClock.ts';
import { RealtimeClock } from './realtimeClock.ts';

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

/**
 * A pending call runs time forward to its answer. A poll of something still in progress, by itself or in a list, lets time run, after the
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

  onPoll(looked: readonly LookedAt[], isEnough?: () => boolean): Steps<void> {
    return runToChange(this.#world, looked, isEnough, this.#pollMaxMs);
  }

  onToldToWait(seconds: number): Steps<void> {
    return runFor(this.#world, seconds);
  }

  stop(): void {}
}
