import type { DomainEvent } from '../../../engine/cloud/index.ts';
import { finish, type LogEntry } from '../../../engine/kernel/index.ts';
import type { World } from '../../../engine/world/index.ts';
import type { WorldLog } from '../../store/store.ts';
import type { LogWriterOptions } from './logWriterOptions.ts';
import { countLive, encodeSnapshot } from './snapshotRecord.ts';
import { isPassing } from './writeErrors.ts';

/** Called once everything recorded up to now is durable, or with the reason why it cannot be for now. */
type Waiter = (writeError: Error | undefined) => void;

/** A waiter, and the entry up to which the log must be durable for it. */
interface DurabilityWait {
  readonly seq: number;
  readonly waiter: Waiter;
}

const snapshotEveryDefault = 25_000;
/** A batch has at most this many entries: other work gets a turn between two batches. */
const entriesAtOnce = 8_192;
/** How many callbacks of durable entries are called in one turn. */
const calledAtOnce = 64;
/** How long to wait before another attempt to write. */
const retryMs = 250;

/**
 * Writes the log of a world. Recorded entries are appended in batches, and an answer is sent once its batch is durable. While one
 * batch is being written, the next one gathers. Durable entries leave memory, except for the newest. If the store is full, entries
 * that could not be written stay in memory, and are written as soon as there is room.
 */
export class LogWriter {
  readonly #world: World;
  readonly #open: () => Promise<WorldLog>;
  readonly #options: LogWriterOptions;
  #opening: Promise<WorldLog> | undefined;
  #log: WorldLog | undefined;
  #waiting: DurabilityWait[] = [];
  /** Callbacks that wait for an entry to be durable, however long that takes. */
  #once: { readonly seq: number; readonly then: () => void }[] = [];
  /** Callbacks whose entries are durable. A thousand streams have a thousand of them, so a few are called in each turn. */
  readonly #safe: (() => void)[] = [];
  #kept: number;
  #snapshotAt: number;
  #running: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  /** Why the log cannot be written: for now, or for good. */
  #writeError: Error | undefined;
  #isBroken = false;
  #closed = false;

  /** `kept`: how many entries are durable already. `open` is called again if it failed for lack of room. */
  constructor(world: World, open: () => Promise<WorldLog>, kept: number, options: LogWriterOptions) {
    this.#world = world;
    this.#open = open;
    this.#options = options;
    this.#kept = kept;
    this.#snapshotAt = kept;
    // Begin at once: whatever is asked of the store next comes after it.
    if (!this.isTemporary || !this.#isDone) this.#beginOpening();
  }

  /** Why the log cannot be written now; undefined while it can. */
  get writeError(): Error | undefined {
    return this.#writeError;
  }

  /** Whether a world of this id is in the store, or need not be. */
  get isStored(): boolean {
    return this.#log !== undefined || this.isTemporary || this.#options.replaces === true;
  }

  /** Whether there is no store, and only what memory has no room for is written. */
  get isTemporary(): boolean {
    return this.#options.isTemporary === true;
  }

  whenDurable(waiter: Waiter): void {
    if (this.#isAllDurable || this.isTemporary) return waiter(undefined);
    if (this.#writeError !== undefined) return waiter(this.#writeError);
    this.#waiting.push({ seq: this.#world.log.length, waiter });
    this.scheduleWrite();
  }

  /** Calls `then` once everything recorded up to now is durable, however long that takes; never, if it cannot be. */
  onceDurable(then: () => void): void {
    const seq = this.#world.log.length;
    if (seq <= this.#kept) {
      // It overtakes no earlier callback.
      this.#callSafe();
      return then();
    }
    this.#once.push({ seq, then });
    this.scheduleWrite();
  }

  /** The newest durable entry. */
  get kept(): number {
    return this.#kept;
  }

  /** Call after something was recorded, whether or not an answer waits for it to be durable. */
  scheduleWrite(): void {
    if (this.#isDone || this.#running !== undefined || this.#closed || this.#writeError !== undefined) return;
    this.#running = this.#run();
  }

  /** Writes the rest and a last snapshot, and closes the log. `forGood`: the log will not be opened again, so only closes it. */
  async close({ forGood = false } = {}): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    // Closing must not await creation: creation may itself be waiting for this close.
    if (forGood && this.#writeError !== undefined && this.#log === undefined) return;
    await this.#running;
    try {
      if (!forGood && !this.#isBroken && !this.isTemporary) await this.#write(await this.#openLog(), true);
    } catch (error) {
      // Each request whose entries are not durable was already answered with the reason.
      if (!isPassing(error)) throw error;
    } finally {
      this.#callSafe();
      // Nothing more of a dropped world needs to be durable.
      await this.#log?.close().catch((error: unknown) => {
        if (!forGood) throw error;
      });
    }
  }

  get #isAllDurable(): boolean {
    return this.#world.log.length <= this.#kept;
  }

  /** Nothing needs to be written now. */
  get #isDone(): boolean {
    if (this.#isAllDurable || !this.isTemporary) return this.#isAllDurable;
    const { held, length } = this.#world.log;
    // Entries that a forked world does not hold are read from the log of its parent, which may be dropped.
    return held <= this.#options.held && (this.#log !== undefined || held === length);
  }

  #beginOpening(): Promise<WorldLog> {
    this.#opening ??= this.#open();
    this.#opening.catch(() => undefined);
    return this.#opening;
  }

  async #openLog(): Promise<WorldLog> {
    if (this.#log !== undefined) return this.#log;
    try {
      const log = await this.#beginOpening();
      this.#log = log;
      // The log was created with all entries that the world had by then.
      this.#kept = log.length;
      return log;
    } finally {
      this.#opening = undefined;
    }
  }

  async #run(): Promise<void> {
    // Entries that other requests of this event loop turn record go into the same batch.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      const log = await this.#openLog();
      do await this.#write(log, false);
      while (!this.#isDone);
    } catch (error) {
      this.#handleWriteError(error as Error);
    } finally {
      this.#running = undefined;
    }
    this.scheduleWrite();
  }

  async #write(log: WorldLog, last: boolean): Promise<void> {
    const { length: recorded } = this.#world.log;
    const interval = Math.max(this.#options.snapshotEvery ?? snapshotEveryDefault, countLive(this.#world));
    const due = !this.isTemporary && (last ? recorded > this.#snapshotAt : recorded - this.#snapshotAt >= interval);
    // Encoded while no other work is under way, because the snapshot shares objects with the world. For the last snapshot that is
    // certain: the world is closed.
    const encode = () => encodeSnapshot(this.#world);
    const snapshot = !due ? undefined : last ? finish(encode()) : await this.#options.apart(encode);
    const length = snapshot?.seq ?? recorded;
    while (this.#kept < length) {
      const until = Math.min(length, this.#kept + entriesAtOnce);
      await log.append(this.#kept, this.#entriesUpTo(until));
      this.#kept = until;
    }
    this.#world.release(log.past, this.#options.held);
    if (this.#writeError !== undefined) this.#options.onWriteError?.(undefined);
    this.#writeError = undefined;
    const safe = this.#once.filter(({ seq }) => seq <= length);
    this.#once = this.#once.filter(({ seq }) => seq > length);
    this.#callSoon(safe.map(({ then }) => then));
    const isDone = (waits: DurabilityWait) => waits.seq <= length;
    const done = this.#waiting.filter(isDone);
    this.#waiting = this.#waiting.filter((waits) => !isDone(waits));
    for (const { waiter } of done) waiter(undefined);
    if (due) this.#snapshotAt = length;
    // A snapshot only saves time: if saving fails, the next one will do.
    if (snapshot !== undefined) await log.saveSnapshot(length, snapshot.bytes).catch(() => undefined);
  }

  #callSoon(safe: readonly (() => void)[]): void {
    const isUnderWay = this.#safe.length > 0;
    this.#safe.push(...safe);
    if (!isUnderWay) this.#callSome();
  }

  #callSome(): void {
    this.#callSafe(calledAtOnce);
    if (this.#safe.length > 0) setImmediate(() => this.#callSome());
  }

  #callSafe(count = this.#safe.length): void {
    // One by one, because a callback may call this method.
    for (let left = count; left > 0; left -= 1) this.#safe.shift()?.();
  }

  *#entriesUpTo(length: number): Generator<LogEntry<DomainEvent>> {
    for (const entry of this.#world.log.entries(this.#kept)) {
      if (entry.seq > length) return;
      yield entry;
    }
  }

  /** Reports an error to all waiters. A passing one is followed by another attempt, any other is final. */
  #handleWriteError(writeError: Error): void {
    const isNew = this.#writeError === undefined;
    this.#writeError = writeError;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { waiter } of waiting) waiter(writeError);
    if (!isPassing(writeError)) {
      this.#isBroken = true;
      this.#options.onBreak(writeError);
      return;
    }
    if (isNew) this.#options.onWriteError?.(writeError);
    this.#retry = setTimeout(() => {
      if (!this.#closed) this.#running = this.#run();
    }, retryMs);
    this.#retry.unref();
  }
}
