import { dirname, join, resolve } from 'node:path';
import type { DomainEvent, LogEntry, LogHeader } from '../../engine/index.ts';
import { bytesOf } from './batches.ts';
import { type Disk, realDisk } from './disk.ts';
import { alreadyThere, openAlready, unknown } from './expectations.ts';
import { syncFolder, tidy, writeWhole } from './files.ts';
import { FolderLock } from './folderLock.ts';
import { plainFraming } from './framing.ts';
import { gzipFraming } from './gzipFraming.ts';
import { nodeCrypto } from './nodeCrypto.ts';
import { type OpenLogOptions, openLog } from './openLog.ts';
import { orProblem, StoreClosed } from './problems.ts';
import { checkWorldId, isWorldId, type Store, type WorldLog } from './store.ts';

export interface FileStoreOptions extends OpenLogOptions {
  /** Compresses the logs of worlds that are created from now on. Existing logs stay as they are. */
  readonly compress?: boolean;
}

/** Opens a data directory, and creates it if there is none. Throws `StoreLocked` when another process has it open. */
export const openFileStore = async (path: string, options: FileStoreOptions = {}): Promise<Store> => {
  const folder = resolve(path);
  const disk = options.disk ?? realDisk;
  await orProblem(folder, async () => {
    // A recursive mkdir that fails reports only that a folder is missing. The plain one reports why.
    const made = await disk.mkdir(folder, { recursive: true }).catch(() => disk.mkdir(folder));
    if (made !== undefined) await syncFolder(disk, dirname(made));
  });
  const lock = await FolderLock.take(disk, folder);
  try {
    await removeLeftovers(disk, folder);
  } catch (error) {
    await lock.release();
    throw error;
  }
  return new FileStore(disk, folder, lock, options);
};

/** Removes what killed processes left of worlds that were being created or dropped. */
const removeLeftovers = async (disk: Disk, folder: string): Promise<void> => {
  const names = await orProblem(folder, () => disk.readdir(folder));
  for (const left of names.filter((name) => temporaryPattern.test(name))) await tidy(disk, join(folder, left));
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
    this.#checkOpen();
    const found = await orProblem(this.#folder, () => this.#disk.readdir(this.#folder));
    const worlds = await Promise.all(
      found.filter(isWorldId).map(async (each) => {
        // The directory may contain other things: files, and folders that are no worlds.
        const names = await this.#disk.readdir(join(this.#folder, each)).catch(() => []);
        return names.some((name) => logNames.includes(name)) ? [each] : [];
      }),
    );
    return worlds.flat().sort();
  }

  async create(worldId: string, header: LogHeader, entries: Iterable<LogEntry<DomainEvent>> = []): Promise<WorldLog> {
    this.#checkOpen();
    checkWorldId(worldId);
    const framing = this.#options.compress === true ? gzipFraming : plainFraming;
    const partial = this.#temporaryPath('new');
    await orProblem(this.#folder, async () => {
      try {
        await this.#disk.mkdir(partial);
        await writeWhole(this.#disk, join(partial, framing.fileName), bytesOf(worldId, framing, header, entries));
        // The rename makes the world appear as a whole, or not at all. It never replaces a folder that is not empty.
        await this.#disk.rename(partial, join(this.#folder, worldId)).catch((error: NodeJS.ErrnoException) => {
          throw isTaken(error) ? alreadyThere(worldId) : error;
        });
        await syncFolder(this.#disk, this.#folder).catch(async (error: unknown) => {
          // This creation was never acknowledged. What is left of it must not block another attempt.
          await this.#disk.rm(join(this.#folder, worldId), { recursive: true, force: true });
          throw error;
        });
      } catch (error) {
        await tidy(this.#disk, partial);
        throw error;
      }
    });
    return this.open(worldId);
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

  async drop(worldId: string): Promise<void> {
    this.#checkOpen();
    checkWorldId(worldId);
    // Of a world that is dropped, nothing more needs to be durable.
    await (await this.#open.get(worldId)?.catch(() => undefined))?.close().catch(() => undefined);
    const temporaryPath = this.#temporaryPath('dropped');
    await orProblem(this.#folder, async () => {
      try {
        await this.#disk.rename(join(this.#folder, worldId), temporaryPath);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
        throw error;
      }
      await syncFolder(this.#disk, this.#folder);
      await tidy(this.#disk, temporaryPath);
    });
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
    const log = await openLog(worldId, join(this.#folder, worldId), this.#options, () => this.#open.delete(worldId));
    if (log === undefined) throw unknown(worldId, this.#folder);
    return log;
  }

  /** A name for the folder of a world that is being created or dropped. */
  #temporaryPath(way: 'new' | 'dropped'): string {
    return join(this.#folder, `.${way}-${nodeCrypto().randomBytes(6).toString('hex')}`);
  }

  #checkOpen(): void {
    if (this.#closing !== undefined) throw new StoreClosed(`the store in ${this.#folder} was closed`);
  }
}

const logNames: readonly string[] = [plainFraming.fileName, gzipFraming.fileName];

const temporaryPattern = /^\.(?:new|dropped)-[0-9a-f]{12}$/;

const isTaken = ({ code }: NodeJS.ErrnoException): boolean => code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR';
