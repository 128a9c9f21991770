import { canonicalFields, canonicalText } from './canonical.ts';
import { type Sha256, sha256Hex } from './sha256.ts';
import type { VirtualTime } from './time.ts';

/** Something that happened: past tense, plain JSON, never edited. */
export interface LoggedEvent {
  readonly type: string;
}

/** One line of the log. `seq` counts from 1; `cause` is the seq of the entry that brought this one about, 0 for the header. */
export interface LogEntry<Event extends LoggedEvent = LoggedEvent> {
  readonly seq: number;
  readonly at: VirtualTime;
  readonly cause: number;
  readonly event: Event;
}

/** Takes whole chunks of the log away, in order. What it keeps is its own affair: a file, a socket, a digest. */
export type LogSink<Event extends LoggedEvent> = (entries: Iterable<LogEntry<Event>>) => void;

const chunkLength = 1_024;

/** The entries before those that a log holds itself: where they are kept is the affair of whoever kept them. */
export interface LogPast<Event extends LoggedEvent> {
  readonly length: number;
  /** Reads them, oldest first, from after that number on. */
  readonly entries: (after: number) => Iterable<LogEntry<Event>>;
}

/** Append-only, in chunks of columns: a number costs eight bytes and no object. With a sink, full chunks leave memory. */
export class EventLog<Event extends LoggedEvent> {
  readonly #chunks: Chunk<Event>[] = [];
  readonly #sink: LogSink<Event> | undefined;
  readonly #past: LogPast<Event> | undefined;
  #open: Chunk<Event>;

  constructor(sink?: LogSink<Event>, past?: LogPast<Event>) {
    this.#sink = sink;
    this.#past = past;
    this.#open = new Chunk(past?.length ?? 0);
  }

  /** How many entries were ever appended; the seq of the newest. */
  get length(): number {
    return this.#open.before + this.#open.length;
  }

  /** Appends an entry and gives its seq. */
  append(at: VirtualTime, cause: number, event: Event): number {
    if (this.#open.length === chunkLength) this.#close();
    return this.#open.add(at, cause, event);
  }

  /** Every entry, oldest first; of a log with a sink, those still in memory. */
  *entries(after = 0): IterableIterator<LogEntry<Event>> {
    if (this.#past !== undefined && after < this.#past.length) yield* this.#past.entries(after);
    const first = Math.max(0, Math.floor((after - (this.#past?.length ?? 0)) / chunkLength));
    for (let k = first; k < this.#chunks.length; k++) yield* (this.#chunks[k] as Chunk<Event>).entries(after);
    yield* this.#open.entries(after);
  }

  /** The entry with that number; of a log with a sink, if memory still holds it. */
  entry(seq: number): LogEntry<Event> | undefined {
    const before = this.#past?.length ?? 0;
    if (seq <= before) {
      for (const entry of this.#past?.entries(seq - 1) ?? []) return entry;
      return undefined;
    }
    const chunk = seq > this.#open.before ? this.#open : this.#chunks[Math.floor((seq - 1 - before) / chunkLength)];
    return chunk?.entry(seq);
  }

  /** Hands the rest to the sink; call it when the log is complete. */
  flush(): void {
    if (this.#sink !== undefined && this.#open.length > 0) this.#close();
  }

  #close(): void {
    if (this.#sink === undefined) this.#chunks.push(this.#open);
    else this.#sink(this.#open.entries(0));
    this.#open = new Chunk(this.length);
  }
}

class Chunk<Event extends LoggedEvent> {
  /** How many entries stand before this chunk. */
  readonly before: number;
  /** Made in its full length: a list that grows is copied as it does. */
  readonly #events = new Array<Event>(chunkLength);
  length = 0;
  readonly #at = new Float64Array(chunkLength);
  readonly #cause = new Float64Array(chunkLength);

  constructor(before: number) {
    this.before = before;
  }

  add(at: VirtualTime, cause: number, event: Event): number {
    const index = this.length++;
    this.#at[index] = at;
    this.#cause[index] = cause;
    this.#events[index] = event;
    return this.before + index + 1;
  }

  entry(seq: number): LogEntry<Event> | undefined {
    const index = seq - this.before - 1;
    const event = this.#events[index];
    return event === undefined ? undefined : { seq, at: this.#at[index] as VirtualTime, cause: this.#cause[index] as number, event };
  }

  *entries(after: number): IterableIterator<LogEntry<Event>> {
    const first = Math.max(after, this.before) + 1;
    for (let seq = first; seq <= this.before + this.length; seq++) yield this.entry(seq) as LogEntry<Event>;
  }
}

/** An entry as one line of text: `{"seq":…,"at":…,"cause":…,"type":…,…data}`, data keys sorted. */
export const entryText = ({ seq, at, cause, event }: LogEntry): string => {
  const data = canonicalFields(event, 'type');
  return `{"seq":${seq},"at":${at},"cause":${cause},"type":${canonicalText(event.type)}${data === '' ? '' : `,${data}`}}`;
};

/**
 * The fingerprint of a log: a chain of SHA-256, `link(n) = sha256(link(n-1) + text(n))`, started by the header's text.
 * The last link stands for the whole log, and any earlier one for the prefix that ends there.
 */
export const firstLink = (header: unknown, sha256: Sha256 = sha256Hex): string => sha256(canonicalText(header));
export const nextLink = (link: string, entry: string, sha256: Sha256 = sha256Hex): string => sha256(link + entry);

/** The chain of a log that grows: what has been linked stays linked. */
export class LogChain {
  readonly #sha256: Sha256;
  #link: string;
  #length = 0;

  constructor(header: unknown, sha256: Sha256 = sha256Hex) {
    this.#sha256 = sha256;
    this.#link = firstLink(header, sha256);
  }

  /** The newest link: the fingerprint of the entries so far. */
  get link(): string {
    return this.#link;
  }

  /** The number of the newest entry. */
  get length(): number {
    return this.#length;
  }

  /** Links the entry that comes next, and gives its text. */
  add(entry: LogEntry): string {
    const text = entryText(entry);
    this.#link = nextLink(this.#link, text, this.#sha256);
    this.#length = entry.seq;
    return text;
  }
}

export const fingerprintOf = (header: unknown, entries: Iterable<LogEntry>, sha256: Sha256 = sha256Hex): string => {
  const chain = new LogChain(header, sha256);
  for (const entry of entries) chain.add(entry);
  return chain.link;
};
