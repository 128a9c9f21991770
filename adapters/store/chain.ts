import { isUtf8 } from 'node:buffer';
import { isLeft } from 'fp-ts/lib/Either.js';
import {
  canonicalText,
  checkFits,
  closingLine,
  type DomainEvent,
  entryText,
  firstLink,
  type LogEntry,
  type LogHeader,
  nextLink,
  upcasterOf,
  type VirtualTime,
  withCheck,
  withoutCheck,
} from '../../engine/index.ts';
import { sha256 } from './sha256.ts';

/** A log is a chain: where one stands in it is how many entries came before, and the link that stands for all of them. */
export interface Link {
  readonly seq: number;
  readonly link: string;
}

/** A line, or a batch, that is not as it was written; `entry` is the first that cannot be vouched for, 0 the header. */
export class Damage extends Error {
  readonly entry: number;

  constructor(entry: number, words: string) {
    super(words);
    this.entry = entry;
  }
}

export const headerLine = (header: LogHeader): Link & { readonly line: string } => {
  const link = firstLink(header, sha256);
  return { line: withCheck(canonicalText(header), link), seq: 0, link };
};

/** The line of the entry that comes after a link, and the link that it makes. */
export const entryLine = (entry: LogEntry, before: string): { readonly line: string; readonly link: string } => {
  const text = entryText(entry);
  const link = nextLink(before, text, sha256);
  return { line: withCheck(text, link), link };
};

/** The line that closes a batch. */
export const closing = ({ seq, link }: Link): string => closingLine(seq, link);

/** Reads the first line of a log. */
export const readHeader = (bytes: Buffer): Link & { readonly header: LogHeader } => {
  if (!isUtf8(bytes)) throw new Damage(0, notUtf8);
  const line = bytes.toString('utf8');
  const { check, ...header } = objectOn(line) as unknown as LogHeader & { readonly check?: string };
  const reading = upcasterOf(header);
  if (isLeft(reading)) throw new Damage(0, reading.left);
  const link = sha256(withoutCheck(line, check));
  if (!checkFits(check, link)) throw new Damage(0, 'the header was changed after it was written');
  return { header, seq: 0, link };
};

/** Follows a log line by line, and holds each against the chain. Nothing is parsed: what fits the chain is what was written. */
export class Chain {
  #seq: number;
  #link: string;
  /** The newest entry that a closing line stands behind. */
  #closed: number | undefined;

  /** Starts behind the header, or behind a closing line. */
  constructor({ seq, link }: Link, behind: 'header' | 'batch') {
    this.#seq = seq;
    this.#link = link;
    this.#closed = behind === 'batch' ? seq : undefined;
  }

  get at(): Link {
    return { seq: this.#seq, link: this.#link };
  }

  /** Whether a closing line was the last. */
  get isClosed(): boolean {
    return this.#closed === this.#seq;
  }

  /** The text of an entry's line; undefined for a closing line. Throws {@link Damage}. */
  take(bytes: Buffer): string | undefined {
    const line = bytes.toString('utf8');
    const next = this.#seq + 1;
    if (!isUtf8(bytes)) throw new Damage(closes(line) ? this.#seq : next, notUtf8);
    if (closes(line)) {
      if (line !== closing(this.at) || this.isClosed)
        throw new Damage(this.#seq, `the closing line does not fit the ${this.#seq} entries before it`);
      this.#closed = this.#seq;
      return undefined;
    }
    const check = line.slice(line.lastIndexOf(checkKey) + checkKey.length, -2);
    const link = nextLink(this.#link, withoutCheck(line, check), sha256);
    if (!checkFits(check, link)) throw new Damage(next, `entry ${next} was changed after it was written`);
    if (!line.startsWith(`{"seq":${next},`)) throw new Damage(next, `entry ${next} has another number`);
    this.#seq = next;
    this.#link = link;
    return line;
  }

  /** Whether what is there of a line is how the next line could begin: a write that was cut short leaves no more than that. */
  mayGoOnWith(beginning: string): boolean {
    const entry = `{"seq":${this.#seq + 1},"at":`;
    return (!this.isClosed && closing(this.at).startsWith(beginning)) || beginning.startsWith(entry) || entry.startsWith(beginning);
  }
}

/** The entry on a line that the chain has taken. Taken apart as text: an object with all of it would have to be copied without its numbers. */
export const entryOn = (line: string): LogEntry<DomainEvent> => {
  const [head = '', seq, at, cause] = numbersOf.exec(line) ?? [];
  const event = JSON.parse(`{${line.slice(head.length, line.lastIndexOf(checkKey))}}`) as DomainEvent;
  return { seq: Number(seq), at: Number(at) as VirtualTime, cause: Number(cause), event };
};

const numbersOf = /^\{"seq":(\d+),"at":(\d+),"cause":(\d+),/;

const checkKey = ',"check":"';

/** Whether a line closes a batch, of a log that is as it was written. */
export const isClosing = (line: Buffer): boolean => line[2] === 'e'.charCodeAt(0);

/** Of a line with a changed byte this is a guess: how it begins, or else how it ends. */
const closes = (line: string): boolean => line.startsWith('{"e') || (!line.startsWith('{"seq":') && closingEnd.test(line));
const closingEnd = /"fingerprint":"[0-9a-f]{64}"\}$/;

/** What a closing line says, whether or not it is true. */
export const closingOn = (line: string): Link | undefined => {
  const [, seq, link] = /^\{"end":(\d{1,15}),"fingerprint":"([0-9a-f]{64})"\}$/.exec(line) ?? [];
  return seq === undefined || link === undefined ? undefined : { seq: Number(seq), link };
};

export const notUtf8 = 'is not UTF-8: it was changed after it was written, or never was a log';

const objectOn = (line: string): object => {
  try {
    const value: unknown = JSON.parse(line);
    if (value !== null && typeof value === 'object') return value;
  } catch {
    // Said below.
  }
  throw new Damage(0, 'the header is not a JSON object');
};
