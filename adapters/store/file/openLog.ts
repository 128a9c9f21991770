import { join } from 'node:path';
import type { DomainEvent } from '../../../engine/cloud/index.ts';
import type { LogEntry } from '../../../engine/kernel/index.ts';
import { logFormat } from '../../../engine/simulator/index.ts';
import { type Disk, type DiskFile, realDisk } from '../disk.ts';
import { readPieces } from '../files.ts';
import { explainError, orProblem, StoreDamaged } from '../problems.ts';
import { isPlaceIn, recover } from '../recovery.ts';
import { snapshotsMax } from '../snapshotRetention.ts';
import { Snapshots } from '../snapshots.ts';
import { Chain, Damage, entryOn, readHeader } from './chain.ts';
import { FileLog } from './fileLog.ts';
import { type FilePosition, type Framing, plainFraming } from './framing.ts';
import { GrowingFile } from './growingFile.ts';
import { gzipFraming } from './gzipFraming.ts';
import { Syncing, type SyncPolicy } from './syncing.ts';
import { endMarked, readMark, TailMark } from './tailMark.ts';

export interface OpenLogOptions {
  /** `always` unless given. */
  readonly sync?: SyncPolicy;
  /** The most snapshots of a world that are retained. */
  readonly snapshotsMax?: number;
  /** Opens a log even if its mark or a snapshot proves that its end is missing, or if the mark beside it is of another log. */
  readonly acceptsLoss?: boolean;
  /** The real file system unless given. */
  readonly disk?: Disk;
}

/** Of the folder that has the log. */
export interface Owner {
  readonly number: number;
  /** Resolves while it is the owner. */
  confirm(): Promise<void>;
}

/**
 * Opens the log in a world's folder, if there is one. Entries before the newest snapshot are not read, so the time to open a log
 * depends only on what came after that snapshot. `podsim log repair --check` reads all of it.
 */
export const openLog = async (
  worldId: string,
  folder: string,
  options: OpenLogOptions,
  onClose: () => void,
  owner?: Owner,
): Promise<FileLog | undefined> => {
  const disk = options.disk ?? realDisk;
  const framing = await framingIn(disk, folder);
  if (framing === undefined) return undefined;
  const path = join(folder, framing.fileName);
  const file = await orProblem(path, () => disk.open(path, 'r+'));
  const confirm = async () => owner?.confirm();
  try {
    const start = await readStart(file, framing);
    const snapshots = await Snapshots.of(disk, folder, options.snapshotsMax ?? snapshotsMax, (place) => isPlaceIn(file, framing, place));
    const from = snapshots.placeBefore(Number.POSITIVE_INFINITY);
    const marked = await readMark(disk, folder);
    const ending = await recover(file, framing, from ?? start, from === undefined ? 'header' : 'batch', {
      proven: snapshots.proven,
      marked,
      acceptsLoss: options.acceptsLoss === true,
    });
    await snapshots.forget(ending.kept.seq);
    const mark = owner && (await TailMark.at(disk, folder, ending.kept, endMarked(marked) !== undefined && !ending.isBesideMark));
    const growing = new GrowingFile(path, file, new Syncing(path, file, options.sync ?? 'always', mark), ending, confirm);
    return new FileLog({
      worldId,
      path,
      header: start.header,
      recovered: ending.recovered,
      growing,
      snapshots,
      past: { disk, framing, start, places: snapshots.places, sound: from?.seq ?? 0, problem: (error) => wrapProblem(path, error) },
      read: (place, end, after) =>
        withStoreProblems(path, readEntries(file, framing, place ?? start, place === undefined ? 'header' : 'batch', end, after)),
      // A log may come from a folder that had more owners.
      owner: owner && Math.max(owner.number, ending.kept.owner ?? 0),
      confirm,
      onClose,
    });
  } catch (error) {
    await file.close();
    throw wrapProblem(path, error);
  }
};

const framingIn = async (disk: Disk, folder: string): Promise<Framing | undefined> => {
  const names = await disk.readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw explainError(folder, error);
  });
  return [plainFraming, gzipFraming].find(({ fileName }) => names.includes(fileName));
};

type LogBeginning = ReturnType<typeof readHeader> & FilePosition;

/** Reads the beginning of a log: its header, and the position after it. */
const readStart = async (file: DiskFile, framing: Framing): Promise<LogBeginning> => {
  const finder = framing.finder();
  let found: { readonly start: LogBeginning; readonly chain: Chain } | undefined;
  try {
    for await (const piece of readPieces(file, 0))
      for (const line of finder.push(piece)) {
        if (found === undefined) {
          const header = readHeader(line.bytes);
          // Appending would mix two formats in one log.
          if (header.header.podsim.format !== logFormat)
            throw new Damage(0, `is of format ${header.header.podsim.format}: it can be read, but not continued`);
          found = { start: { ...header, offset: framing.behindHeader(line) }, chain: new Chain(header, 'header') };
        } else if (line.end <= found.start.offset) {
          const { chain, start } = found;
          chain.take(line.bytes);
          found = { chain, start: { ...start, ...chain.at } };
        } else return found.start;
      }
  } catch (error) {
    // Damage after the header may be the result of a crash: recovery decides.
    if (!(error instanceof Damage) || found === undefined || finder.offset < found.start.offset) throw error;
  }
  if (found === undefined || finder.offset < found.start.offset) throw new Damage(0, 'ends within its header');
  return found.start;
};

async function* readEntries(
  file: DiskFile,
  framing: Framing,
  from: FilePosition,
  behind: 'header' | 'batch',
  end: FilePosition,
  after: number,
) {
  const chain = new Chain(from, behind);
  const finder = framing.finder(from);
  for await (const piece of readPieces(file, from.offset, end.offset))
    for (const { bytes } of finder.push(piece)) {
      const line = chain.take(bytes);
      if (line !== undefined && chain.at.seq > after) yield entryOn(line);
    }
}

async function* withStoreProblems(path: string, entries: AsyncIterable<LogEntry<DomainEvent>>) {
  try {
    yield* entries;
  } catch (error) {
    throw wrapProblem(path, error);
  }
}

const wrapProblem = (path: string, error: unknown): unknown =>
  error instanceof Damage
    ? new StoreDamaged(`${path}: ${error.message}; podsim log repair ${path} says what can be saved`, error.entry)
    : explainError(path, error);
