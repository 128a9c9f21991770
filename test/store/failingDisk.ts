import { type Disk, type DiskFile, realDisk } from '../../adapters/store/disk.ts';

type Call = 'open' | 'mkdir' | 'rename' | 'rm' | 'write' | 'sync' | 'datasync' | 'truncate' | 'read';

/** The machine's disk with failures on request; `disk` is the option of a file store. */
export class FailingDisk {
  /** The calls to its files, in order: `write 120`, `datasync`, … */
  readonly asked: string[] = [];
  bytesRead = 0;
  /** The error that each kind of call fails with. Calls that are not in it succeed. */
  readonly failing = new Map<Call, string>();
  /** How many bytes of the next writes still fit, before they fail with ENOSPC. */
  room = Number.POSITIVE_INFINITY;

  readonly disk: Disk = {
    open: async (path, flags) => {
      if (flags !== 'r') this.#check('open');
      return this.#file(await realDisk.open(path, flags));
    },
    openNow: (path, flags) => {
      const file = realDisk.openNow(path, flags);
      const read = (into: Buffer, position: number) => {
        this.#check('read');
        const bytesRead = file.read(into, position);
        this.bytesRead += bytesRead;
        return bytesRead;
      };
      const write = (bytes: Uint8Array, position: number) => {
        this.asked.push(`write ${bytes.length}`);
        this.#check('write');
        return file.write(bytes.subarray(0, this.#take(bytes.length)), position);
      };
      return { ...file, read, write };
    },
    mkdir: async (path) => {
      this.#check('mkdir');
      return realDisk.mkdir(path);
    },
    listen: realDisk.listen,
    answers: realDisk.answers,
    readdir: realDisk.readdir,
    rename: async (from, to) => {
      this.#check('rename');
      return realDisk.rename(from, to);
    },
    rm: async (path, options) => {
      this.#check('rm');
      return realDisk.rm(path, options);
    },
  };

  #file(file: DiskFile): DiskFile {
    const call = async <T>(name: Call, words: string, act: () => Promise<T>): Promise<T> => {
      this.asked.push(words);
      this.#check(name);
      return act();
    };
    const write = async (bytes: Buffer, from: number, length: number, position: number) => {
      return call('write', `write ${length}`, async () => file.write(bytes, from, this.#take(length), position));
    };
    return {
      read: (async (...args: [Buffer, number, number, number]) => {
        this.#check('read');
        const result = await file.read(...args);
        this.bytesRead += result.bytesRead;
        return result;
      }) as DiskFile['read'],
      write: write as DiskFile['write'],
      sync: () => call('sync', 'sync', () => file.sync()),
      datasync: () => call('datasync', 'datasync', () => file.datasync()),
      truncate: (length) => call('truncate', `truncate ${length}`, () => file.truncate(length)),
      stat: file.stat.bind(file),
      utimes: file.utimes.bind(file),
      close: file.close.bind(file),
    };
  }

  /** How many of these bytes fit. As a disk does that becomes full: it writes what fits, and fails the next write. */
  #take(length: number): number {
    const fit = Math.min(length, this.room);
    if (fit <= 0) throw systemError('ENOSPC', 'write');
    this.room -= fit;
    return fit;
  }

  #check(call: Call): void {
    const code = this.failing.get(call);
    if (code !== undefined) throw systemError(code, call);
  }
}

export const systemError = (code: string, syscall: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${code}: ${syscall}`), { code, syscall });
