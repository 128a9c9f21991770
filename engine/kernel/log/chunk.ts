import type { LogEntry, LoggedEvent } from '../logEntry.ts';
import type { VirtualTime } from '../time.ts';
import { JsonBytes } from './jsonBytes.ts';
import type { JsonText, JsonWriter } from './jsonWriter.ts';
import type { Packings } from './packing.ts';

/** How many entries a chunk of the log has. */
export const chunkLength = 1_024;

/** Some entries in a row, as objects or as text. */
export interface LogBatch<Event extends LoggedEvent> extends Iterable<LogEntry<Event>> {
  /** The entries as lines of canonical text in UTF-8, for a file or a socket: a third of what it costs to make objects, and text of them. */
  readonly lines: () => Uint8Array;
}

/** A part of the log as columns. All are allocated at full length: a growing array is copied as it grows. */
export class LogChunk<Event extends LoggedEvent> implements LogBatch<Event> {
  /** The number of entries before this chunk. */
  readonly before: number;
  length = 0;
  readonly #packings: Packings;
  readonly #at = new Float64Array(chunkLength);
  readonly #cause = new Float64Array(chunkLength);
  /** The packing of each event, and the begin of its cells. */
  readonly #code = new Uint8Array(chunkLength);
  readonly #start = new Uint16Array(chunkLength);
  readonly #cells: unknown[];
  #filled = 0;

  constructor(before: number, packings: Packings) {
    this.before = before;
    this.#packings = packings;
    this.#cells = new Array(chunkLength * packings.cellsEach);
  }

  add(at: VirtualTime, cause: number, event: Event): number {
    const index = this.length++;
    this.#at[index] = at;
    this.#cause[index] = cause;
    this.#start[index] = this.#filled;
    const code = this.#packings.findCode(event.type);
    const width = this.#packings.row(code).put(event as never, this.#cells, this.#filled);
    this.#code[index] = width === 0 ? 0 : code;
    this.#filled += width === 0 ? this.#packings.row(0).put(event as never, this.#cells, this.#filled) : width;
    return this.before + index + 1;
  }

  entry(seq: number): LogEntry<Event> | undefined {
    const index = seq - this.before - 1;
    if (!(index >= 0 && index < this.length)) return undefined;
    const event = this.#packings.row(this.#code[index] as number).take(this.#cells, this.#start[index] as number) as Event;
    return { seq, at: this.#at[index] as VirtualTime, cause: this.#cause[index] as number, event };
  }

  *entries(after: number): IterableIterator<LogEntry<Event>> {
    const first = Math.max(after, this.before) + 1;
    for (let seq = first; seq <= this.before + this.length; seq++) yield this.entry(seq) as LogEntry<Event>;
  }

  [Symbol.iterator](): IterableIterator<LogEntry<Event>> {
    return this.entries(0);
  }

  lines(): Uint8Array {
    const out = new JsonBytes();
    for (let index = 0; index < this.length; index++) {
      this.#write(index, out);
      out.writeJson('\n');
    }
    return out.bytes;
  }

  /** The canonical texts of the entries. */
  *texts(after: number, out: JsonText): IterableIterator<string> {
    for (let index = Math.max(after, this.before) - this.before; index < this.length; index++) {
      this.#write(index, out);
      yield out.take();
    }
  }

  #write(index: number, out: JsonWriter): void {
    const start = this.#start[index] as number;
    const code = this.#code[index] as number;
    const row = this.#packings.row(code);
    out.writePart('{"seq":');
    out.writeNumber(this.before + index + 1);
    out.writePart(',"at":');
    out.writeNumber(this.#at[index] as number);
    out.writePart(',"cause":');
    out.writeNumber(this.#cause[index] as number);
    if (code !== 0) out.writePart(this.#packings.findType(code));
    else {
      out.writePart(',"type":');
      out.writeString(row.take(this.#cells, start).type);
    }
    row.write(this.#cells, start, out);
    out.writeJson('}');
  }
}
