import type { DomainEvent } from '../../engine/cloud/index.ts';
import type { LogEntry, LogPast } from '../../engine/kernel/index.ts';
import type { LogHeader } from '../../engine/simulator/index.ts';
import { alreadyThere, checkExpected, checkKept, checkNext, checkOpen, openAlready, unknown } from './expectations.ts';
import { entryLine, headerLine, type Link } from './file/chain.ts';
import { StoreClosed } from './problems.ts';
import { snapshotsMax, thinSnapshots } from './snapshotRetention.ts';
import { checkWorldId, isSameName, type Snapshot, type Store, type WorldLog } from './store.ts';

/** A store that keeps worlds in memory, for as long as the store object lives. */
export const memoryStore = (): Store => new MemoryStore();

interface StoredWorld {
  readonly header: LogHeader;
  readonly entries: LogEntry<DomainEvent>[];
  /** By seq. */
  readonly snapshots: Map<number, Uint8Array>;
  /** Defined while the log is open. */
  log: MemoryLog | undefined;
}

class MemoryStore implements Store {
  readonly #worlds = new Map<string, StoredWorld>();
  #isOpen = true;

  async worlds(): Promise<readonly string[]> {
    this.#checkOpen();
    return [...this.#worlds.keys()].sort();
  }

  async create(worldId: string, header: LogHeader, entries: Iterable<LogEntry<DomainEvent>> = [], replaces = false): Promise<WorldLog> {
    this.#checkOpen();
    checkWorldId(worldId);
    const there = [...this.#worlds.keys()].find((each) => isSameName(each, worldId));
    if (there !== undefined && !(replaces && there === worldId)) throw alreadyThere(there);
    if (there !== undefined) await this.#worlds.get(there)?.log?.close();
    this.#worlds.set(worldId, { header, entries: checkBatch(worldId, entries, 0), snapshots: new Map(), log: undefined });
    return this.open(worldId);
  }

  async open(worldId: string): Promise<WorldLog> {
    this.#checkOpen();
    checkWorldId(worldId);
    const stored = this.#worlds.get(worldId);
    if (stored === undefined) throw unknown(worldId, 'memory');
    if (stored.log !== undefined) throw openAlready(worldId);
    stored.log = new MemoryLog(worldId, stored);
    return stored.log;
  }

  async diagnose(): Promise<undefined> {
    return undefined;
  }

  async drop(worldId: string): Promise<void> {
    this.#checkOpen();
    checkWorldId(worldId);
    await this.#worlds.get(worldId)?.log?.close();
    this.#worlds.delete(worldId);
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    for (const { log } of this.#worlds.values()) await log?.close();
  }

  #checkOpen(): void {
    if (!this.#isOpen) throw new StoreClosed('the store in memory was closed');
  }
}

class MemoryLog implements WorldLog {
  readonly worldId: string;
  readonly recovered = undefined;
  readonly #stored: StoredWorld;
  /** The links computed so far: each is computed on demand. */
  #chained: Link;

  constructor(worldId: string, stored: StoredWorld) {
    this.worldId = worldId;
    this.#stored = stored;
    this.#chained = headerLine(stored.header);
  }

  get header(): LogHeader {
    return this.#stored.header;
  }

  get length(): number {
    return this.#stored.entries.length;
  }

  get link(): string {
    let { seq, link } = this.#chained;
    for (; seq < this.length; seq++) link = entryLine(this.#stored.entries[seq] as LogEntry, link).link;
    this.#chained = { seq, link };
    return link;
  }

  async append(expected: number, entries: Iterable<LogEntry<DomainEvent>>): Promise<void> {
    this.#checkOpen();
    checkExpected(this.worldId, expected, this.length);
    for (const entry of checkBatch(this.worldId, entries, expected)) this.#stored.entries.push(entry);
  }

  get past(): LogPast<DomainEvent> {
    const { entries } = this.#stored;
    return { length: entries.length, entries: (after) => entries.slice(after), entry: (seq) => entries[seq - 1] };
  }

  async *read(after = 0): AsyncGenerator<LogEntry<DomainEvent>> {
    this.#checkOpen();
    const end = this.length;
    for (let seq = after + 1; seq <= end; seq++) {
      yield this.#stored.entries[seq - 1] as LogEntry<DomainEvent>;
      this.#checkOpen();
    }
  }

  async saveSnapshot(seq: number, bytes: Uint8Array): Promise<void> {
    this.#checkOpen();
    checkKept(this.worldId, seq, this.length);
    this.#stored.snapshots.set(seq, Uint8Array.from(bytes));
    const retained = thinSnapshots(await this.snapshots(), snapshotsMax);
    for (const each of await this.snapshots()) if (!retained.includes(each)) this.#stored.snapshots.delete(each);
  }

  async snapshots(): Promise<readonly number[]> {
    return [...this.#stored.snapshots.keys()].sort((a, b) => a - b);
  }

  async snapshot(seq = this.length): Promise<Snapshot | undefined> {
    this.#checkOpen();
    const newest = (await this.snapshots()).findLast((each) => each <= seq);
    return newest === undefined ? undefined : { seq: newest, bytes: this.#stored.snapshots.get(newest) as Uint8Array };
  }

  async close(): Promise<void> {
    this.#stored.log = undefined;
  }

  #checkOpen(): void {
    checkOpen(this.worldId, this.#stored.log === this);
  }
}

/** These entries, after checking that each follows the one before it. */
const checkBatch = (worldId: string, entries: Iterable<LogEntry<DomainEvent>>, after: number): LogEntry<DomainEvent>[] => {
  const batch = [...entries];
  batch.forEach(({ seq }, k) => {
    checkNext(worldId, seq, after + k);
  });
  return batch;
};
