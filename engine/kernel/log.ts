import { canonicalText } from './canonical.ts';
import { sha256Hex } from './sha256.ts';
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
export type LogSink<Event extends LoggedEvent> = (entries: readonly LogEntry<Event>[]) => void;

const chunkLength = 1_024;

/** Append-only, in chunks. With a sink, full chunks go there and leave memory. */
export class EventLog<Event extends LoggedEvent> {
  readonly #chunks: LogEntry<Event>[][] = [];
  readonly #sink: LogSink<Event> | undefined;
  #open: LogEntry<Event>[] = [];
  #length = 0;

  constructor(sink?: LogSink<Event>) {
    this.#sink = sink;
  }

  /** How many entries were ever appended; the seq of the newest. */
  get length(): number {
    return this.#length;
  }

  append(at: VirtualTime, cause: number, event: Event): LogEntry<Event> {
    const entry = { seq: ++this.#length, at, cause, event };
    this.#open.push(entry);
    if (this.#open.length === chunkLength) this.#close();
    return entry;
  }

  /** Every entry still in memory, oldest first: all of them, unless a sink has taken some. */
  *entries(): IterableIterator<LogEntry<Event>> {
    for (const chunk of this.#chunks) yield* chunk;
    yield* this.#open;
  }

  /** The entry with that number, if memory still holds it. */
  entry(seq: number): LogEntry<Event> | undefined {
    if (this.#sink !== undefined) return this.#open[seq - (this.#length - this.#open.length) - 1];
    const index = seq - 1;
    const chunk = Math.floor(index / chunkLength);
    return (this.#chunks[chunk] ?? this.#open)[index - chunk * chunkLength];
  }

  /** Hands the rest to the sink; call it when the log is complete. */
  flush(): void {
    if (this.#sink !== undefined && this.#open.length > 0) this.#close();
  }

  #close(): void {
    if (this.#sink === undefined) this.#chunks.push(this.#open);
    else this.#sink(this.#open);
    this.#open = [];
  }
}

/** An entry as one line of text: `{"seq":…,"at":…,"cause":…,"type":…,…data}`, data keys sorted. */
export const entryText = ({ seq, at, cause, event }: LogEntry): string => {
  const data = canonicalText({ ...event, type: undefined });
  return `{"seq":${seq},"at":${at},"cause":${cause},"type":${JSON.stringify(event.type)}${data === '{}' ? '' : `,${data.slice(1, -1)}`}}`;
};

/**
 * The fingerprint of a log: a chain of SHA-256, `link(n) = sha256(link(n-1) + text(n))`, started by the header's text.
 * The last link stands for the whole log, and any earlier one for the prefix that ends there.
 */
export const firstLink = (header: unknown): string => sha256Hex(canonicalText(header));
export const nextLink = (link: string, entry: string): string => sha256Hex(link + entry);

export const fingerprintOf = (header: unknown, entries: Iterable<LogEntry>): string => {
  let link = firstLink(header);
  for (const entry of entries) link = nextLink(link, entryText(entry));
  return link;
};
