import { closeSync, openSync, readSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';

/** What a store needs of a file system. Tests put one in its place whose disk fails, or loses its power. */
export interface Disk {
  open(path: string, flags: 'r' | 'r+' | 'w' | 'wx'): Promise<DiskFile>;
  /** Opens a file that is read at once, while nothing else goes on. */
  openNow(path: string): FileNow;
  /** Gives the first folder that had to be made, as Node does. */
  mkdir(path: string, options?: { readonly recursive: true }): Promise<string | undefined>;
  /** The names in a folder. */
  readdir(path: string): Promise<string[]>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file, or with `recursive` a folder and all in it; what is not there is no error. */
  rm(path: string, options: { readonly force: true; readonly recursive?: boolean }): Promise<void>;
}

export type DiskFile = Pick<FileHandle, 'read' | 'write' | 'sync' | 'datasync' | 'truncate' | 'stat' | 'close'>;

export interface FileNow {
  /** Fills `into` from that position of the file on; gives how many bytes there were. */
  read(into: Buffer, position: number): number;
  close(): void;
}

const openNow = (path: string): FileNow => {
  const file = openSync(path, 'r');
  return { read: (into, position) => readSync(file, into, 0, into.length, position), close: () => closeSync(file) };
};

export const realDisk: Disk = { open, openNow, mkdir, readdir, rename, rm };
