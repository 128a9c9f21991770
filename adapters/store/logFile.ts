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

/** Writes a log as it grows. The file appears under its name when it is complete: nothing half-written is ever there. */
export class LogWriter {
  readonly #path: string;
  readonly #partial: string;
  readonly #file: number;
  #link: string;
  #length = 0;

  constructor(path: string, header: LogHeader) {
    this.#path = path;
    this.#partial = `${path}.${process.pid}.tmp`;
    this.#file = openSync(this.#partial, 'w');
    this.#link = firstLink(header);
    writeSync(this.#file, `${withCheck(canonicalText(header), this.#link)}\n`);
  }

  readonly sink: LogSink<DomainEvent> = (entries) => {
    const lines: string[] = [];
    for (const entry of entries) {
      const text = entryText(entry);
      this.#link = nextLink(this.#link, text);
      this.#length = entry.seq;
      lines.push(withCheck(text, this.#link));
    }
    if (lines.length > 0) writeSync(this.#file, `${lines.join('\n')}\n`);
  };

  /** Seals the file, and gives the fingerprint. */
  close(): string {
    writeSync(this.#file, `${closingLine(this.#length, this.#link)}\n`);
    closeSync(this.#file);
    renameSync(this.#partial, this.#path);
    return this.#link;
  }

  /** Takes back what was written. */
  discard(): void {
    closeSync(this.#file);
    rmSync(this.#partial, { force: true });
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

const logBytesMax = 4_000_000_000;

/** Reads a log file; throws {@link LogProblem} at the first entry that is not as it was written. */
export const readLog = (path: string): ReadLog => {
  const lines = readLines(path);
  const header = parsed(lines[0] ?? '', `${path}:1: the header`) as LogHeader & Checked;
  if (header.podsim?.format !== logFormat) throw new LogProblem(`${path}:1: is no podsim log of format ${logFormat}`);
  const { check, ...plainHeader } = header;
  let link = sha256Hex(withoutCheck(lines[0] ?? '', check));
  if (check !== link.slice(0, checkDigits)) throw new LogProblem(`${path}:1: the header was changed after it was written`);
  const entries: LogEntry<DomainEvent>[] = [];
  for (let k = 1; k < lines.length; k++) {
    const line = lines[k] as string;
    const where = `${path}:${k + 1}: entry ${k}`;
    const read = parsed(line, where) as Checked & { readonly end?: number; readonly fingerprint?: string };
    if (read.end !== undefined) {
      if (k !== lines.length - 1 || line !== closingLine(entries.length, link))
        throw new LogProblem(`${path}:${k + 1}: the closing line does not fit the ${entries.length} entries before it`);
      return { header: plainHeader as LogHeader, entries, fingerprint: link };
    }
    link = nextLink(link, withoutCheck(line, read.check));
    if (read.check !== link.slice(0, checkDigits)) throw new LogProblem(`${where} was changed after it was written`);
    entries.push(entryOf(read, k, where));
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

const readLines = (path: string): readonly string[] => {
  let text: string;
  try {
    text = readFileSync(path, { encoding: 'utf8' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new LogProblem(
      code === 'ENOENT' ? `${path}: there is no such file` : `${path}: cannot be read (${code ?? 'unknown'}); at most ${logBytesMax} bytes`,
    );
  }
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  if (lines.length === 0) throw new LogProblem(`${path}: is empty`);
  return lines;
};

const parsed = (line: string, where: string): unknown => {
  try {
    const value: unknown = JSON.parse(line);
    if (value !== null && typeof value === 'object') return value;
  } catch {
    // Said below, with the place.
  }
  throw new LogProblem(`${where} is not a JSON object`);
};
