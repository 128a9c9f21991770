import { isUtf8 } from 'node:buffer';
import { isLeft } from 'fp-ts/lib/Either.js';
import type { DomainEvent } from '../../../engine/cloud/index.ts';
import {
  checkFits,
  closingLine,
  entryText,
  firstLink,
  headerText,
  type LogEntry,
  longEntryText,
  nextLink,
  type Steps,
  type VirtualTime,
  withCheck,
  withoutCheck,
} from '../../../engine/kernel/index.ts';
import type { LogHeader } from '../../../engine/simulator/index.ts';
import { type Formats, formats as ownFormats, planReading } from '../../../engine/world/index.ts';
import { nodeCrypto } from '../nodeCrypto.ts';
import { sha256 } from '../sha256.ts';

/** A position in the hash chain of a log: the number of entries so far, and the link, which is a digest of all of them. */
export interface Link {
  readonly seq: number;
  readonly link: string;
  /** The number of the owner that wrote the last batch before it; undefined if it has none: then the log was written by one process. */
  readonly owner?: number | undefined;
}

/** A line or a batch that is not as it was written. `entry` is the first entry that may be wrong; 0 is the header. */
export class Damage extends Error {
  readonly entry: number;

  constructor(entry: number, words: string) {
    super(words);
    this.entry = entry;
  }
}

/** A batch with a lower number than one before it: its writer had lost the folder, and acknowledged nothing of it. */
export class Outdated extends Damage {}

export const headerLine = (header: LogHeader): Link & { readonly line: string } => {
  const link = firstLink(header, sha256);
  return { line: headerText(header, sha256), seq: 0, link };
};

/** The line of the entry after a link, and the new link. */
export const entryLine = (entry: LogEntry, before: string): LinkedLine => textLine(entryText(entry), before);

/** The same of a long entry, in steps: the bytes of the line in pieces, with its end, and the new link. */
export function* longEntryLine(entry: LogEntry, before: string): Steps<{ readonly line: Uint8Array[]; readonly link: string }> {
  const digest = nodeCrypto().createHash('sha256').update(before);
  const line: Uint8Array[] = [];
  for (const piece of yield* longEntryText(entry)) {
    const bytes = Buffer.from(piece);
    digest.update(bytes);
    line.push(bytes);
    yield;
  }
  const link = digest.digest('hex');
  const last = line.pop() ?? Buffer.from('}');
  // The check precedes the closing brace of the entry.
  line.push(last.subarray(0, -1), Buffer.from(`${withCheck('}', link)}\n`));
  return { line, link };
}

interface LinkedLine {
  readonly line: string;
  readonly link: string;
}

/** The same of an entry's text. */
export const textLine = (text: string, before: string): LinkedLine => {
  const link = nextLink(before, text, sha256);
  return { line: withCheck(text, link), link };
};

/** The line that closes a batch. */
export const closing = ({ seq, link, owner }: Link): string => {
  const alone = closingLine(seq, link);
  // The chain does not contain the owner, which is no part of the history, so the owner has its own check.
  return owner === undefined ? alone : withCheck(`${alone.slice(0, -1)}${ownerKey}${owner}}`, sha256(`${link}${owner}`));
};

const ownerKey = ',"owner":';

/** Reads the first line of a log. */
export const readHeader = (bytes: Buffer, formats: Formats = ownFormats): Link & { readonly header: LogHeader } => {
  if (!isUtf8(bytes)) throw new Damage(0, notUtf8);
  const line = bytes.toString('utf8');
  const { check, ...header } = parseObject(line) as unknown as LogHeader & { readonly check?: string };
  const reading = planReading(header, formats);
  if (isLeft(reading)) throw new Damage(0, reading.left);
  if (!checkFits(check, sha256(withoutCheck(line, check)))) throw new Damage(0, 'the header was changed after it was written');
  return { header, seq: 0, link: firstLink(header, sha256) };
};

/** Checks a log line by line against the chain. Nothing is parsed: a line that fits the chain is as it was written. */
export class Chain {
  #seq: number;
  #link: string;
  #owner: number | undefined;
  /** The newest entry that is followed by a closing line. */
  #closed: number | undefined;

  /** Starts after the header, or after a closing line. */
  constructor({ seq, link, owner }: Link, behind: 'header' | 'batch') {
    this.#seq = seq;
    this.#link = link;
    this.#owner = owner;
    this.#closed = behind === 'batch' ? seq : undefined;
  }

  get at(): Link {
    return buildLink(this.#seq, this.#link, this.#owner);
  }

  /** Whether the last line was a closing line. */
  get isClosed(): boolean {
    return this.#closed === this.#seq;
  }

  /** The text of an entry's line; undefined for a closing line. Throws {@link Damage}. */
  take(bytes: Buffer): string | undefined {
    const line = bytes.toString('utf8');
    const next = this.#seq + 1;
    if (!isUtf8(bytes)) throw new Damage(closes(line) ? this.#seq : next, notUtf8);
    if (closes(line)) {
      const owner = closingOn(line)?.owner;
      if (line !== closing({ seq: this.#seq, link: this.#link, owner }) || this.isClosed)
        throw new Damage(this.#seq, `the closing line does not fit the ${this.#seq} entries before it`);
      if ((owner ?? 0) < (this.#owner ?? 0))
        throw new Outdated(
          this.#seq,
          `the batch was written by owner ${owner ?? 0} of the folder, after owner ${this.#owner} had taken over`,
        );
      this.#owner = owner;
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

  /** Whether an incomplete line may be the beginning of the next line, as an interrupted write leaves it. */
  mayGoOnWith(beginning: string): boolean {
    const entry = `{"seq":${this.#seq + 1},"at":`;
    return (!this.isClosed && mayClose(this.at, beginning)) || beginning.startsWith(entry) || entry.startsWith(beginning);
  }
}

/** Whether a line may begin like the closing line at a position, by any owner. */
const mayClose = ({ seq, link }: Link, beginning: string): boolean => {
  const alone = closing({ seq, link });
  const [, owner] = /,"owner":(\d{1,15})/.exec(beginning) ?? [];
  const owned = owner === undefined ? `${alone.slice(0, -1)}${ownerKey}` : closing({ seq, link, owner: Number(owner) });
  return alone.startsWith(beginning) || owned.startsWith(beginning);
};

const buildLink = (seq: number, link: string, owner: number | undefined): Link => ({
  seq,
  link,
  ...(owner === undefined ? {} : { owner }),
});

/**
 * The entry on a line that the chain has accepted. It is cut from the text: parsing the whole line would give an object that must be
 * copied to separate the event from its numbers.
 */
export const entryOn = (line: string): LogEntry<DomainEvent> => {
  const [head = '', seq, at, cause] = numbersOf.exec(line) ?? [];
  const event = JSON.parse(`{${line.slice(head.length, line.lastIndexOf(checkKey))}}`) as DomainEvent;
  return { seq: Number(seq), at: Number(at) as VirtualTime, cause: Number(cause), event };
};

const numbersOf = /^\{"seq":(\d+),"at":(\d+),"cause":(\d+),/;

const checkKey = ',"check":"';

/** Whether a line closes a batch. Only for lines that are as they were written. */
export const isClosing = (line: Buffer): boolean => line[2] === 'e'.charCodeAt(0);

/** The same for a line that may be damaged. It is a guess from how the line begins, or else from how it ends. */
const closes = (line: string): boolean => line.startsWith('{"e') || (!line.startsWith('{"seq":') && closingEnd.test(line));
const closingEnd = /"fingerprint":"[0-9a-f]{64}"(?:,"owner":\d{1,15},"check":"[0-9a-f]{8}")?\}$/;

/** The content of a closing line, not yet checked against the chain. */
export const closingOn = (line: string): Link | undefined => {
  const [, seq, link, owner] =
    /^\{"end":(\d{1,15}),"fingerprint":"([0-9a-f]{64})"(?:,"owner":(\d{1,15}),"check":"[0-9a-f]{8}")?\}$/.exec(line) ?? [];
  return seq === undefined || link === undefined
    ? undefined
    : buildLink(Number(seq), link, owner === undefined ? undefined : Number(owner));
};

export const notUtf8 = 'is not UTF-8: it was changed after it was written, or never was a log';

const parseObject = (line: string): object => {
  try {
    const value: unknown = JSON.parse(line);
    if (value !== null && typeof value === 'object') return value;
  } catch {
    // Reported below.
  }
  throw new Damage(0, 'the header is not a JSON object, so this is no log: `podsim run FILE --log LOG` writes one');
};
