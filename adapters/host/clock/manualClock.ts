import type { LookedAt } from '../../../engine/api/index.ts';
import type { ClockPolicy } from '../../../engine/cloud/index.ts';
import { atOnce, type Steps, sayDuration, type VirtualTime } from '../../../engine/kernel/index.ts';
import { isInTransition, type World } from '../../../engine/world/index.ts';
import type { Clock, ClockOptions, Waiting } from './clock.ts';
import { realWallClock, type WallClock } from './wallClock.ts';

/** How long, in wall-clock time, a call waits for a move before a report. The timeouts of test runners are longer. */
const sayAfterMs = 1_000;

/** How often a client asks at one instant before that is noted, and reported if it continues for {@link sayAfterMs}. A test may well poll this often at once. */
const pollsMax = 5;

/** The maximum number of clients to count at one instant. */
const pollersMax = 1_000;

/** Time moves only when the control plane moves it. A pending call that waits for a move says so once, and fails after `stallAfterMs`. */
export class ManualClock implements Clock {
  readonly policy: ClockPolicy;
  readonly #world: World;
  readonly #options: ClockOptions;
  readonly #wall: WallClock;
  /** Cancels the timer of each pending call. */
  readonly #stallTimers = new Map<string, () => void>();
  /** Cancels the timer that reports a waiting call. */
  #sayTimer: (() => void) | undefined;
  #hasSaid = false;
  /** How often each client has asked since the clock last moved, and since when; undefined after the report. */
  #polls: Map<string, { count: number; readonly since: number }> | undefined = new Map();
  #hasNotedPoll = false;
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
    this.#polls?.clear();
  }

  onPending(waiting: Waiting): Steps<void> {
    this.#setStallTimer(waiting, this.#wall.now());
    if (this.#sayTimer === undefined && !this.#hasSaid) this.#setSayTimer();
    return atOnce(undefined);
  }

  onEnded(callId: string): void {
    this.#stallTimers.get(callId)?.();
    this.#stallTimers.delete(callId);
    if (this.#stallTimers.size === 0) this.#stopSayTimer();
  }

  onPoll(looked: readonly LookedAt[]): Steps<void> {
    const polled = looked.find(({ kind, id }) => isInTransition(this.#world.state, kind, id));
    if (polled !== undefined) this.#notePoll(`a client that polls ${polled.kind} ${polled.id}`);
    return atOnce(undefined);
  }

  onToldToWait(seconds: number): Steps<void> {
    this.#notePoll(`a client that was told to wait ${seconds} s`);
    return atOnce(undefined);
  }

  stop(): void {
    for (const cancel of this.#stallTimers.values()) cancel();
    this.#stallTimers.clear();
    this.#stopSayTimer();
  }

  #notePoll(client: string): void {
    const { silences } = this.#options;
    if (this.#polls === undefined || silences === undefined) return;
    const polled = this.#polls.get(client) ?? { count: 0, since: this.#wall.now() };
    polled.count += 1;
    if (this.#polls.has(client) || this.#polls.size < pollersMax) this.#polls.set(client, polled);
    if (polled.count < pollsMax) return;
    if (!this.#hasNotedPoll) silences.onManualPoll?.(client);
    this.#hasNotedPoll = true;
    if (this.#wall.now() - polled.since < sayAfterMs) return;
    this.#polls = undefined;
    silences.onManualWait?.(client);
  }

  #stopSayTimer(): void {
    this.#sayTimer?.();
    this.#sayTimer = undefined;
  }

  /** The timer keeps an otherwise idle process alive, so that it does not exit before the report. */
  #setSayTimer(): void {
    const seen = this.#seen;
    this.#sayTimer = this.#wall.after(sayAfterMs, () => this.#say(seen), true);
  }

  #say(seen: VirtualTime): void {
    this.#sayTimer = undefined;
    const [oldest] = this.#stallTimers.keys();
    if (oldest === undefined) return;
    if (this.#seen !== seen) return this.#setSayTimer();
    this.#hasSaid = true;
    this.#options.onManualWait?.(oldest);
  }

  #setStallTimer(waiting: Waiting, since: number): void {
    const { stallAfterMs, inTurn } = this.#options;
    const still = (): number => this.#wall.now() - Math.max(since, this.#movedAt);
    const cancel = this.#wall.after(stallAfterMs - still(), () => {
      this.#stallTimers.delete(waiting.callId);
      if (waiting.isAnswered()) return;
      if (still() < stallAfterMs) return this.#setStallTimer(waiting, since);
      inTurn(() => atOnce(waiting.stall(`the clock is manual, and it has not been moved for ${sayDuration(stallAfterMs)}`)));
    });
    this.#stallTimers.set(waiting.callId, cancel);
  }
}
