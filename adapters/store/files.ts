import { mkdirSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Disk, DiskFile, FileNow } from './disk.ts';
import { nodeCrypto } from './nodeCrypto.ts';

/** Writes a file so that it appears under its name only when it is complete and durable. */
export const writeWhole = async (disk: Disk, path: string, parts: Iterable<Uint8Array>): Promise<void> => {
  const partial = `${path}.${nodeCrypto().randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = await disk.open(partial, 'w');
    try {
      let at = 0;
      for (const part of parts) {
        await writeAll(file, part, at);
        at += part.length;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await disk.rename(partial, path);
  } catch (error) {
    await tidy(disk, partial);
    throw error;
  }
  await syncFolder(disk, dirname(path));
};

/**
 * Makes a folder, and those above it that are missing, one level at a time: the recursive way of Node 20 does not end below `/proc`.
 * Returns the highest one that was made.
 */
export const makeFolder = async (disk: Disk, path: string): Promise<string | undefined> => {
  try {
    return await makeOne(disk, path);
  } catch (error) {
    const above = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) throw error;
    const highest = await makeFolder(disk, above);
    const made = await makeOne(disk, path);
    return highest ?? made;
  }
};

/** The same synchronously. */
export const makeFolderSync = (path: string): void => {
  try {
    makeOneSync(path);
  } catch (error) {
    const above = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) throw error;
    makeFolderSync(above);
    makeOneSync(path);
  }
};

const makeOneSync = (path: string): void => {
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
};

const makeOne = async (disk: Disk, path: string): Promise<string | undefined> => {
  try {
    await disk.mkdir(path);
    return path;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const there = await disk.readdir(path).catch(({ code }: NodeJS.ErrnoException) => code);
    if (there === 'ENOTDIR') throw error;
    return undefined;
  }
};

/** Removes something that does no harm. If that fails, it stays until it is found again. */
export const tidy = async (disk: Disk, path: string): Promise<void> => {
  await disk.rm(path, { force: true, recursive: true }).catch(() => undefined);
};

/** Makes the names in a folder durable. Windows has no such operation, and needs none. */
export const syncFolder = async (disk: Disk, folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await disk.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Writes all bytes from an offset on. A write may take fewer than it was given, and reports the reason only when repeated. */
export const writeAll = async (file: Pick<DiskFile, 'write'>, bytes: Uint8Array, offset: number): Promise<void> => {
  for (let from = 0; from < bytes.length; ) from += (await file.write(bytes, from, bytes.length - from, offset + from)).bytesWritten;
};

/** The same synchronously, at the current position of the file. */
export const writeAllSync = (file: number, bytes: Uint8Array): void => {
  for (let from = 0; from < bytes.length; ) from += writeSync(file, bytes, from);
};

/** The same synchronously, from an offset on. */
export const writeAllNow = (file: Pick<FileNow, 'write'>, bytes: Uint8Array, offset: number): void => {
  for (let from = 0; from < bytes.length; ) from += file.write(bytes.subarray(from), offset + from);
};

/** The bytes of a file between two offsets, piece by piece; fewer if the file ends first. */
export async function* readPieces(file: Pick<DiskFile, 'read'>, from: number, to = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  for (let at = from; at < to; ) {
    // A new buffer each time, because lines taken from it are views of it.
    const piece = Buffer.allocUnsafeSlow(Math.min(pieceBytes, to - at));
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

/** The same synchronously. */
export function* piecesNow({ read }: Pick<FileNow, 'read'>, from = 0, to = Number.POSITIVE_INFINITY): Generator<Buffer> {
  for (let at = from; at < to; ) {
    const piece = Buffer.allocUnsafeSlow(Math.min(pieceBytes, to - at));
    const bytesRead = read(piece, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

const pieceBytes = 262_144;

/** All bytes of a file between two offsets. */
export const bytesBetween = async (file: Pick<DiskFile, 'read'>, from: number, to: number): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of readPieces(file, from, to)) pieces.push(piece);
  return Buffer.concat(pieces);
};
