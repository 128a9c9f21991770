import type { DomainEvent } from '../../engine/cloud/index.ts';
import type { LogEntry, LogPast } from '../../engine/kernel/index.ts';
import type { LogHeader } from '../../engine/simulator/index.ts';
import { WorldIdRefused } from './problems.ts';

/**
 * Stores worlds: the log of each, with snapshots beside it. The process that opens a world owns it until it closes the log;
 * no other process can open it meanwhile. Errors are `StoreProblem`s.
 *
 * This port does not mention files: anything that can append a batch atomically at an expected position can implement it.
 */
export interface Store {
  /** The ids of all worlds, damaged ones included, sorted by code unit. */
  worlds(): Promise<readonly string[]>;
  /**
   * Creates a world whose log has these entries, none unless given, completely or not at all, and owns it. `replaces`: it takes the place
   * of the world of that id, and closes its log; however this ends, the one or the other is stored. Otherwise `StoreConflict` when the
   * world exists. Names that differ only in case are one name, as for some file systems.
   */
  create(worldId: string, header: LogHeader, entries?: Iterable<LogEntry<DomainEvent>>, replaces?: boolean): Promise<WorldLog>;
  /** Opens an existing world, and owns it. `StoreUnknown`, `StoreLocked` or `StoreDamaged` otherwise. */
  open(worldId: string): Promise<WorldLog>;
  /** Describes the repair of a damaged world, as the end of a sentence; undefined if it would do nothing. */
  diagnose(worldId: string): Promise<string | undefined>;
  /** Closes a world's log if this store has it open, and removes the world. An unknown world is no error. */
  drop(worldId: string): Promise<void>;
  /** Closes every open log. */
  close(): Promise<void>;
}

/** The log of one world, for its owner. */
export interface WorldLog {
  readonly worldId: string;
  readonly header: LogHeader;
  /** The seq of the newest durable entry; 0 for none. The store's sync policy defines what durable means. */
  readonly length: number;
  /** The chain's link at `length`: the fingerprint of the log. */
  readonly link: string;
  /** The bytes that were cut off when the log was opened; undefined if none were. */
  readonly recovered: Recovered | undefined;
  /**
   * Appends a batch, completely or not at all, and resolves when it is durable. `expected` is the seq of the entry before it,
   * which may be in a batch that is still being written: appends may be called one after the other without waiting, and are written in that order.
   * `StoreConflict` when the log is at another entry. After `StoreFull` or `StoreUnwritable` the log is as it was before the batch, and
   * every batch appended after it is refused for the same reason; the same batch can be appended again. After `StoreUnsafe` every append
   * is refused until the world is opened again, and the batch may then be in the log. An empty batch resolves when all before it are
   * durable.
   */
  append(expected: number, entries: Iterable<LogEntry<DomainEvent>>): Promise<void>;
  /** The durable entries, to be read synchronously: for owners that hold only the newest entries in memory. */
  readonly past: LogPast<DomainEvent>;
  /** The entries after that one that are durable when reading begins. */
  read(after?: number): AsyncIterable<LogEntry<DomainEvent>>;
  /**
   * Saves what the owner has folded from the entries up to `seq`, all of which were appended before. Some older snapshots are removed:
   * the older they are, the fewer stay.
   */
  saveSnapshot(seq: number, bytes: Uint8Array): Promise<void>;
  /** The seqs of the snapshots, oldest first. */
  snapshots(): Promise<readonly number[]>;
  /** The newest intact snapshot at or before `seq`; the newest of all unless given. */
  snapshot(seq?: number): Promise<Snapshot | undefined>;
  /** Waits for all appends, and gives up the ownership. */
  close(): Promise<void>;
}

export interface Snapshot {
  readonly seq: number;
  readonly bytes: Uint8Array;
}

/** The end of a log that was cut off: an incomplete batch, left by a crash. It was never acknowledged. */
export interface Recovered {
  /** The newest remaining entry. */
  readonly after: number;
  /** How many entries of the batch were complete. */
  readonly entries: number;
  readonly bytes: number;
  /** It was a whole batch, of an owner that had lost the folder. */
  readonly isOutdated?: boolean;
  /** The newest entry that its mark or a snapshot proves to be missing. Its loss was accepted. */
  readonly missing?: number;
  /** It is another log than the one that its mark was written beside. That was accepted. */
  readonly isOther?: boolean;
  /** Its mark could not be read. */
  readonly isUnmarked?: boolean;
}

export const textOfRecovered = (worldId: string, recovered: Recovered): string => {
  const { after, entries, bytes, isOutdated = false, missing, isOther = false, isUnmarked = false } = recovered;
  if (missing !== undefined)
    return `world '${worldId}': continues after entry ${after}; the loss of entries ${after + 1} to ${missing} at least was accepted`;
  if (isOther)
    return `world '${worldId}': continues after entry ${after} of another log than its mark was written beside; that was accepted`;
  if (isUnmarked && bytes === 0)
    return `world '${worldId}': its mark cannot be read, so nothing tells whether its log, which ends after entry ${after}, once had more; it has a new mark now`;
  const why = isOutdated ? 'an owner of the folder had written them after another took over' : 'but no whole batch';
  return `world '${worldId}': the log was cut off after entry ${after}: ${bytes} bytes with ${entries} whole entries followed it, ${why}, so they were never acknowledged`;
};

const worldIdPattern = /^[A-Za-z0-9_-]{1,64}$/;

export const isWorldId = (text: string): boolean => worldIdPattern.test(text);

/** Whether two ids may be one folder: to some file systems, names that differ only in case are the same. */
export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Ids come from URLs and become folder names. Anything that could be more than a name is refused before it is used in a path. */
export const checkWorldId = (worldId: string): void => {
  if (isWorldId(worldId)) return;
  const shown = JSON.stringify(worldId.length > 80 ? `${worldId.slice(0, 80)}…` : worldId);
  throw new WorldIdRefused(`${shown} is no id for a world: it has 1 to 64 letters, digits, '-' and '_'`);
};
