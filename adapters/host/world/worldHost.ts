import { defaultLimits, type Limits } from '../../../engine/api/index.ts';
import type { ClockPolicy, Rejection } from '../../../engine/cloud/index.ts';
import { defaultWorldId, type Vitals, type WorldInfo, type WorldServer } from '../../../engine/control/index.ts';
import { atOnce, type Steps, type VirtualTime } from '../../../engine/kernel/index.ts';
import { setStandIns } from '../../../engine/scenario/standIn/index.ts';
import type { WorldDefinition } from '../../../engine/simulator/index.ts';
import type { WorldSnapshot } from '../../../engine/world/index.ts';
import { StoreDamaged } from '../../store/problems.ts';
import { isSameName, type WorldLog } from '../../store/store.ts';
import { WorldStopping } from '../call/stopping.ts';
import { recoverWorld } from '../storage/recovery.ts';
import { newWorld, type WorldFactory } from '../storage/worldFactory.ts';
import { Threads } from '../threads/threads.ts';
import { ProcessVitals } from '../vitals.ts';
import { HostedWorld } from './hostedWorld.ts';
import type { WorldHostOptions } from './worldHostOptions.ts';
import { WorldStorage } from './worldStorage.ts';
import { postWebhooks } from './worldWebhooks.ts';

const stallAfterMsDefault = 60_000;

/** Hosts all worlds of this process. Worlds are isolated from each other. */
export class WorldHost implements WorldServer {
  /** The secret of a new world's first key, if its definition does not give one. */
  apiKey: string;
  readonly limits: Limits;
  readonly process = new ProcessVitals();
  readonly threads = new Threads();
  readonly #options: WorldHostOptions;
  readonly #worlds = new Map<string, HostedWorld>();
  /** The worlds of the store that cannot be served, and why. */
  readonly #damaged = new Map<string, string>();
  readonly #storage: WorldStorage;
  #numbered = 0;
  #stopping = false;

  constructor(options: WorldHostOptions) {
    this.apiKey = options.apiKey;
    this.limits = options.limits ?? defaultLimits;
    this.#options = options;
    this.#storage = new WorldStorage({ ...options, held: this.limits.logEntriesInMemory });
  }

  /** How long other work runs in one turn of the event loop; undefined for the usual. */
  get sliceMs(): number | undefined {
    return this.#options.sliceMs;
  }

  whyNotReady(): string | undefined {
    const world = this.#worlds.get(defaultWorldId);
    const damage = this.#damaged.get(defaultWorldId);
    if (!this.#stopping && damage !== undefined) return damage;
    if (this.#stopping || world === undefined) return 'the server does not accept calls: it is starting or stopping';
    return world.clock.problem?.detail;
  }

  find(id: string): HostedWorld | undefined {
    return this.#worlds.get(id);
  }

  all(): readonly HostedWorld[] {
    return [...this.#worlds.values()];
  }

  /** Hosts a world. It replaces the one of that id, if there is one. */
  serve(id: string, making: WorldFactory, clock: ClockPolicy, isFork = false): HostedWorld {
    const before = this.#worlds.get(id);
    if (before !== undefined) {
      before.close('this world was replaced by a new one');
      this.#storage.close(id, before);
    }
    return this.#serve(id, making, { clock, isFork, replaces: before !== undefined });
  }

  /**
   * Hosts every world in the store, each from the end of its log. Calls that were pending are abandoned. `insisted`: another clock
   * policy for the default world.
   */
  async reopen(insisted?: ClockPolicy): Promise<void> {
    const setAside = (id: string, error: unknown) => this.#setAside(id, error);
    for await (const { id, log } of this.#storage.openStored(setAside)) {
      try {
        const making = await recoverWorld(log, this.limits.logEntriesInMemory);
        this.#serve(id, making, { clock: id === defaultWorldId ? insisted : undefined, stored: log }).abandonAll();
      } catch (error) {
        await log.close();
        await setAside(id, error);
      }
    }
  }

  /** Why a world of the store is not served: it is damaged. */
  whyDamaged(id: string): string | undefined {
    return this.#damaged.get(id);
  }

  /** Calls `then` once all that was done to this world and to new ones is durable, or with the reason why it cannot be. */
  whenDurable(served: HostedWorld, then: (writeError: Rejection | undefined) => void): void {
    if (!this.#storage.isLasting) return then(undefined);
    const awaited = [...new Set([served, ...this.all().filter(({ durability }) => !durability.isStored)])];
    // A world that could not be created is not hosted. The default one is, and is stored as soon as there is room.
    const drop = ({ id, durability }: HostedWorld, { detail }: Rejection) => {
      if (!durability.isStored && id !== defaultWorldId) this.#leave(id, detail);
    };
    this.#storage.whenDurable(awaited, drop, then);
  }

  /** Writes the entries that are not durable yet, and closes the store. Call once, after `close`. */
  release(): Promise<void> {
    return this.#storage.release(() => this.all());
  }

  /** Serves the other worlds without a damaged one, and leaves its stored files as they are. */
  async #setAside(id: string, error: unknown): Promise<void> {
    if (!(error instanceof StoreDamaged) || this.#options.isStrict === true) throw error;
    const words = await this.#storage.describeDamage(id, error);
    this.#damaged.set(id, words);
    this.#options.onDamaged?.(id, words);
  }

  #serve(id: string, making: WorldFactory, { clock, isFork = false, replaces = false, stored }: Serving): HostedWorld {
    const served = new HostedWorld(id, making, {
      clock,
      clockDefault: this.#options.clock,
      logWriter: this.#storage.openWriter(id, stored, replaces),
      limits: this.limits,
      stallAfterMs: this.#options.stallAfterMs ?? stallAfterMsDefault,
      pollWaitMs: this.#options.pollWaitMs,
      pollMaxMs: this.#options.pollMaxMs,
      wall: this.#options.wall,
      watchesSilence: this.#options.watchesSilence,
      isFork,
      lagMaxMs: this.#options.lagMaxMs,
      onLag: (because) => this.#options.onLag?.(id, because),
      silences: this.#options.silences?.(id),
      sliceMs: this.#options.sliceMs,
      onBreak: (error) => this.#options.onBreak?.(id, error),
    });
    postWebhooks(served, this.#options.webhookReceiver);
    this.#worlds.set(id, served);
    return served;
  }

  vitals(): Vitals {
    return this.process.read();
  }

  worldNames(): readonly string[] {
    return [...this.#worlds.keys(), ...this.#damaged.keys()];
  }

  worlds(): readonly WorldInfo[] {
    return [...this.#worlds.values()].map(describeWorld);
  }

  createWorld(id: string | undefined, definition: WorldDefinition, clock: ClockPolicy): WorldInfo {
    return describeWorld(this.serve(id ?? this.#freshId(), newWorld(definition), clock));
  }

  adoptWorld(id: string | undefined, making: WorldFactory, clock: ClockPolicy): WorldInfo {
    return describeWorld(this.serve(id ?? this.#freshId(), making, clock, true));
  }

  snapshotBefore(id: string, seq: number): Steps<WorldSnapshot | undefined> {
    return this.#worlds.get(id)?.snapshotBefore(seq) ?? atOnce(undefined);
  }

  setStandIns(...args: Parameters<typeof setStandIns>): ReturnType<typeof setStandIns> {
    return setStandIns(...args);
  }

  dropWorld(id: string): void {
    this.#leave(id, 'this world was dropped');
  }

  resetWorld(id: string, definition: WorldDefinition): WorldInfo {
    return describeWorld(this.serve(id, newWorld(definition), this.clockPolicy(id)));
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
    this.#storage.remove(id, served);
  }

  #freshId(): string {
    do this.#numbered += 1;
    while (this.worldNames().some((name) => isSameName(name, `world-${this.#numbered}`)));
    return `world-${this.#numbered}`;
  }
}

interface Serving {
  /** As its log says unless given, and as this host's worlds have it if the log does not say. */
  readonly clock: ClockPolicy | undefined;
  readonly isFork?: boolean;
  /** It takes the place of the world that is stored under its id. */
  readonly replaces?: boolean;
  /** The log that it continues. */
  readonly stored?: WorldLog;
}

const describeWorld = ({ id, world, clock }: HostedWorld): WorldInfo => ({ id, world, clock: clock.policy });
