import { dirname, join, resolve } from 'node:path';
import type { DomainEvent } from '../../engine/cloud/index.ts';
import type { LogEntry } from '../../engine/kernel/index.ts';
import type { LogHeader } from '../../engine/simulator/index.ts';
import { type Disk, realDisk } from './disk.ts';
import { alreadyThere, openAlready, unknown } from './expectations.ts';
import { encodeBatches } from './file/batches.ts';
import { plainFraming } from './file/framing.ts';
import { gzipFraming } from './file/gzipFraming.ts';
import { type OpenLogOptions, openLog } from './file/openLog.ts';
import { markName } from './file/tailMark.ts';
import { makeFolder, piecesNow, syncFolder, tidy, writeWhole } from './files.ts';
import { repairWords } from './inspection.ts';
import { FolderLock, type FolderLockOptions } from './lock/folderLock.ts';
import { orProblem, StoreClosed, StoreDamaged } from './problems.ts';
import { checkWorldId, isSameName, type Store, type WorldLog } from './store.ts';
import { completeChanges, replaceWorld, temporaryPath, type WorldFolder, worldFolders } from './worldFolders.ts';

export interface FileStoreOptions extends OpenLogOptions, FolderLockOptions {
  /** Compresses the logs of worlds that are created from now on. Existing logs stay as they are. */
  readonly compress?: boolean;
}

/** Opens a data directory, and creates it if there is none. Throws `StoreLocked` when another process has it open. */
export const openFileStore = async (path: string, options: FileStoreOptions = {}): Promise<Store> => {
  const folder = resolve(path);
  const disk = options.disk ?? realDisk;
  await orProblem(folder, async () => {
    const made = await makeFolder(disk, folder);
    if (made !== undefined) await syncFolder(disk, dirname(made));
  });
  const lock = await FolderLock.take(disk, folder, options);
  try {
    await orProblem(folder, () => completeChanges(disk, folder));
    if (lock.mayLinger) await leaveBehind(disk, folder);
    await lock.forgetLapsed();
  } catch (error) {
    await lock.release();
    throw error;
  }
  return new FileStore(disk, folder, lock, options);
};

/**
 * Makes a new file of each log, and gives up the old one: an owner whose lease is over may be alive, and writes to the files that it has
 * open.
 */
const leaveBehind = (disk: Disk, folder: string): Promise<void> =>
  orProblem(folder, async () => {
    for (const { log } of await worldFolders(disk, folder)) {
      if (log === undefined) continue;
      await writeAnew(disk, log);
      const mark = join(dirname(log), markName);
      if ((await disk.readdir(dirname(log))).includes(markName)) await writeAnew(disk, mark);
    }
  });

/** Writes the same bytes to a new file: a process that has the old one open then writes to a file without a name. */
const writeAnew = async (disk: Disk, path: string): Promise<void> => {
  const file = disk.openNow(path);
  try {
    await writeWhole(disk, path, piecesNow(file));
  } finally {
    file.close();
  }
};

/** A data directory: a folder for each world, with its log and its snapshots. */
class FileStore implements Store {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #lock: FolderLock;
  readonly #options: FileStoreOptions;
  readonly #open = new Map<string, Promise<WorldLog>>();
  #closing: Promise<void> | undefined;

  constructor(disk: Disk, folder: string, lock: FolderLock, options: FileStoreOptions) {
    this.#disk = disk;
    this.#folder = folder;
    this.#lock = lock;
    this.#options = options;
  }

  async worlds(): Promise<readonly string[]> {
    return (await this.#folders()).map(({ worldId }) => worldId);
  }

  async create(worldId: string, header: LogHeader, entries: Iterable<LogEntry<DomainEvent>> = [], replaces = false): Promise<WorldLog> {
    checkWorldId(worldId);
    const there = (await this.#folders()).find((each) => isSameName(each.worldId, worldId))?.worldId;
    if (there !== undefined && !(replaces && there === worldId)) throw alreadyThere(there);
    if (replaces) await this.#closeForGood(worldId);
    const framing = this.#options.compress === true ? gzipFraming : plainFraming;
    const [disk, folder] = [this.#disk, this.#folder];
    const partial = temporaryPath(folder, 'new');
    await orProblem(folder, async () => {
      try {
        await this.#lock.confirm();
        await disk.mkdir(partial);
        await writeWhole(disk, join(partial, framing.fileName), encodeBatches(worldId, framing, header, entries, this.#lock.number));
        if (replaces) await replaceWorld(disk, folder, worldId, partial);
        else await this.#place(worldId, partial);
        await this.#lock.confirm();
      } catch (error) {
        await tidy(disk, partial);
        throw error;
      }
    });
    return this.open(worldId);
  }

  /** The rename makes a new world appear as a whole, or not at all. */
  async #place(worldId: string, partial: string): Promise<void> {
    const place = join(this.#folder, worldId);
    await this.#disk.rename(partial, place).catch((error: NodeJS.ErrnoException) => {
      throw isTaken(error) ? alreadyThere(worldId) : error;
    });
    await syncFolder(this.#disk, this.#folder).catch(async (error: unknown) => {
      // This creation was never acknowledged. Its remains must not block another attempt.
      await this.#disk.rm(place, { recursive: true, force: true });
      throw error;
    });
  }

  async open(worldId: string): Promise<WorldLog> {
    this.#checkOpen();
    checkWorldId(worldId);
    if (this.#open.has(worldId)) throw openAlready(worldId);
    const opening = this.#openLog(worldId);
    this.#open.set(worldId, opening);
    // The caller gets the error; here the world only must not count as open.
    opening.catch(() => this.#open.delete(worldId));
    return opening;
  }

  async diagnose(worldId: string): Promise<string | undefined> {
    const log = (await this.#folders()).find((each) => each.worldId === worldId)?.log;
    return log && repairWords(log);
  }

  async drop(worldId: string): Promise<void> {
    this.#checkOpen();
    checkWorldId(worldId);
    await this.#closeForGood(worldId);
    const dropped = temporaryPath(this.#folder, 'dropped');
    await orProblem(this.#folder, async () => {
      try {
        await this.#lock.confirm();
        await this.#disk.rename(join(this.#folder, worldId), dropped);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
        throw error;
      }
      await syncFolder(this.#disk, this.#folder);
      await tidy(this.#disk, dropped);
    });
  }

  /** Nothing more of a dropped or replaced world needs to be durable. */
  async #closeForGood(worldId: string): Promise<void> {
    await (await this.#open.get(worldId)?.catch(() => undefined))?.close().catch(() => undefined);
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    const logs = await Promise.allSettled(this.#open.values());
    const closed = await Promise.allSettled(logs.flatMap((log) => (log.status === 'fulfilled' ? [log.value.close()] : [])));
    await this.#lock.release();
    for (const each of closed) if (each.status === 'rejected') throw each.reason;
  }

  async #openLog(worldId: string): Promise<WorldLog> {
    const log = await openLog(worldId, join(this.#folder, worldId), this.#options, () => this.#open.delete(worldId), this.#lock);
    if (log !== undefined) return log;
    const there = (await this.#folders()).find((each) => each.worldId === worldId);
    if (there === undefined) throw unknown(worldId, this.#folder);
    const place = join(this.#folder, worldId);
    throw new StoreDamaged(`${place} contains no log: put it back, or remove the folder; podsim log repair can save nothing of it`, 0);
  }

  #folders(): Promise<readonly WorldFolder[]> {
    this.#checkOpen();
    return orProblem(this.#folder, () => worldFolders(this.#disk, this.#folder));
  }

  #checkOpen(): void {
    if (this.#closing !== undefined) throw new StoreClosed(`the store in ${this.#folder} was closed`);
  }
}

const isTaken = ({ code }: NodeJS.ErrnoException): boolean => code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR';
