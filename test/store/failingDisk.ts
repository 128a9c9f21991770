import type { LogHandle } from '../../adapters/store/files.ts';

type Call = 'write' | 'datasync' | 'truncate';

/** A disk that does as it is told; `disk` is the option of a file store. */
export class FailingDisk {
  /** What was asked of it, in order: `write 120`, `datasync`, … */
  readonly asked: string[] = [];
  bytesRead = 0;
  /** The error each call ends with; none when it is not there. */
  readonly failing = new Map<Call, string>();
  /** How many bytes of the next writes still fit, before they fail with ENOSPC. */
  room = Number.POSITIVE_INFINITY;

  readonly disk = (file: LogHandle): LogHandle => {
    const call = async <T>(name: Call, words: string, act: () => Promise<T>): Promise<T> => {
      this.asked.push(words);
      const code = this.failing.get(name);
      if (code !== undefined) throw systemError(code, name);
      return act();
    };
    const write = async (bytes: Buffer, from = 0) => {
      const fit = Math.min(bytes.length - from, this.room);
      return call('write', `write ${bytes.length - from}`, async () => {
        if (fit <= 0) throw systemError('ENOSPC', 'write');
        this.room -= fit;
        // As a disk does that becomes full: it takes what fits, and refuses the rest when it is asked again.
        return file.write(bytes, from, fit);
      });
    };
    return {
      read: (async (...args: [Buffer, number, number, number]) => {
        const result = await file.read(...args);
        this.bytesRead += result.bytesRead;
        return result;
      }) as LogHandle['read'],
      write: write as LogHandle['write'],
      datasync: () => call('datasync', 'datasync', () => file.datasync()),
      truncate: (length) => call('truncate', `truncate ${length}`, () => file.truncate(length)),
      stat: file.stat.bind(file),
      close: file.close.bind(file),
    };
  };
}

const systemError = (code: string, syscall: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${code}: ${syscall}`), { code, syscall });
