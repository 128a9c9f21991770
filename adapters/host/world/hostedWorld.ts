import { isLeft } from 'fp-ts/lib/Either.js';
import { authenticate, type Limits, type Operation } from '../../../engine/api/index.ts';
import type { Client, ClockPolicy, GivenClient, StateChange } from '../../../engine/cloud/index.ts';
import { finish, isSame, type Json, type Steps } from '../../../engine/kernel/index.ts';
import { Journal } from '../../../engine/process/index.ts';
import type { Input, World, WorldSnapshot } from '../../../engine/world/index.ts';
import { DiscardedKeyWatch } from '../call/discardedKeys.ts';
import {
  type Asking,
  type Respond,
  type Stamp,
  type TakeCall,
  type Tap,
  takeTapped,
  type Underway,
  type Watcher,
} from '../call/hostedCall.ts';
import { stoppingRejection } from '../call/stopping.ts';
import type { Clock, ClockOptions } from '../clock/clock.ts';
import { clockFor } from '../clock/clocks.ts';
import { SilenceWatch } from '../clock/silenceWatch.ts';
import type { CallContext } from '../intake/callHandling.ts';
import { takeCall, tellFirst } from '../intake/callIntake.ts';
import { WaitingCalls } from '../intake/waitingCalls.ts';
import { WorldWork } from '../intake/worldWork.ts';
import { Checkpoints } from '../storage/checkpoints.ts';
import { Durability } from '../storage/durability.ts';
import { SimulatedWebhookWatch } from '../webhook/simulatedWebhook.ts';
import { FollowedStreams } from './followedStreams.ts';
import type { HostedWorldOptions } from './hostedWorldOptions.ts';

/** One world with its clock, its journal, its pending calls and its watchers. */
export class HostedWorld {
  readonly id: string;
  /** Set if an observer wants every call. */
  tap: Tap | undefined;
  readonly world: World;
  readonly journal: Journal;
  readonly limits: Limits;
  readonly durability: Durability;
  readonly streams = new FollowedStreams(this);
  readonly #work: WorldWork;
  readonly #onLag: ((because: string) => void) | undefined;
  /** The clock whose lag was reported. */
  #lagging: Clock | undefined;
  #clock: Clock;
  readonly #clockOptions: ClockOptions;
  readonly #watchers = new Set<Watcher>();
  readonly #waiting: WaitingCalls;
  readonly #calls: CallContext;
  readonly #leaving = new Set<() => void>();
  readonly #checkpoints: Checkpoints;
  readonly #silence: SilenceWatch | undefined;
  /** Why this world is no longer served. */
  #closed: string | undefined;

  constructor(
    id: string,
    world: (onChange: (change: StateChange) => void) => World,
    { clock, clockDefault, limits, logWriter, onBreak, sliceMs, pollWaitMs, watchesSilence, isFork, onLag, ...options }: HostedWorldOptions,
  ) {
    this.id = id;
    this.limits = limits;
    this.journal = new Journal(limits);
    const current = () => this.#clock;
    this.#work = new WorldWork({ sliceMs, clock: current, afterChange: () => this.#afterChange(), onBreak });
    this.#onLag = onLag;
    const onManualWait = (callId: string) => options.silences?.onManualWait?.(this.#waiting.describe(callId));
    this.#clockOptions = { ...options, inTurn: (steps) => this.#work.do(steps), onManualWait };
    const simulated = new SimulatedWebhookWatch(options.silences?.onSimulatedWebhook);
    this.world = world((change) => {
      simulated.note(change);
      this.#silence?.note(change);
      this.#clock?.note?.(change);
      for (const watcher of this.#watchers) watcher.next(change);
    });
    this.#waiting = new WaitingCalls({ world: this.world, work: this.#work, clock: current, pollWaitMs, onBreak });
    const { wall } = options;
    const tell = (row: Operation, workerId: string, body?: Json) => tellFirst(this.#calls, row, { worker_id: workerId }, body);
    const isDeaf = () => this.#clock.problem !== undefined;
    this.#silence = watchesSilence === true ? new SilenceWatch({ world: this.world, tell, wall, isDeaf }) : undefined;
    this.#silence?.begin(isFork === true ? 'fork' : 'served again');
    const policy = clock ?? this.world.state.clockPolicy.newest ?? clockDefault;
    this.#clock = clockFor(policy, this.world, this.#clockOptions);
    this.#checkpoints = new Checkpoints(this.world);
    this.durability = new Durability(
      id,
      limits,
      logWriter?.(this.world, (steps) => this.#work.apart(steps)),
    );
    this.#calls = {
      world: this.world,
      journal: this.journal,
      limits,
      durability: this.durability,
      work: this.#work,
      waiting: this.#waiting,
      silence: this.#silence,
      discarded: new DiscardedKeyWatch(options.silences?.onDiscardedKey),
      clock: current,
      stamp: () => this.stamp,
      closedBecause: () => this.#closed,
    };
    // Another process that serves this world later continues with the policy in its log.
    if (this.durability.isLasting && !isSame(policy, this.world.state.clockPolicy.newest)) this.world.setClockPolicy(policy);
    this.durability.scheduleWrite();
  }

  get clock(): Clock {
    return this.#clock;
  }

  /** Sets another clock policy, from the time that it is now. Pending calls stay pending and follow the new policy. */
  setClock(policy: ClockPolicy): void {
    const isOther = !isSame(policy, this.#clock.policy);
    if (!isOther && this.#clock.problem === undefined) return;
    finish(this.#clock.catchUp());
    if (isOther) this.world.setClockPolicy(policy, this.#clock.arrival());
    this.#clock.stop();
    this.#clock = clockFor(policy, this.world, this.#clockOptions);
    this.#waiting.waitAgain();
    this.durability.scheduleWrite();
  }

  /** Whether the world would accept this client as a caller now. */
  knows(client: GivenClient, { api }: Operation): boolean {
    return !isLeft(authenticate(this.world.state, this.world.digests.withDigest<Client>(client), api, this.#clock.arrival()));
  }

  /**
   * Makes a call to the world once the work under way has ended. `respond` gets the answer once: before this returns, or later. The
   * text that it returns is recorded in the journal. Returns undefined if the answer was given at once.
   */
  call(row: Operation, input: Input, respond: Respond, fail: (error: unknown) => void): Underway | undefined {
    const tapped = this.tap?.(row, input);
    if (tapped === undefined) return takeCall(this.#calls, row, input, respond, fail);
    const take: TakeCall = (given, ...hears) => takeCall(this.#calls, row, given, ...hears);
    return takeTapped(tapped, take, respond, fail);
  }

  /**
   * Reads the world, or moves its clock, once the work under way has ended, and passes the result to `then`. Returns undefined if
   * that was done at once.
   */
  ask<T>(at: (isAwaited: () => boolean) => Steps<T>, then: (seen: T) => void, asking: Asking): Underway | undefined {
    return this.#work.ask(at, then, asking);
  }

  /** The same for a synchronous caller: the work under way is completed first. */
  look<T>(at: () => T): T {
    return this.#work.look(at);
  }

  /** Calls `then` when no work is under way, which may be now. */
  whenIdle(then: () => void): void {
    this.#work.whenIdle(then);
  }

  /** Whether work is under way that other calls must wait for. */
  get isBusy(): boolean {
    return this.#work.isBusy;
  }

  /** The position of the world now. */
  get stamp(): Stamp {
    const { id, world } = this;
    return { world: id, instant: world.header.definition.startMs + world.now, seq: world.log.length };
  }

  /** A snapshot at that entry or shortly before. Undefined if replaying from the start is as fast. */
  snapshotBefore(seq: number): Steps<WorldSnapshot | undefined> {
    return this.#checkpoints.before(seq);
  }

  /** Reports every change from now on, until the returned function is called. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
    };
  }

  /** Calls `leaving` when this world stops being served, unless the returned function is called before. */
  onClose(leaving: () => void): () => void {
    this.#leaving.add(leaving);
    return () => void this.#leaving.delete(leaving);
  }

  /** Ends the calls that were pending when an earlier process stopped: their clients are gone. */
  abandonAll(): void {
    for (const callId of this.world.heldCalls) this.world.abandon(callId);
    this.#clock.onWorldChange();
    this.#afterChange();
  }

  /** How many calls are pending, and how many watchers there are. */
  get stats(): { readonly waiting: number; readonly watching: number } {
    return { waiting: this.#waiting.size, watching: this.#watchers.size };
  }

  /** The calls that wait for virtual time, such as `POST /v2/ep/runsync`. */
  get waitingCalls(): readonly string[] {
    return this.#waiting.list();
  }

  /** Stops the clock, answers all pending calls, and ends all streams. */
  close(because: string): void {
    if (this.#closed !== undefined) return;
    this.#closed = because;
    this.#clock.stop();
    this.#silence?.stop();
    this.#work.close(because);
    this.#waiting.giveUpAll(stoppingRejection(because));
    for (const leaving of [...this.#leaving]) leaving();
    if (!this.durability.isLasting) return;
    try {
      this.world.recordPending();
    } catch {
      // The simulation is broken and does not continue: nothing depends on what its log lacks.
    }
  }

  /** Writes the entries that are not durable yet, and closes the log. Call once, after `close`. */
  release(how?: { readonly forGood: boolean }): Promise<void> {
    return this.durability.close(how);
  }

  /** Answers the calls of workers that wait for work, and from now on soon: their processes are to stop. */
  hurryPolls(): void {
    this.#waiting.hurryPolls();
  }

  #afterChange(): void {
    this.#silence?.followChanges();
    this.#reportLag();
    this.durability.scheduleWrite();
    const passing = this.#checkpoints.passing();
    if (passing !== undefined) this.#work.doAside(passing);
    for (const watcher of this.#watchers) watcher.onQuiescent?.();
  }

  /** Answers the calls that wait for virtual time, because it does not advance. */
  #reportLag(): void {
    const { problem } = this.#clock;
    if (problem === undefined || this.#lagging === this.#clock) return;
    this.#lagging = this.#clock;
    this.#waiting.giveUpClocked(problem);
    this.#onLag?.(problem.detail);
  }
}
