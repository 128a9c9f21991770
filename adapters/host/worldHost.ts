import {
  atOnce,
  type ClockPolicy,
  defaultLimits,
  defaultWorldId,
  type Limits,
  type Rejection,
  type Steps,
  upTo,
  type VirtualTime,
  type Vitals,
  type World,
  type WorldDefinition,
  type WorldInfo,
  type WorldServer,
  type WorldSnapshot,
} from '../../engine/index.ts';
import { setStandInsInSteps } from '../../engine/standIn/index.ts';
import type { WorldLog } from '../store/store.ts';
import { recoveredText } from '../store/store.ts';
import { openTemporaryLog } from '../store/temporaryLog.ts';
import { HostedWorld } from './hostedWorld.ts';
import { LogWriter } from './logWriter.ts';
import { recoverWorld } from './recovery.ts';
import { WorldStopping } from './stopping.ts';
import { Threads } from './threads.ts';
import { ProcessVitals } from './vitals.ts';
import { newWorld, type WorldFactory } from './worldFactory.ts';
import type { WorldHostOptions } from './worldHostOptions.ts';
import { WorldRemoval } from './worldRemoval.ts';
import { postWebhooks } from './worldWebhooks.ts';

const stallAfterMsDefault = 60_000;

/** Hosts all worlds of this process. Worlds are isolated from each other. */
export class WorldHost implements WorldServer {
  readonly apiKey: string;
  readonly limits: Limits;
  readonly process = new ProcessVitals();
  readonly threads = new Threads();
  readonly #options: WorldHostOptions;
  readonly #worlds = new Map<string, HostedWorld>();
  /** The operations on the store, one after the other. */
  #storing: Promise<void> = Promise.resolve();
  readonly #removal: WorldRemoval | undefined;
  #numbered = 0;
  #stopping = false;

  constructor(options: WorldHostOptions) {
    this.apiKey = options.apiKey;
    this.limits = options.limits ?? defaultLimits;
    this.#options = options;
    const { store, onWriteError } = options;
    this.#removal =
      store &&
      new WorldRemoval(
        store,
        (work) => this.#enqueue(work),
        (id, writeError) => onWriteError?.(id, writeError),
      );
  }

  whyNotReady(): string | undefined {
    const world = this.#worlds.get(defaultWorldId);
    if (this.#stopping || world === undefined) return 'the server does not accept calls: it is starting or stopping';
    return world.clock.problem?.detail;
  }

  find(id: string): HostedWorld | undefined {
    return this.#worlds.get(id);
  }

  all(): readonly HostedWorld[] {
    return [...this.#worlds.values()];
  }

  /** Hosts a world. It replaces the one of that id, where there is one. */
  serve(id: string, making: WorldFactory, clock: ClockPolicy, isFork = false): HostedWorld {
    this.#leave(id, 'this world was replaced by a new one');
    return this.#serve(id, making, clock, isFork, (world) => ({ open: () => this.#create(id, world), length: 0 }));
  }

  /**
   * Hosts every world in the store, each from the end of its log. Calls that were pending are abandoned. `insisted`: another clock
   * policy for the default world. A world without entries and snapshots was never acknowledged to a client, so it is dropped.
   */
  async reopen(insisted?: ClockPolicy): Promise<void> {
    const { store, clock } = this.#options;
    for (const id of (await store?.worlds()) ?? []) {
      const log = (await store?.open(id)) as WorldLog;
      if (log.length === 0 && (await log.snapshots()).length === 0) {
        // Its creation was not completed: the first entries and the first snapshot are durable before any client gets an answer.
        await store?.drop(id);
        continue;
      }
      if (log.recovered !== undefined) this.#options.onRecovered?.(recoveredText(id, log.recovered));
      const { making, clock: its } = await recoverWorld(log, this.limits.logEntriesInMemory);
      const served = this.#serve(id, making, (id === defaultWorldId ? insisted : undefined) ?? its ?? clock, false, () => ({
        open: () => Promise.resolve(log),
        length: log.length,
      }));
      served.abandonAll();
    }
  }

  /** Calls `then` once all that was done to this world and to new ones is durable, or with the reason why it cannot be. */
  whenDurable(served: HostedWorld, then: (writeError: Rejection | undefined) => void): void {
    if (this.#options.store === undefined) return then(undefined);
    const awaited = [...new Set([served, ...this.all().filter(({ durability }) => !durability.isStored)])];
    let [left, first]: [number, Rejection | undefined] = [awaited.length, undefined];
    this.#storing.then(() => {
      const words = this.#removal?.takeWords();
      if (words !== undefined) first = { kind: 'failing', rule: 'store.unwritable', detail: words };
      for (const each of awaited) {
        each.durability.whenDurable((writeError) => {
          // A world that could not be created is not hosted. The default one is, and is stored as soon as there is room.
          if (writeError !== undefined && !each.durability.isStored && each.id !== defaultWorldId) this.#leave(each.id, writeError.detail);
          first ??= writeError;
          left -= 1;
          if (left === 0) then(first);
        });
      }
    });
  }

  /** Writes what is not durable yet, and closes the store. To be called once, after `close`. */
  async release(): Promise<void> {
    await this.#storing;
    const released = await Promise.allSettled(this.all().map((served) => served.release()));
    await this.#removal?.close();
    await this.#options.store?.close();
    for (const each of released) if (each.status === 'rejected') throw each.reason;
  }

  #serve(
    id: string,
    making: WorldFactory,
    clock: ClockPolicy,
    isFork: boolean,
    kept: (world: World) => { readonly open: () => Promise<WorldLog>; readonly length: number },
  ): HostedWorld {
    const onBreak = (error: unknown) => this.#options.onBreak?.(id, error);
    const logWriter = (world: World, policy: () => ClockPolicy, apart: <T>(steps: () => Steps<T>) => Promise<T>) => {
      const { open, length } = kept(world);
      const isTemporary = this.#options.store === undefined;
      const onWriteError = (writeError: Error | undefined) => this.#options.onWriteError?.(id, writeError);
      return new LogWriter(world, open, length, {
        policy,
        onBreak,
        onWriteError,
        apart,
        held: this.limits.logEntriesInMemory,
        isTemporary,
      });
    };
    const served = new HostedWorld(id, making, {
      clock,
      logWriter,
      limits: this.limits,
      stallAfterMs: this.#options.stallAfterMs ?? stallAfterMsDefault,
      pollWaitMs: this.#options.pollWaitMs,
      wall: this.#options.wall,
      watchesSilence: this.#options.watchesSilence,
      isFork,
      lagMaxMs: this.#options.lagMaxMs,
      onLag: (because) => this.#options.onLag?.(id, because),
      sliceMs: this.#options.sliceMs,
      onBreak,
    });
    postWebhooks(served, this.#options.webhookReceiver);
    this.#worlds.set(id, served);
    return served;
  }

  vitals(): Vitals {
    return this.process.read();
  }

  worlds(): readonly WorldInfo[] {
    return [...this.#worlds.values()].map(infoOf);
  }

  createWorld(id: string | undefined, definition: WorldDefinition, clock: ClockPolicy): WorldInfo {
    return infoOf(this.serve(id ?? this.#freshId(), newWorld(definition), clock));
  }

  adoptWorld(id: string | undefined, making: WorldFactory, clock: ClockPolicy): WorldInfo {
    return infoOf(this.serve(id ?? this.#freshId(), making, clock, true));
  }

  snapshotBefore(id: string, seq: number): Steps<WorldSnapshot | undefined> {
    return this.#worlds.get(id)?.snapshotBefore(seq) ?? atOnce(undefined);
  }

  setStandIns(...args: Parameters<typeof setStandInsInSteps>): ReturnType<typeof setStandInsInSteps> {
    return setStandInsInSteps(...args);
  }

  dropWorld(id: string): void {
    this.#leave(id, 'this world was dropped');
  }

  resetWorld(id: string, definition: WorldDefinition): WorldInfo {
    return infoOf(this.serve(id, newWorld(definition), this.clockPolicy(id)));
  }

  clockPolicy(id: string): ClockPolicy {
    return this.#worlds.get(id)?.clock.policy ?? this.#options.clock;
  }

  clockReads(id: string): VirtualTime {
    return this.#worlds.get(id)?.clock.arrival() ?? (0 as VirtualTime);
  }

  setClockPolicy(id: string, policy: ClockPolicy): void {
    this.#worlds.get(id)?.setClock(policy);
  }

  /** Answers all pending calls, and ends all streams. */
  close(): void {
    this.#stopping = true;
    const because = 'the server is stopping; ask again when it is back';
    this.threads.close(new WorldStopping(because));
    for (const served of this.#worlds.values()) served.close(because);
  }

  /** Stops hosting a world, and removes it from the store. */
  #leave(id: string, because: string): void {
    const served = this.#worlds.get(id);
    if (served === undefined) return;
    served.close(because);
    this.#worlds.delete(id);
    if (this.#removal !== undefined) this.#removal.drop(id, served);
    else this.#enqueue(() => served.release({ forGood: true })).catch((error: unknown) => this.#options.onBreak?.(id, error));
  }

  #create(id: string, { header, log }: World): Promise<WorldLog> {
    const { store } = this.#options;
    return this.#enqueue(async () => {
      // Another world of this id may still have to be removed first.
      await this.#removal?.finish(id);
      const entries = upTo(log.entries(), log.length);
      return store === undefined ? openTemporaryLog(id, header, entries) : store.create(id, header, entries);
    });
  }

  /** Does something with the store once all earlier operations on it have ended, successfully or not. */
  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#storing.then(work);
    this.#storing = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  #freshId(): string {
    do this.#numbered += 1;
    while (this.#worlds.has(`world-${this.#numbered}`));
    return `world-${this.#numbered}`;
  }
}

const infoOf = ({ id, world, clock }: HostedWorld): WorldInfo => ({ id, world, clock: clock.policy });
