import type { DomainEvent, LogEntry, LogHeader, LogPast } from '../../engine/index.ts';
import { WorldIdRefused } from './problems.ts';

/**
 * Where worlds are kept: for each its log, with snapshots beside it. Whoever opens a world owns it until it closes the log;
 * nobody else can. What goes wrong is a `StoreProblem`.
 *
 * The port says nothing of files: whatever appends a batch at an expected position, all or nothing, can stand behind it.
 */
export interface Store {
  /** The ids of all worlds, sorted by code unit. */
  worlds(): Promise<readonly string[]>;
  /**
   * Makes a world whose log has these entries, none unless given, and owns it: all of it, or nothing. `StoreConflict` when there
   * is one already.
   */
  create(worldId: string, header: LogHeader, entries?: Iterable<LogEntry<DomainEvent>>): Promise<WorldLog>;
  /** Owns a world that is there; `StoreUnknown`, `StoreLocked`, or `StoreDamaged` otherwise. */
  open(worldId: string): Promise<WorldLog>;
  /** Closes a world's log, where this store has it open, and removes the world. Of one that is not there nothing is removed. */
  drop(worldId: string): Promise<void>;
  /** Closes every log that is open. */
  close(): Promise<void>;
}

/** The log of one world, in the hands of its one owner. */
export interface WorldLog {
  readonly worldId: string;
  readonly header: LogHeader;
  /** The seq of the newest entry that is kept, as safely as the store keeps what it acknowledges; 0 for none. */
  readonly length: number;
  /** The chain's link there: the fingerprint of the log up to `length`. */
  readonly link: string;
  /** What was cut off when the log was opened; undefined when nothing was. */
  readonly recovered: Recovered | undefined;
  /**
   * Appends a batch, all of it or nothing; resolves when it is kept. `expected` is the seq of the entry before it, those that
   * are still on their way included: so appends may be called one after the other without waiting, and are kept in that order.
   * `StoreConflict` when the log stands elsewhere. After `StoreFull` or `StoreUnwritable` the log is as it was before the batch,
   * and whatever was appended behind it is refused for the same reason; the same batch can be appended again. After
   * `StoreUnsafe` all that is appended is refused until the world is opened anew, and the batch may then be there.
   * An empty batch resolves when all before it are kept.
   */
  append(expected: number, entries: Iterable<LogEntry<DomainEvent>>): Promise<void>;
  /** Its entries as far as they are kept, to be read at once: for those who hold no more than the newest in memory. */
  readonly past: LogPast<DomainEvent>;
  /** Every entry after that one, as far as the log is kept when the reading begins. */
  read(after?: number): AsyncIterable<LogEntry<DomainEvent>>;
  /**
   * Keeps what somebody has folded from the entries up to `seq`, all of which were appended before. Of the older snapshots
   * some are given up: the older, the fewer.
   */
  saveSnapshot(seq: number, bytes: Uint8Array): Promise<void>;
  /** The seqs of which there are snapshots, oldest first. */
  snapshots(): Promise<readonly number[]>;
  /** The newest snapshot at or before `seq` that is as it was saved; the newest of all unless told otherwise. */
  snapshot(seq?: number): Promise<Snapshot | undefined>;
  /** Waits for what was appended, and gives the world up. */
  close(): Promise<void>;
}

export interface Snapshot {
  readonly seq: number;
  readonly bytes: Uint8Array;
}

/** The end of a log that was cut off: a batch of which a crash let only a part reach the disk. Nobody was told it was kept. */
export interface Recovered {
  /** The newest entry that is left. */
  readonly after: number;
  /** How many entries of the batch were whole. */
  readonly entries: number;
  readonly bytes: number;
}

export const recoveredText = (worldId: string, { after, entries, bytes }: Recovered): string =>
  `world '${worldId}': the log was cut off after entry ${after}: behind it stood ${bytes} bytes with ${entries} whole entries, but no whole batch, so nobody was told that they were kept`;

const worldIdPattern = /^[A-Za-z0-9_-]{1,64}$/;

export const isWorldId = (text: string): boolean => worldIdPattern.test(text);

/** Ids come from URLs, and become names of folders: what could be more than a name is refused before it reaches a path. */
export const checkWorldId = (worldId: string): void => {
  if (isWorldId(worldId)) return;
  const shown = JSON.stringify(worldId.length > 80 ? `${worldId.slice(0, 80)}…` : worldId);
  throw new WorldIdRefused(`${shown} is no id for a world: it has 1 to 64 letters, digits, '-' and '_'`);
};
