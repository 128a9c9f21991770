import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import {
  checkFits,
  closingLine,
  type DomainEvent,
  type LogEntry,
  type LogHeader,
  type LogSink,
  LogText,
  logFormat,
  nextLink,
  sha256Hex,
  withoutCheck,
} from '../../engine/index.ts';

/** Entries that are written at once: a text of all of a long log would be longer than texts can be. */
const entriesPerWrite = 4_096;

/**
 * Writes a log as it grows, in the lines that `kernel/logText.ts` makes. The file appears under its name when it is
 * complete: nothing half-written is ever there.
 */
export class LogWriter {
  readonly #path: string;
  readonly #partial: string;
  /** Undefined once it is closed. */
  #file: number | undefined;
  readonly #text: LogText;

  constructor(path: string, header: LogHeader) {
    this.#path = path;
    this.#partial = `${path}.${process.pid}.tmp`;
    this.#text = new LogText(header);
    this.#orDiscard(() => {
      this.#file = openSync(this.#partial, 'w');
    });
    this.#write([this.#text.header]);
  }

  readonly sink: LogSink<DomainEvent> = (entries) => {
    let lines: string[] = [];
    for (const entry of entries) {
      lines.push(this.#text.line(entry));
      if (lines.length < entriesPerWrite) continue;
      this.#write(lines);
      lines = [];
    }
    if (lines.length > 0) this.#write(lines);
  };

  /** Seals the file, and gives the fingerprint. */
  close(): string {
    this.#write([this.#text.closing()]);
    this.#orDiscard(() => {
      this.#shut();
      renameSync(this.#partial, this.#path);
    });
    return this.#text.fingerprint;
  }

  /** Takes back what was written. */
  discard(): void {
    this.#shut();
    rmSync(this.#partial, { force: true });
  }

  #write(lines: readonly string[]): void {
    this.#orDiscard(() => writeSync(this.#file ?? -1, `${lines.join('\n')}\n`));
  }

  #shut(): void {
    const file = this.#file;
    this.#file = undefined;
    if (file !== undefined) closeSync(file);
  }

  #orDiscard(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.discard();
      throw new LogProblem(`${this.#path}: cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
    }
  }
}

/** A log that was read, and found whole. */
export interface ReadLog {
  readonly header: LogHeader;
  readonly entries: readonly LogEntry<DomainEvent>[];
  readonly fingerprint: string;
}

/** What is wrong with a log file: the line, and the entry it should hold. */
export class LogProblem extends Error {
  override readonly name = 'LogProblem';
}

/** Reads a log file; throws {@link LogProblem} at the first entry that is not as it was written. */
export const readLog = (path: string): ReadLog => {
  const lines = linesOf(path, bytesOf(path));
  const first: string = lines.next().value ?? '';
  const header = parsed(first, `${path}:1: the header`) as LogHeader & Checked;
  if (header.podsim?.format !== logFormat) throw new LogProblem(`${path}:1: is no podsim log of format ${logFormat}`);
  const { check, ...plainHeader } = header;
  let link = sha256Hex(withoutCheck(first, check));
  if (!checkFits(check, link)) throw new LogProblem(`${path}:1: the header was changed after it was written`);
  const entries: LogEntry<DomainEvent>[] = [];
  for (const line of lines) {
    const seq = entries.length + 1;
    const where = `${path}:${seq + 1}: entry ${seq}`;
    const read = parsed(line, where) as Checked & { readonly end?: number; readonly fingerprint?: string };
    if (read.end !== undefined) {
      if (line !== closingLine(entries.length, link) || lines.next().done !== true)
        throw new LogProblem(`${path}:${seq + 1}: the closing line does not fit the ${entries.length} entries before it`);
      return { header: plainHeader as LogHeader, entries, fingerprint: link };
    }
    link = nextLink(link, withoutCheck(line, read.check));
    if (!checkFits(read.check, link)) throw new LogProblem(`${where} was changed after it was written`);
    entries.push(entryOf(read, seq, where));
  }
  throw new LogProblem(`${path}: ends after entry ${entries.length} without its closing line: something was cut off`);
};

interface Checked {
  readonly check?: string;
}

const entryOf = (read: object, seq: number, where: string): LogEntry<DomainEvent> => {
  const {
    seq: own,
    at,
    cause,
    check: _check,
    ...event
  } = read as { seq: number; at: LogEntry['at']; cause: number; check: string; type: string };
  if (own !== seq) throw new LogProblem(`${where} has the number ${own}`);
  return { seq, at, cause, event: event as unknown as DomainEvent };
};

const bytesOf = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new LogProblem(`${path}: ${unreadable[code] ?? `cannot be read (${code})`}`);
  }
};

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'is a folder, not a log',
  ERR_FS_FILE_TOO_LARGE: 'has more than 2 GiB, and no more can be read',
};

/** Line by line, each ended: the text of a long log would be longer than texts can be. */
function* linesOf(path: string, bytes: Buffer): Generator<string, undefined> {
  if (bytes.length === 0) throw new LogProblem(`${path}: is empty`);
  for (let from = 0, number = 1; from < bytes.length; number++) {
    const end = bytes.indexOf(lineFeed, from);
    const line = bytes.subarray(from, end === -1 ? bytes.length : end);
    if (!isUtf8(line)) throw new LogProblem(`${path}:${number}: is not UTF-8: it was changed after it was written, or never was a log`);
    yield line.toString('utf8');
    if (end === -1) throw new LogProblem(`${path}:${number}: the end of the line is missing: something was cut off`);
    from = end + 1;
  }
  return undefined;
}

const lineFeed = 10;

const parsed = (line: string, where: string): unknown => {
  try {
    const value: unknown = JSON.parse(line);
    if (value !== null && typeof value === 'object') return value;
  } catch {
    // Said below, with the place.
  }
  throw new LogProblem(`${where} is not a JSON object`);
};
