import { serialize } from 'node:v8';
import { type ClockPolicy, type DomainEvent, finish, headerOf, type LogEntry, type Steps, type World } from '../../engine/index.ts';
import type { WorldLog } from '../store/store.ts';
import { encodeInSteps } from './snapshotCode.ts';
import { isPassing } from './writeErrors.ts';

export interface LogWriterOptions {
  /** The world's clock policy now: snapshots remember it. */
  readonly policy: () => ClockPolicy;
  /** Told when the log cannot be kept for a reason that will not pass. */
  readonly onBreak: (error: unknown) => void;
  /** How many entries memory holds at most of those that are kept. */
  readonly held: number;
  /** Only what has no room in memory is kept, for as long as this process lives: nobody waits for it, and nothing is opened again. */
  readonly isTemporary?: boolean;
  /** Told when the log cannot be kept for now, with the reason; and when it is kept again, without one. */
  readonly onTrouble?: (trouble: Error | undefined) => void;
  /** Does something with the world in steps, while nobody else does. */
  readonly apart: <Result>(steps: () => Steps<Result>) => Promise<Result>;
  /** How many entries there are between two snapshots, at least. */
  readonly snapshotEvery?: number;
}

/** What a snapshot in a store holds beside the world itself. */
export interface SnapshotRecord {
  readonly clock: ClockPolicy;
  /** The rules it was made under: those of others may hold other things. */
  readonly ruleset: string;
  /** The chain's link at its entry. */
  readonly link: string;
  /** The world itself, encoded apart. */
  readonly world: Uint8Array;
}

/** Called once everything that was recorded up to now is kept; or cannot be, for now. */
type Waiter = (trouble: Error | undefined) => void;

/** Who waits, until the log is kept up to `seq`, and a snapshot for so many askings. */
interface Waiting {
  readonly seq: number;
  readonly asked: number;
  readonly waiter: Waiter;
}

const snapshotEveryDefault = 25_000;
/** So many entries go out as one batch at most: others have their turn between two. */
const entriesAtOnce = 8_192;
/** How long to wait before writing is tried again. */
const retryMs = 250;

/**
 * Keeps the log of a world: what is recorded is appended in batches, and whoever waits for an answer gets it once its
 * batch is kept. While one batch is on its way, the next one gathers. What is kept leaves memory, but for the newest
 * entries. Where the store is full, what could not be kept stays in memory, and goes out as soon as there is room.
 */
export class LogWriter {
  readonly #world: World;
  readonly #open: () => Promise<WorldLog>;
  readonly #options: LogWriterOptions;
  #opening: Promise<WorldLog> | undefined;
  #log: WorldLog | undefined;
  #waiting: Waiting[] = [];
  /** What waits for its entry to be kept, however long that takes. */
  #once: { readonly seq: number; readonly then: () => void }[] = [];
  #kept: number;
  #snapshotAt: number;
  #running: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  /** Why nothing can be kept: for now, or for good. */
  #trouble: Error | undefined;
  #isBroken = false;
  #closed = false;
  /** How often it was asked that a snapshot be saved before anybody is answered: of a new world, and of one whose clock policy is another now. */
  #asked: number;
  /** How many of these askings have been met. */
  #met = 0;

  /** `kept`: how much of the log is kept already. `open` is asked again where it could not, for lack of room. */
  constructor(world: World, open: () => Promise<WorldLog>, kept: number, options: LogWriterOptions) {
    this.#world = world;
    this.#open = open;
    this.#options = options;
    this.#kept = kept;
    this.#snapshotAt = kept;
    this.#asked = kept === 0 && options.isTemporary !== true ? 1 : 0;
    // At once: what is asked of the store next comes after it.
    if (!this.isTemporary || !this.#isDone) this.#begin();
  }

  /** Why nothing can be kept now; undefined while all is well. */
  get writeError(): Error | undefined {
    return this.#trouble;
  }

  /** Whether the store has this world at all, or need not have it. */
  get isThere(): boolean {
    return this.#log !== undefined || this.isTemporary;
  }

  /** Whether this is about memory alone. */
  get isTemporary(): boolean {
    return this.#options.isTemporary === true;
  }

  whenDurable(waiter: Waiter): void {
    if (this.#isAllKept || this.isTemporary) return waiter(undefined);
    if (this.#trouble !== undefined) return waiter(this.#trouble);
    this.#waiting.push({ seq: this.#world.log.length, asked: this.#asked, waiter });
    this.touched();
  }

  /** Calls `then` once everything that was recorded up to now is kept, however long that takes; never, where it cannot be. */
  onceDurable(then: () => void): void {
    const seq = this.#world.log.length;
    if (seq <= this.#kept) return then();
    this.#once.push({ seq, then });
    this.touched();
  }

  /** The newest entry that is kept. */
  get kept(): number {
    return this.#kept;
  }

  /** The clock policy, which the log does not say, is to be kept as well. */
  remember(): void {
    if (!this.isTemporary) this.#asked += 1;
    this.touched();
  }

  /** Something was recorded, whether or not anybody waits for it to be kept. */
  touched(): void {
    if (this.#isDone || this.#running !== undefined || this.#closed || this.#trouble !== undefined) return;
    this.#running = this.#run();
  }

  /** Lets go of the log, once the rest is kept, with a snapshot to open it by; or as it is, where nobody will open it again. */
  async close({ forGood = false } = {}): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    // Whoever closes a world that never came to be must not wait for it to come: that may wait for this.
    if (forGood && this.#trouble !== undefined && this.#log === undefined) return;
    await this.#running;
    try {
      if (!forGood && !this.#isBroken && !this.isTemporary) await this.#keep(await this.#opened(), true);
    } catch (error) {
      // Whoever asked for what is not kept was told so.
      if (!isPassing(error)) throw error;
    } finally {
      // Of a world that is given up, what cannot be kept need not be.
      await this.#log?.close().catch((error: unknown) => {
        if (!forGood) throw error;
      });
    }
  }

  get #isAllKept(): boolean {
    return this.#world.log.length <= this.#kept && this.#met === this.#asked;
  }

  /** Nothing needs to be kept now. */
  get #isDone(): boolean {
    if (this.#isAllKept || !this.isTemporary) return this.#isAllKept;
    const { held, length } = this.#world.log;
    // What a world does not hold itself is read in the log of another, from which it was forked and which may be dropped.
    return held <= this.#options.held && (this.#log !== undefined || held === length);
  }

  #begin(): Promise<WorldLog> {
    this.#opening ??= this.#open();
    this.#opening.catch(() => undefined);
    return this.#opening;
  }

  async #opened(): Promise<WorldLog> {
    if (this.#log !== undefined) return this.#log;
    try {
      const log = await this.#begin();
      this.#log = log;
      // A world is made with all that its log says by then.
      this.#kept = log.length;
      return log;
    } finally {
      this.#opening = undefined;
    }
  }

  async #run(): Promise<void> {
    // What the other requests of this turn record goes into the same batch.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      const log = await this.#opened();
      do await this.#keep(log, false);
      while (!this.#isDone);
    } catch (error) {
      this.#troubled(error as Error);
    } finally {
      this.#running = undefined;
    }
    this.touched();
  }

  async #keep(log: WorldLog, last: boolean): Promise<void> {
    const { length: recorded } = this.#world.log;
    const enough = Math.max(this.#options.snapshotEvery ?? snapshotEveryDefault, this.#alive());
    const asked = this.#asked;
    const remembers = this.#met < asked;
    const due = !this.isTemporary && (remembers || (last ? recorded > this.#snapshotAt : recorded - this.#snapshotAt >= enough));
    // Encoded while nothing else happens: it shares its objects with the world. When the last is, the world is closed.
    const snapshot = !due ? undefined : last ? finish(this.#encoding()) : await this.#options.apart(() => this.#encoding());
    const length = snapshot?.seq ?? recorded;
    while (this.#kept < length) {
      const until = Math.min(length, this.#kept + entriesAtOnce);
      await log.append(this.#kept, this.#entriesUpTo(until));
      this.#kept = until;
    }
    this.#world.release(log.past, this.#options.held);
    const save = (): Promise<void> => (snapshot === undefined ? Promise.resolve() : log.saveSnapshot(length, snapshot.bytes(log.link)));
    if (remembers) await save();
    this.#met = asked;
    if (this.#trouble !== undefined) this.#options.onTrouble?.(undefined);
    this.#trouble = undefined;
    const safe = this.#once.filter(({ seq }) => seq <= length);
    this.#once = this.#once.filter(({ seq }) => seq > length);
    for (const { then } of safe) then();
    const isDone = (waits: Waiting) => waits.seq <= length && waits.asked <= asked;
    const done = this.#waiting.filter(isDone);
    this.#waiting = this.#waiting.filter((waits) => !isDone(waits));
    for (const { waiter } of done) waiter(undefined);
    if (due) this.#snapshotAt = length;
    // A snapshot is a convenience: where it cannot be saved, the next one will do.
    if (!remembers) await save().catch(() => undefined);
  }

  *#entriesUpTo(length: number): Generator<LogEntry<DomainEvent>> {
    for (const entry of this.#world.log.entries(this.#kept)) {
      if (entry.seq > length) return;
      yield entry;
    }
  }

  /** A snapshot costs what is alive: so there are fewer where more is. */
  #alive(): number {
    const { state } = this.#world;
    return 2 * (state.count('job') + state.count('pod') + state.count('worker'));
  }

  *#encoding(): Steps<{ readonly seq: number; readonly bytes: (link: string) => Uint8Array }> {
    const clock = this.#options.policy();
    const { ruleset } = headerOf(this.#world.header.definition).podsim;
    const snapshot = yield* this.#world.snapshotInSteps();
    const world = yield* encodeInSteps(snapshot);
    return { seq: snapshot.seq, bytes: (link) => serialize({ clock, ruleset, link, world } satisfies SnapshotRecord) };
  }

  /** Tells whoever waits. What passes is tried again; what does not, is told once, and never tried again. */
  #troubled(trouble: Error): void {
    const isNew = this.#trouble === undefined;
    this.#trouble = trouble;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { waiter } of waiting) waiter(trouble);
    if (!isPassing(trouble)) {
      this.#isBroken = true;
      this.#options.onBreak(trouble);
      return;
    }
    if (isNew) this.#options.onTrouble?.(trouble);
    this.#retry = setTimeout(() => {
      if (!this.#closed) this.#running = this.#run();
    }, retryMs);
    this.#retry.unref();
  }
}
