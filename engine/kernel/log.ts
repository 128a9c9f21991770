import { canonicalText } from './canonical.ts';
import { entryText, type LogStart } from './entryText.ts';
import { invariant } from './invariant.ts';
import { chunkLength, type LogBatch, LogChunk } from './log/chunk.ts';
import { JsonText } from './log/jsonWriter.ts';
import { type Packings, unpacked } from './log/packing.ts';
import type { LogEntry, LoggedEvent } from './logEntry.ts';
import { type Sha256, sha256Hex } from './sha256.ts';
import type { VirtualTime } from './time.ts';

/** Receives whole chunks of the log, in order, as entries or as lines. It may write them to a file or a socket, or compute a digest. */
export type LogSink<Event extends LoggedEvent> = (batch: LogBatch<Event>) => void;

/** Log entries outside of memory. The implementation decides where they are stored, and how they are read. */
export interface LogPast<Event extends LoggedEvent> {
  /** The number of entries, from the first on. It grows as more entries are stored. */
  readonly length: number;
  /** The fingerprint of the log up to there, if it is known. */
  readonly link?: string | undefined;
  /** Reads the entries after that number, oldest first. */
  readonly entries: (after: number) => Iterable<LogEntry<Event>>;
  readonly entry: (seq: number) => LogEntry<Event> | undefined;
}

/** A log up to an entry, as the past of another log. */
export const limitLog = <Event extends LoggedEvent>(log: Pick<LogPast<Event>, 'entries' | 'entry'>, length: number): LogPast<Event> => ({
  length,
  entries: (after) => upTo(log.entries(after), length),
  entry: (seq) => (seq > length ? undefined : log.entry(seq)),
});

/** Entries up to that number. */
export function* upTo<Event extends LoggedEvent>(entries: Iterable<LogEntry<Event>>, seq: number): Generator<LogEntry<Event>> {
  for (const entry of entries) {
    if (entry.seq > seq) return;
    yield entry;
  }
}

/**
 * Append-only, in chunks of columns: a number costs eight bytes and no object, and what a packing holds costs its fields. Chunks leave
 * memory in two ways. A sink takes each chunk as soon as it is full, for good. `release` drops chunks that a past has stored, and they
 * are read from there.
 */
export class EventLog<Event extends LoggedEvent> {
  /** The full chunks in memory, oldest first. */
  readonly #chunks: LogChunk<Event>[] = [];
  readonly #sink: LogSink<Event> | undefined;
  readonly #packings: Packings;
  #past: LogPast<Event> | undefined;
  #open: LogChunk<Event>;

  constructor(sink?: LogSink<Event>, past?: LogPast<Event>, packings: Packings = unpacked) {
    this.#sink = sink;
    this.#packings = packings;
    this.#past = past;
    this.#open = new LogChunk(past?.length ?? 0, this.#packings);
  }

  /** How many entries were ever appended; the seq of the newest. */
  get length(): number {
    return this.#open.before + this.#open.length;
  }

  /** How many of them are in memory: the newest. */
  get held(): number {
    return this.length - this.#before;
  }

  /** The source of the entries that are not in memory. */
  get past(): LogPast<Event> | undefined {
    return this.#past;
  }

  /** Appends an entry and returns its seq. */
  append(at: VirtualTime, cause: number, event: Event): number {
    if (this.#open.length === chunkLength) this.#close();
    return this.#open.add(at, cause, event);
  }

  /**
   * Every entry, oldest first; for a log with a sink, those still in memory. During the iteration entries may be appended, and
   * chunks may leave memory.
   */
  entries(after = 0): IterableIterator<LogEntry<Event>> {
    return this.#each(
      after,
      (chunk, last) => chunk.entries(last),
      (entry) => entry,
    );
  }

  /** The text of every entry as `entryText` gives it, without objects for what is packed. */
  texts(after: number): IterableIterator<string> {
    const out = new JsonText();
    return this.#each(after, (chunk, last) => chunk.texts(last, out), entryText);
  }

  *#each<Item>(
    after: number,
    ofChunk: (chunk: LogChunk<Event>, last: number) => Iterable<Item>,
    ofPast: (entry: LogEntry<Event>) => Item,
  ): IterableIterator<Item> {
    let last = after;
    while (last < this.length) {
      const before = this.#before;
      const chunk = this.#chunkWith(last + 1);
      if (chunk !== undefined) {
        for (const item of ofChunk(chunk, last)) {
          yield item;
          last += 1;
        }
        // Entries that a sink took cannot be read.
      } else if (this.#past === undefined) last = before;
      else {
        const from = last;
        for (const entry of upTo(this.#past.entries(last), before)) {
          yield ofPast(entry);
          last = entry.seq;
        }
        // The past could not be read any further.
        if (last === from) return;
      }
    }
  }

  /** The entries in memory, in batches. */
  batches(): readonly LogBatch<Event>[] {
    return this.#open.length === 0 ? this.#chunks : [...this.#chunks, this.#open];
  }

  /** The entry with that number; for a log with a sink, only if it is still in memory. */
  entry(seq: number): LogEntry<Event> | undefined {
    return seq <= this.#before ? this.#past?.entry(seq) : this.#chunkWith(seq)?.entry(seq);
  }

  /** Drops full chunks that `past` has, until memory holds at most `most` entries. From now on they are read from `past`. */
  release(past: LogPast<Event>, most: number): void {
    invariant(past.length >= this.#before, () => `entries up to ${this.#before} are not in memory, and the past has only ${past.length}`);
    this.#past = past;
    let leaving = 0;
    for (const chunk of this.#chunks) {
      if (this.length - chunk.before <= most || chunk.before + chunk.length > past.length) break;
      leaving += 1;
    }
    this.#chunks.splice(0, leaving);
  }

  /** Hands the remaining entries to the sink. To be called when the log is complete. */
  flush(): void {
    if (this.#sink !== undefined && this.#open.length > 0) this.#close();
  }

  /** The number of entries before those in memory. */
  get #before(): number {
    return (this.#chunks[0] ?? this.#open).before;
  }

  #chunkWith(seq: number): LogChunk<Event> | undefined {
    if (seq > this.#open.before) return this.#open;
    return this.#chunks[Math.floor((seq - 1 - this.#before) / chunkLength)];
  }

  #close(): void {
    if (this.#sink === undefined) this.#chunks.push(this.#open);
    else this.#sink(this.#open);
    this.#open = new LogChunk(this.length, this.#packings);
  }
}

/**
 * The fingerprint of a log: a chain of SHA-256, `link(n) = sha256(link(n-1) + text(n))`, started by the text of the definition. The
 * rest of the header is not in it, so a change of podsim that changes no log changes no fingerprint. The last link is the fingerprint of the
 * whole log, and any earlier one of the prefix that ends there.
 */
export const firstLink = ({ definition }: LogStart, sha256: Sha256 = sha256Hex): string => sha256(canonicalText(definition));
export const nextLink = (link: string, entry: string, sha256: Sha256 = sha256Hex): string => sha256(link + entry);

/** The fingerprint chain of a growing log. */
export class LogChain {
  readonly #sha256: Sha256;
  #link: string;
  #length: number;

  /** Begins after the header; or after an entry, if the link there is known. */
  constructor(header: LogStart, sha256: Sha256 = sha256Hex, known?: { readonly length: number; readonly link: string }) {
    this.#sha256 = sha256;
    this.#length = known?.length ?? 0;
    this.#link = known?.link ?? firstLink(header, sha256);
  }

  /** The newest link: the fingerprint of the entries so far. */
  get link(): string {
    return this.#link;
  }

  /** The number of the newest entry. */
  get length(): number {
    return this.#length;
  }

  /** Links the next entry and returns its text. */
  add(entry: LogEntry): string {
    const text = entryText(entry);
    this.addText(text);
    this.#length = entry.seq;
    return text;
  }

  /** Links the next entry by its text. */
  addText(text: string): void {
    this.#link = nextLink(this.#link, text, this.#sha256);
    this.#length += 1;
  }
}

export const computeFingerprint = (header: LogStart, entries: Iterable<LogEntry>, sha256: Sha256 = sha256Hex): string => {
  const chain = new LogChain(header, sha256);
  for (const entry of entries) chain.add(entry);
  return chain.link;
};
