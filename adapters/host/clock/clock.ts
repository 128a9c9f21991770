import type { LookedAt } from '../../../engine/api/index.ts';
import type { ClockPolicy, Rejection, StateChange } from '../../../engine/cloud/index.ts';
import type { Steps, VirtualTime } from '../../../engine/kernel/index.ts';
import type { WallClock } from './wallClock.ts';

/** A pending call. */
export interface Waiting {
  readonly callId: string;
  readonly isAnswered: () => boolean;
  /** No answer can come under this policy. `because` tells the caller why. */
  readonly stall: (because: string) => void;
}

/** The only place in which wall-clock time meets virtual time. The world knows only virtual time. */
export interface Clock {
  readonly policy: ClockPolicy;
  /** Why virtual time has stopped, until another policy is set. */
  readonly problem?: Rejection | undefined;
  /** The virtual time at which a call that comes in now arrives. */
  arrival(): VirtualTime;
  /** Runs everything that is due by now. Done before a read that is not a call. */
  catchUp(): Steps<void>;
  /** Something in the world has changed. A clock without this looks only after the world has changed. */
  readonly note?: (change: StateChange) => void;
  /** The world has changed, or its clock was moved: checks again when the next timer is due. */
  onWorldChange(): void;
  /** A call became pending. */
  onPending(waiting: Waiting): Steps<void>;
  /** The call is no longer pending: it was answered, or its client has disconnected. */
  onEnded(callId: string): void;
  /** A client has looked at these entities, and has its answer. What lets time run stops once it `isEnough`. */
  onPoll(looked: readonly LookedAt[], isEnough?: () => boolean): Steps<void>;
  /** A refusal told a client to wait this long before its next call. */
  onToldToWait(seconds: number): Steps<void>;
  /**
   * A worker's process has made a call. The clock delivers it to the world by `hear`, at once or later; then it returns how to drop it.
   * A clock without this delivers every call at once.
   */
  readonly onSaid?: (said: Said, hear: (at: VirtualTime) => void) => (() => void) | undefined;
  stop(): void;
}

/** The worker process that made a call for real work. */
export interface Said {
  readonly workerId: string;
  /** The job that it is about; undefined if it is about the worker. */
  readonly jobId: string | undefined;
  /** Whether the process continues only after the answer. */
  readonly isAwaited: boolean;
}

export interface ClockOptions {
  /** How long, in wall-clock time, a call may be pending while a manual clock does not move. */
  readonly stallAfterMs: number;
  /** Called the first time that a pending call waits for a manual clock that does not move. */
  readonly onManualWait?: ((callId: string) => void) | undefined;
  /** Called for a client that asks again and again while a manual clock does not move. */
  readonly silences?: { readonly [Name in 'onManualPoll' | 'onManualWait']?: ((client: string) => void) | undefined } | undefined;
  /** The most virtual time that a poll lets run, under a clock that is `auto`; up to the next change unless given. */
  readonly pollMaxMs?: number | undefined;
  /** How far virtual time may lag behind a realtime clock, in ms of wall-clock time; without bound unless given. */
  readonly lagMaxMs?: number | undefined;
  /** Changes the world as soon as no other work on it is under way, and then runs the follow-ups of a change of time. */
  readonly inTurn: (steps: () => Steps<void>) => void;
  /** The wall clock of realtime and measured clocks; the machine's own unless given. */
  readonly wall?: WallClock | undefined;
}
