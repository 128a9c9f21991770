import { closeSync, openSync, readSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';

/** The parts of a file system that a store uses. Tests replace it by one whose disk fails, or loses power. */
export interface Disk {
  open(path: string, flags: 'r' | 'r+' | 'w' | 'wx'): Promise<DiskFile>;
  /** Opens a file for synchronous reading. */
  openNow(path: string): FileNow;
  /** Returns the first folder that had to be made, as Node does. */
  mkdir(path: string, options?: { readonly recursive: true }): Promise<string | undefined>;
  /** The names in a folder. */
  readdir(path: string): Promise<string[]>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file, or with `recursive` a folder and everything in it. A missing one is no error. */
  rm(path: string, options: { readonly force: true; readonly recursive?: boolean }): Promise<void>;
}

export type DiskFile = Pick<FileHandle, 'read' | 'write' | 'sync' | 'datasync' | 'truncate' | 'stat' | 'close'>;

export interface FileNow {
  /** Fills `into` from that position of the file. Returns the number of bytes read. */
  read(into: Buffer, position: number): number;
  close(): void;
}

const openNow = (path: string): FileNow => {
  const file = openSync(path, 'r');
  return { read: (into, position) => readSync(file, into, 0, into.length, position), close: () => closeSync(file) };
};

export const realDisk: Disk = { open, openNow, mkdir, readdir, rename, rm };
