import { open } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { basename, dirname } from 'node:path';
import { isOutOfFiles } from '../problems.ts';

/**
 * Binds a Unix socket. The kernel answers on it for as long as this process lives, also to processes that cannot see this one: a socket
 * is found by its file, not by a process id or a network.
 */
export const listen = async (path: string): Promise<BoundSocket> => {
  const short = await shorten(path);
  const server = createServer((caller) => caller.on('error', () => undefined).destroy());
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(short.path, resolve));
  } catch (error) {
    await short.release();
    throw error;
  }
  server.unref();
  return {
    close: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await short.release();
    },
  };
};

/** Asks the kernel whether a living process has bound a socket. Throws if this process cannot open the file that asking needs. */
export const answers = async (path: string): Promise<Answering> => {
  const short = await shorten(path).catch((error: unknown) => {
    if (isOutOfFiles(error)) throw error;
    return undefined;
  });
  if (short === undefined) return 'unknown';
  try {
    return await new Promise<Answering>((resolve, reject) => {
      const socket = connect(short.path, () => resolve('yes'))
        .on('error', (error: NodeJS.ErrnoException) =>
          isOutOfFiles(error) ? reject(error) : resolve(meanings[error.code ?? ''] ?? 'unknown'),
        )
        .on('connect', () => socket.destroy());
    });
  } finally {
    await short.release();
  }
};

// biome-ignore format: a table
const meanings: Readonly<Record<string, Answering>> = {
  ECONNREFUSED: 'no',  // The file is there, and no process has bound it.
  ENOENT:       'no',
  EAGAIN:       'yes', // The backlog of the socket is full.
};

/** The address of a socket has 108 bytes on Linux and 104 on macOS. Node 20 cuts longer ones off: two folders would share one socket. */
const pathBytesMax = 100;

/** A short path to the same file. On Linux it leads by way of the opened folder, which must stay open for as long as it is used. */
const shorten = async (path: string): Promise<{ readonly path: string; readonly release: () => Promise<void> }> => {
  if (process.platform === 'linux') {
    const folder = await open(dirname(path), 'r');
    return { path: `/proc/self/fd/${folder.fd}/${basename(path)}`, release: () => folder.close() };
  }
  if (Buffer.byteLength(path) > pathBytesMax) throw new Error(`${path} is too long for the address of a socket`);
  return { path, release: async () => undefined };
};

/** A bound socket. Closing it removes its file. */
export interface BoundSocket {
  close(): Promise<void>;
}

/** `unknown`: the system does not say. */
export type Answering = 'yes' | 'no' | 'unknown';
