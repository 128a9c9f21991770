import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';

/** What a store needs of a file system. Tests put one in its place whose disk fails, or loses its power. */
export interface Disk {
  open(path: string, flags: 'r' | 'r+' | 'w' | 'wx'): Promise<DiskFile>;
  /** Gives the first folder that had to be made, as Node does. */
  mkdir(path: string, options?: { readonly recursive: true }): Promise<string | undefined>;
  /** The names in a folder. */
  readdir(path: string): Promise<string[]>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file, or with `recursive` a folder and all in it; what is not there is no error. */
  rm(path: string, options: { readonly force: true; readonly recursive?: boolean }): Promise<void>;
}

export type DiskFile = Pick<FileHandle, 'read' | 'write' | 'sync' | 'datasync' | 'truncate' | 'stat' | 'close'>;

export const realDisk: Disk = { open, mkdir, readdir, rename, rm };
