import {
  atOnce,
  type ClockPolicy,
  formatDuration,
  isInTransition,
  type Kind,
  lastInstantMs,
  later,
  type Steps,
  type VirtualTime,
  type World,
} from '../../engine/index.ts';

/** A call that waits for its answer. */
export interface Waiting {
  readonly callId: string;
  readonly isAnswered: () => boolean;
  /** Nothing will ever answer it under this policy: `because` says so in words for its caller. */
  readonly stall: (because: string) => void;
}

/** The one place where wall-clock time meets virtual time. The world itself knows only the latter. */
export interface Clock {
  readonly policy: ClockPolicy;
  /** The virtual time at which a call that comes now arrives. */
  arrival(): VirtualTime;
  /** Lets what has come due by now happen; before somebody looks without calling. */
  settle(): Steps<void>;
  /** The world has changed, or its clock was moved: looks anew when something is due. */
  touched(): void;
  held(waiting: Waiting): Steps<void>;
  /** That call has its answer, or nobody to give it to. */
  left(callId: string): void;
  /** Somebody has looked at this entity, and has got the answer. */
  polled(kind: Kind, id: string): Steps<void>;
  stop(): void;
}

export interface ClockOptions {
  /** How long, on the wall, a call may wait while a manual clock stands still. */
  readonly stallAfterMs: number;
  /** Does something to the world when its turn has come, with all that is to be done whenever time may have passed. */
  readonly inTurn: (steps: () => Steps<void>) => void;
}

export const clockFor = (policy: ClockPolicy, world: World, options: ClockOptions): Clock => {
  switch (policy.clock) {
    case 'realtime':
      return new RealtimeClock(policy, world, options);
    case 'manual':
      return new ManualClock(policy, world, options);
    case 'auto':
      return new AutoClock(policy, world);
  }
};

/** Time moves only when told. A call that waits while nobody tells it to is not left hanging for ever. */
class ManualClock implements Clock {
  readonly policy: ClockPolicy;
  readonly #world: World;
  readonly #options: ClockOptions;
  readonly #alarms = new Map<string, NodeJS.Timeout>();
  #seen: VirtualTime;
  #movedAt = performance.now();

  constructor(policy: ClockPolicy, world: World, options: ClockOptions) {
    this.policy = policy;
    this.#world = world;
    this.#options = options;
    this.#seen = world.now;
  }

  arrival(): VirtualTime {
    return this.#world.now;
  }

  settle(): Steps<void> {
    return atOnce(undefined);
  }

  touched(): void {
    if (this.#world.now === this.#seen) return;
    this.#seen = this.#world.now;
    this.#movedAt = performance.now();
  }

  held(waiting: Waiting): Steps<void> {
    this.#watch(waiting, performance.now());
    return atOnce(undefined);
  }

  left(callId: string): void {
    clearTimeout(this.#alarms.get(callId));
    this.#alarms.delete(callId);
  }

  polled(): Steps<void> {
    return atOnce(undefined);
  }

  stop(): void {
    for (const alarm of this.#alarms.values()) clearTimeout(alarm);
    this.#alarms.clear();
  }

  #watch(waiting: Waiting, since: number): void {
    const { stallAfterMs, inTurn } = this.#options;
    const still = performance.now() - Math.max(since, this.#movedAt);
    const alarm = setTimeout(() => {
      this.#alarms.delete(waiting.callId);
      if (waiting.isAnswered()) return;
      if (performance.now() - Math.max(since, this.#movedAt) < stallAfterMs) return this.#watch(waiting, since);
      inTurn(() => atOnce(waiting.stall(`the clock is manual, and nobody has moved it for ${formatDuration(stallAfterMs)}`)));
    }, stallAfterMs - still);
    alarm.unref();
    this.#alarms.set(waiting.callId, alarm);
  }
}

/** A call that waits moves time to what it waits for; whoever polls something unsettled finds it changed the next time. */
class AutoClock implements Clock {
  readonly policy: ClockPolicy;
  readonly #world: World;

  constructor(policy: ClockPolicy, world: World) {
    this.policy = policy;
    this.#world = world;
  }

  arrival(): VirtualTime {
    return this.#world.now;
  }

  settle(): Steps<void> {
    return atOnce(undefined);
  }

  touched(): void {}

  *held({ isAnswered, stall }: Waiting): Steps<void> {
    if (isAnswered()) return;
    const { stoppedBecause } = yield* this.#world.advanceInSteps({ untilIdle: true }, isAnswered);
    if (!isAnswered()) stall(`time ran on until the advance stopped (${stoppedBecause}), and what the call waits for did not come`);
  }

  left(): void {}

  *polled(kind: Kind, id: string): Steps<void> {
    const world = this.#world;
    if (!isInTransition(world.state, kind, id)) return;
    if (kind === 'endpoint' || kind === 'cluster') {
      yield* world.advanceInSteps({ next: true });
      return;
    }
    const before = world.state.find(kind, id)?.status;
    yield* world.advanceInSteps({ untilIdle: true }, () => world.state.find(kind, id)?.status !== before);
  }

  stop(): void {}
}

/** Virtual time follows the wall clock, times `speed`, from where it stood when this clock was set. */
class RealtimeClock implements Clock {
  readonly policy: ClockPolicy;
  readonly #speed: number;
  readonly #world: World;
  readonly #options: ClockOptions;
  #anchor: { readonly wall: number; readonly virtual: VirtualTime };
  #alarm: { readonly due: VirtualTime; readonly timer: NodeJS.Timeout } | undefined;

  constructor(policy: Extract<ClockPolicy, { clock: 'realtime' }>, world: World, options: ClockOptions) {
    this.policy = policy;
    this.#speed = policy.speed;
    this.#world = world;
    this.#options = options;
    this.#anchor = { wall: performance.now(), virtual: world.now };
    this.touched();
  }

  arrival(): VirtualTime {
    const passed = Math.floor((performance.now() - this.#anchor.wall) * this.#speed);
    const last = lastInstantMs - this.#world.header.definition.startMs;
    const now = Math.min(later(this.#anchor.virtual, passed), last) as VirtualTime;
    if (now >= this.#world.now) return now;
    // Somebody moved the clock ahead of the wall; it goes on from there.
    this.#anchor = { wall: performance.now(), virtual: this.#world.now };
    return this.#world.now;
  }

  *settle(): Steps<void> {
    const now = this.arrival();
    const due = this.#world.nextDue;
    if (due !== undefined && due <= now) yield* this.#world.advanceInSteps({ to: now });
  }

  touched(): void {
    const due = this.#world.nextDue;
    if (due === this.#alarm?.due) return;
    clearTimeout(this.#alarm?.timer);
    this.#alarm = due === undefined ? undefined : { due, timer: this.#alarmAt(due) };
  }

  held(): Steps<void> {
    return atOnce(undefined);
  }

  left(): void {}

  polled(): Steps<void> {
    return atOnce(undefined);
  }

  stop(): void {
    clearTimeout(this.#alarm?.timer);
  }

  #alarmAt(due: VirtualTime): NodeJS.Timeout {
    const delay = Math.ceil((due - this.arrival()) / this.#speed);
    const timer = setTimeout(() => this.#ring(), Math.min(Math.max(delay, 0), delayMax));
    timer.unref();
    return timer;
  }

  #ring(): void {
    this.#alarm = undefined;
    this.#options.inTurn(() => this.settle());
  }
}

/** What Node's timers can hold; an alarm that comes early finds nothing due, and is set again. */
const delayMax = 2_147_483_647;
