import { isUtf8 } from 'node:buffer';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { isLeft } from 'fp-ts/lib/Either.js';
import type { DomainEvent } from '../../../engine/cloud/index.ts';
import { computeFingerprint, entryText, type LogEntry } from '../../../engine/kernel/index.ts';
import type { LogHeader } from '../../../engine/simulator/index.ts';
import { type Formats, formats as ownFormats, planReading } from '../../../engine/world/index.ts';
import { writeAllSync } from '../files.ts';
import { explainMissing } from '../missingFile.ts';
import { explainUnreadable, findRemedy } from '../problems.ts';
import { sha256 } from '../sha256.ts';
import { Chain, closing, Damage, entryOn, headerLine, type Link, notUtf8, Outdated, readHeader, textLine } from './chain.ts';
import { type Framing, plainFraming } from './framing.ts';
import { gzipFraming, isGzip } from './gzipFraming.ts';
import { endMarked, otherLogWords, readMarkBeside } from './tailMark.ts';

/** Entries that are written at once: the text of a whole long log would exceed the maximum length of a string. */
const entriesPerWrite = 4_096;

/**
 * Writes a log as it grows, with the lines of `kernel/logText.ts`, as one batch. The file appears under its name only when it is
 * complete.
 */
export class LogFileWriter {
  readonly #path: string;
  readonly #partial: string;
  /** Undefined once the file is closed. */
  #file: number | undefined;
  /** The link of the lines so far. */
  #end: Link;

  constructor(path: string, header: LogHeader) {
    this.#path = path;
    this.#partial = `${path}.${process.pid}.tmp`;
    const { line, ...end } = headerLine(header);
    this.#end = end;
    this.#orDiscard(() => {
      this.#file = openSync(this.#partial, 'w');
    });
    this.#write([line]);
  }

  readonly sink = (entries: Iterable<LogEntry<DomainEvent>>): void => this.writeTexts(formatEntries(entries));

  /** Writes the texts of the next entries. */
  writeTexts(texts: Iterable<string>): void {
    let lines: string[] = [];
    for (const text of texts) {
      const { line, link } = textLine(text, this.#end.link);
      this.#end = { seq: this.#end.seq + 1, link };
      lines.push(line);
      if (lines.length < entriesPerWrite) continue;
      this.#write(lines);
      lines = [];
    }
    if (lines.length > 0) this.#write(lines);
  }

  /** Completes the file, and returns the fingerprint. */
  close(): string {
    this.#write([closing(this.#end)]);
    this.#orDiscard(() => {
      // The file must not get its name before it is durable.
      fsyncSync(this.#file ?? -1);
      this.#shut();
      renameSync(this.#partial, this.#path);
    });
    return this.#end.link;
  }

  /** Removes what was written. */
  discard(): void {
    this.#shut();
    rmSync(this.#partial, { force: true });
  }

  #write(lines: readonly string[]): void {
    this.#orDiscard(() => writeAllSync(this.#file ?? -1, Buffer.from(`${lines.join('\n')}\n`)));
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
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      throw new LogProblem(`${this.#path}: cannot be written (${code})${findRemedy(code)}`);
    }
  }
}

function* formatEntries(entries: Iterable<LogEntry<DomainEvent>>): Iterable<string> {
  for (const entry of entries) yield entryText(entry);
}

/** A log that was read completely, and checked. */
export interface ReadLog {
  readonly header: LogHeader;
  readonly entries: readonly LogEntry<DomainEvent>[];
  /** Of the log as it reads in the current format. */
  readonly fingerprint: string;
}

/** The damage to a log file: at which line, and in which entry. */
export class LogProblem extends Error {
  override readonly name = 'LogProblem';
}

/**
 * Reads a log file, compressed or not, of one batch or of many. Throws {@link LogProblem} at the first entry that is not as it was
 * written.
 */
export const readLog = (path: string, formats: Formats = ownFormats): ReadLog => {
  // Before the log, which may be growing: a mark is never ahead of it.
  const mark = endMarked(readMarkBeside(path));
  const bytes = readBytes(path);
  if (bytes.length === 0) throw new LogProblem(`${path}: is empty: \`podsim run FILE --log ${path}\` writes a log`);
  const entries: LogEntry<DomainEvent>[] = [];
  let linkAtMark: string | undefined;
  const { header, chain, outdated } = walk(path, bytes, formats, (line, at) => {
    entries.push(entryOn(line));
    if (at.seq === mark?.seq) linkAtMark = at.link;
  });
  const { seq, link } = outdated ?? chain.at;
  if (mark !== undefined && mark.seq > seq)
    throw new LogProblem(`${path}: ends after entry ${seq}, but its mark says that entry ${mark.seq} was acknowledged: its end is missing`);
  if (mark !== undefined && linkAtMark !== undefined && linkAtMark !== mark.link)
    throw new LogProblem(`${path}: ${otherLogWords(mark, linkAtMark)}`);
  entries.splice(seq);
  if (outdated === undefined && !chain.isClosed)
    throw new LogProblem(`${path}: ends after entry ${seq} without its closing line: something was cut off${repair(path)}`);
  const reading = planReading(header, formats);
  if (isLeft(reading)) throw new LogProblem(`${path}:1: ${reading.left}`);
  if (header.podsim.format === formats.newest) return { header, entries, fingerprint: link };
  // The file has been checked against its chain, so the entries read have the fingerprint of a rerun.
  const read = { header: reading.right.header, entries: entries.map(reading.right.entry) };
  return { ...read, fingerprint: computeFingerprint(read.header, read.entries, sha256) };
};

interface WalkedLog {
  readonly header: LogHeader;
  readonly chain: Chain;
  /** The end of the log, if an outdated batch follows it. */
  readonly outdated?: Link;
}

/** Reads all lines of a log, and checks each against the chain. */
const walk = (path: string, bytes: Buffer, formats: Formats, onEntry: (line: string, at: Link) => void): WalkedLog => {
  const finder = findFraming(bytes).finder();
  let number = 0;
  let started: WalkedLog | undefined;
  let end: Link | undefined;
  try {
    for (const line of finder.push(bytes)) {
      number += 1;
      if (started === undefined) {
        const { header, ...start } = readHeader(line.bytes, formats);
        started = { header, chain: new Chain(start, 'header') };
        continue;
      }
      const entry = started.chain.take(line.bytes);
      if (entry === undefined) end = started.chain.at;
      else onEntry(entry, started.chain.at);
    }
    number += 1;
    if (started === undefined || finder.offset < bytes.length) throw missingEnd(finder.takeRest().beginning);
    return started;
  } catch (error) {
    if (error instanceof Outdated && started !== undefined && end !== undefined) return { ...started, outdated: end };
    if (error instanceof Damage) throw new LogProblem(`${path}:${number}: ${error.message}${number === 1 ? '' : repair(path)}`);
    throw error;
  }
};

/** The advice for a log of which a part is undamaged. */
const repair = (path: string): string => `; \`podsim log repair ${path}\` writes what can be saved`;

const missingEnd = (beginning: Buffer): Damage =>
  new Damage(0, isUtf8(beginning) ? 'the end of the line is missing: something was cut off' : notUtf8);

const findFraming = (bytes: Buffer): Framing => (isGzip(bytes) ? gzipFraming : plainFraming);

const readBytes = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new LogProblem(`${path}: ${code === 'ENOENT' ? explainMissing(path, 'file') : (unreadable[code] ?? explainUnreadable(code))}`);
  }
};

const unreadable: Readonly<Record<string, string>> = {
  EISDIR: 'is a folder, not a log',
  ERR_FS_FILE_TOO_LARGE: 'has more than 2 GiB, and no more can be read',
};
