import { serialize } from 'node:v8';
import type { ClockPolicy, World, WorldSnapshot } from '../../engine/index.ts';
import { StoreFull, type StoreProblem, StoreUnwritable } from '../store/problems.ts';
import type { WorldLog } from '../store/store.ts';

export interface KeeperOptions {
  /** The world's clock policy now: snapshots remember it. */
  readonly policy: () => ClockPolicy;
  /** Told when the log cannot be kept for a reason that will not pass. */
  readonly onBreak: (error: unknown) => void;
  /** How many entries there are between two snapshots, at least. */
  readonly snapshotEvery?: number;
}

/** What a snapshot in a store holds beside the world itself. */
export interface Kept {
  readonly clock: ClockPolicy;
  /** The chain's link at its entry. */
  readonly link: string;
  readonly snapshot: WorldSnapshot;
}

/** Called once everything that was recorded up to now is kept; or cannot be, for now. */
type Waiter = (trouble: StoreProblem | undefined) => void;

const snapshotEveryDefault = 25_000;
/** How long to wait before writing is tried again. */
const retryMs = 250;

/**
 * Keeps the log of a world: what is recorded is appended in batches, and whoever waits for an answer gets it once its
 * batch is kept. While one batch is on its way, the next one gathers. Where the store is full, what could not be kept
 * stays in memory, and goes out as soon as there is room.
 */
export class Keeper {
  readonly #world: World;
  readonly #log: Promise<WorldLog>;
  readonly #options: KeeperOptions;
  #waiting: { readonly seq: number; readonly waiter: Waiter }[] = [];
  #kept: number;
  #snapshotAt: number;
  #running: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #trouble: StoreProblem | undefined;
  #closed = false;
  /** A snapshot is to be saved with the next batch: of a new world, and of one whose clock policy is another now. */
  #remembers: boolean;

  /** `kept`: how much of the log is kept already. */
  constructor(world: World, log: Promise<WorldLog>, kept: number, options: KeeperOptions) {
    this.#world = world;
    this.#log = log;
    this.#kept = kept;
    this.#snapshotAt = kept;
    this.#remembers = kept === 0;
    this.#options = options;
  }

  /** Why nothing can be kept now; undefined while all is well. */
  get trouble(): StoreProblem | undefined {
    return this.#trouble;
  }

  whenKept(waiter: Waiter): void {
    if (this.#isAllKept) return waiter(undefined);
    if (this.#trouble !== undefined) return waiter(this.#trouble);
    this.#waiting.push({ seq: this.#world.log.length, waiter });
    this.touched();
  }

  /** The clock policy, which the log does not say, is to be kept as well. */
  remember(): void {
    this.#remembers = true;
    this.touched();
  }

  /** Something was recorded, whether or not anybody waits for it to be kept. */
  touched(): void {
    if (this.#isAllKept || this.#running !== undefined || this.#closed || this.#trouble !== undefined) return;
    this.#running = this.#run();
  }

  /** Keeps the rest, with a snapshot to open it by, and lets go of the log. */
  async close(): Promise<void> {
    await this.#running;
    this.#closed = true;
    clearTimeout(this.#retry);
    const log = await this.#log;
    if (this.#trouble === undefined) await this.#keep(log, true);
    await log.close();
  }

  async #run(): Promise<void> {
    // What the other requests of this turn record goes into the same batch.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      const log = await this.#log;
      while (!this.#isAllKept) await this.#keep(log, false);
    } catch (error) {
      if (error instanceof StoreFull || error instanceof StoreUnwritable) this.#troubled(error);
      else this.#options.onBreak(error);
    } finally {
      this.#running = undefined;
    }
    this.touched();
  }

  get #isAllKept(): boolean {
    return this.#world.log.length <= this.#kept && !this.#remembers;
  }

  async #keep(log: WorldLog, last: boolean): Promise<void> {
    const { length } = this.#world.log;
    const enough = Math.max(this.#options.snapshotEvery ?? snapshotEveryDefault, this.#alive());
    const remembered = this.#remembers;
    this.#remembers = false;
    const due = remembered || (last ? length > this.#snapshotAt : length - this.#snapshotAt >= enough);
    // Encoded before anything else happens: it shares its objects with the world.
    const snapshot = due ? this.#encoded() : undefined;
    try {
      if (length > this.#kept) await log.append(this.#kept, [...this.#world.log.entries(this.#kept)]);
      this.#kept = length;
      if (snapshot !== undefined) await log.saveSnapshot(length, snapshot(log.link));
    } catch (error) {
      this.#remembers ||= remembered;
      throw error;
    }
    if (due) this.#snapshotAt = length;
    this.#trouble = undefined;
    const done = this.#waiting.filter(({ seq }) => seq <= length);
    this.#waiting = this.#waiting.filter(({ seq }) => seq > length);
    for (const { waiter } of done) waiter(undefined);
  }

  /** A snapshot costs what is alive: so there are fewer where more is. */
  #alive(): number {
    const { state } = this.#world;
    return 2 * (state.count('job') + state.count('pod') + state.count('worker'));
  }

  #encoded(): (link: string) => Uint8Array {
    const world = serialize(this.#world.snapshot());
    const clock = this.#options.policy();
    return (link) => serialize({ clock, link, world });
  }

  #troubled(trouble: StoreProblem): void {
    this.#trouble = trouble;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { waiter } of waiting) waiter(trouble);
    this.#retry = setTimeout(() => {
      this.#trouble = undefined;
      this.touched();
    }, retryMs);
    this.#retry.unref();
  }
}
