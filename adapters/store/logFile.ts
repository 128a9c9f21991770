import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import {
  canonicalText,
  type DomainEvent,
  entryText,
  firstLink,
  type LogEntry,
  type LogHeader,
  type LogSink,
  logFormat,
  nextLink,
  sha256Hex,
} from '../../engine/index.ts';

/**
 * A log as a file: the header, an entry a line, and a last line with the fingerprint. Each line ends with `check`, the
 * first 8 hex digits of its link in the fingerprint's chain, so a change anywhere shows at the very entry.
 */
const checkDigits = 8;

/** Entries that are written at once: a text of all of a long log would be longer than texts can be. */
const entriesPerWrite = 4_096;

/** Writes a log as it grows. The file appears under its name when it is complete: nothing half-written is ever there. */
export class LogWriter {
  readonly #path: string;
  readonly #partial: string;
  /** Undefined once it is closed. */
  #file: number | undefined;
  #link: string;
  #length = 0;

  constructor(path: string, header: LogHeader) {
    this.#path = path;
    this.#partial = `${path}.${process.pid}.tmp`;
    this.#link = firstLink(header);
    this.#orDiscard(() => {
      this.#file = openSync(this.#partial, 'w');
    });
    this.#write([withCheck(canonicalText(header), this.#link)]);
  }

  readonly sink: LogSink<DomainEvent> = (entries) => {
    let lines: string[] = [];
    for (const entry of entries) {
      const text = entryText(entry);
      this.#link = nextLink(this.#link, text);
      this.#length = entry.seq;
      lines.push(withCheck(text, this.#link));
      if (lines.length < entriesPerWrite) continue;
      this.#write(lines);
      lines = [];
    }
    if (lines.length > 0) this.#write(lines);
  };

  /** Seals the file, and gives the fingerprint. */
  close(): string {
    this.#write([closingLine(this.#length, this.#link)]);
    this.#orDiscard(() => {
      this.#shut();
      renameSync(this.#partial, this.#path);
    });
    return this.#link;
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

const withCheck = (text: string, link: string): string => `${text.slice(0, -1)}${checkSuffix(link.slice(0, checkDigits))}`;
const checkSuffix = (check: string | undefined): string => `,"check":"${check}"}`;

/** The line as it was before its check was added; the whole line, where that is not how it ends. */
const withoutCheck = (line: string, check: string | undefined): string =>
  line.endsWith(checkSuffix(check)) ? `${line.slice(0, -checkSuffix(check).length)}}` : line;

const closingLine = (end: number, fingerprint: string): string => JSON.stringify({ end, fingerprint });

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
  if (check !== link.slice(0, checkDigits)) throw new LogProblem(`${path}:1: the header was changed after it was written`);
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
    if (read.check !== link.slice(0, checkDigits)) throw new LogProblem(`${where} was changed after it was written`);
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
