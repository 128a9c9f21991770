import type { Frames, LookedAt } from '../../../engine/api/index.ts';
import type { Steps } from '../../../engine/kernel/index.ts';
import type { Journal } from '../../../engine/process/index.ts';
import { isInTransition, type World } from '../../../engine/world/index.ts';
import type { Asking } from '../call/hostedCall.ts';
import type { Clock } from '../clock/clock.ts';
import { realWallClock } from '../clock/wallClock.ts';

type Followed = NonNullable<Frames['follows']>;

/** What is needed of a hosted world. */
interface FollowedWorld {
  readonly world: World;
  readonly journal: Journal;
  readonly clock: Clock;
  ask(at: () => Steps<void>, then: () => void, asking: Asking): unknown;
  whenIdle(then: () => void): void;
}

/** How long, in wall-clock time, a client has to act on what it has read before time runs on. */
const graceMs = 50;

/** How often time runs on for streams alone, without a call of any client: what changes for ever must not carry a world away. */
const runsMax = 100;

/**
 * The open streams of a world. Their clients wait, as the client of a pending call does: under a clock that lets time run for its callers, it
 * runs to the next line, or change of what they follow, for as long as that changes by itself.
 */
export class FollowedStreams {
  readonly #served: FollowedWorld;
  readonly #followed = new Set<Followed>();
  #cancelGrace: (() => void) | undefined;
  /** How often time has run on since the newest call, and which call that was. */
  #runs = 0;
  #newestCall: number | undefined;
  /** Whether a client has got something to read since time runs. */
  #hasRead = false;
  /** The length of the log after a run from which nothing came: time stands still until there is more. */
  #stillAt: number | undefined;

  constructor(served: FollowedWorld) {
    this.#served = served;
  }

  /** Lets time run for this stream: at once, and from then on when its client has had time to act. Returns how to end that. */
  follow(followed: Followed): () => void {
    this.#followed.add(followed);
    this.#stillAt = undefined;
    this.#served.whenIdle(() => this.#runOn());
    return () => {
      this.#followed.delete(followed);
      if (this.#followed.size > 0) return;
      this.#cancelGrace?.();
      this.#cancelGrace = undefined;
    };
  }

  /** A client of a stream that goes from line to line has got one. */
  noteRead(): void {
    this.#hasRead = true;
  }

  /** The world is quiescent: what a stream follows may be on its way to a change. */
  look(): void {
    const { clock } = this.#served.clock.policy;
    if (this.#cancelGrace !== undefined || clock === 'manual' || clock === 'realtime') return;
    const ring = () => {
      this.#cancelGrace = undefined;
      this.#served.whenIdle(() => this.#runOn());
    };
    this.#cancelGrace = realWallClock.after(graceMs, ring, true);
  }

  #runOn(): void {
    const { world, journal } = this.#served;
    const looked = this.#listMoving();
    if (looked.length === 0 || world.log.length === this.#stillAt) return;
    const newestCall = journal.newest().next().value?.n;
    if (newestCall !== this.#newestCall) this.#runs = 0;
    this.#newestCall = newestCall;
    if (this.#runs >= runsMax) return;
    this.#runs += 1;
    this.#hasRead = false;
    const before = world.log.length;
    const note = () => {
      this.#stillAt = world.log.length === before ? before : undefined;
    };
    // A world that breaks says so to the next call, and one that is no longer served ends its streams.
    const leave = () => undefined;
    const run = () => this.#served.clock.onPoll(looked, () => this.#hasRead);
    this.#served.ask(run, note, { fail: leave, refuse: leave, endsItself: true });
  }

  /** What changes by itself, of all that is followed. */
  #listMoving(): readonly LookedAt[] {
    const { state } = this.#served.world;
    return [...this.#followed].flatMap((follows) => follows()).filter(({ kind, id }) => isInTransition(state, kind, id));
  }
}
