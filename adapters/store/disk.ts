import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { type Answering, answers, type BoundSocket, listen } from './lock/sockets.ts';

/** The parts of a file system that a store uses. Tests replace it by one whose disk fails, or loses power. */
export interface Disk {
  open(path: string, flags: 'r' | 'r+' | 'w' | 'wx'): Promise<DiskFile>;
  /** Opens a file for synchronous calls: each takes a few microseconds, a call in a thread of Node's pool some ten. */
  openNow(path: string, flags?: 'r' | 'r+'): FileNow;
  /** Makes one folder. */
  mkdir(path: string): Promise<unknown>;
  /** The names in a folder. */
  readdir(path: string): Promise<string[]>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file, or with `recursive` a folder and everything in it. A missing one is no error. */
  rm(path: string, options: { readonly force: true; readonly recursive?: boolean }): Promise<void>;
  /** Binds a Unix socket, which answers while this process lives and until it is closed. Fails if the file system has no sockets. */
  listen(path: string): Promise<BoundSocket>;
  /** Whether a process of this kernel listens on a socket. */
  answers(path: string): Promise<Answering>;
}

export type DiskFile = Pick<FileHandle, 'read' | 'write' | 'sync' | 'datasync' | 'truncate' | 'stat' | 'utimes' | 'close'>;

export interface FileNow {
  /** Fills `into` from that position of the file. Returns the number of bytes read. */
  read(into: Buffer, position: number): number;
  /** Writes from that position on. Returns the number of bytes written, which may be fewer than were given. */
  write(bytes: Uint8Array, position: number): number;
  close(): void;
}

const openNow = (path: string, flags: 'r' | 'r+' = 'r'): FileNow => {
  const file = openSync(path, flags);
  return {
    read: (into, position) => readSync(file, into, 0, into.length, position),
    write: (bytes, position) => writeSync(file, bytes, 0, bytes.length, position),
    close: () => closeSync(file),
  };
};

export const realDisk: Disk = { open, openNow, mkdir: (path) => mkdir(path), readdir, rename, rm, listen, answers };
