import type { DomainEvent, LogEntry, LogHeader } from '../../engine/index.ts';
import { closing, entryLine, type Link } from './chain.ts';
import { checkExpected, checkKept, checkNext, checkOpen } from './expectations.ts';
import type { Place } from './framing.ts';
import type { GrowingFile } from './growingFile.ts';
import { problemOf } from './problems.ts';
import type { Snapshots } from './snapshots.ts';
import type { Recovered, Snapshot, WorldLog } from './store.ts';
import { type Batch, WriteQueue } from './writeQueue.ts';

/** What a log consists of while it is open. */
export interface FileLogParts {
  readonly worldId: string;
  readonly path: string;
  readonly header: LogHeader;
  readonly recovered: Recovered | undefined;
  readonly growing: GrowingFile;
  readonly snapshots: Snapshots;
  /** Reads the entries after one, up to where the file is kept; from this place on, or from the header. */
  readonly read: (from: Place | undefined, end: Place, after: number) => AsyncIterable<LogEntry<DomainEvent>>;
  readonly onClose: () => void;
}

/** One world's log in its file. */
export class FileLog implements WorldLog {
  readonly #parts: FileLogParts;
  readonly #queue = new WriteQueue(
    (batches) => this.#write(batches),
    () => {
      this.#tail = this.#kept;
    },
  );
  /** Where the log ends with all that is on its way. */
  #tail: Link;
  #closing: Promise<void> | undefined;

  constructor(parts: FileLogParts) {
    this.#parts = parts;
    this.#tail = parts.growing.kept;
  }

  get worldId(): string {
    return this.#parts.worldId;
  }

  get header(): LogHeader {
    return this.#parts.header;
  }

  get length(): number {
    return this.#kept.seq;
  }

  get link(): string {
    return this.#kept.link;
  }

  get recovered(): Recovered | undefined {
    return this.#parts.recovered;
  }

  async append(expected: number, entries: Iterable<LogEntry<DomainEvent>>): Promise<void> {
    this.#checkOpen();
    checkExpected(this.worldId, expected, this.#tail.seq);
    const batch = this.#batchOf(entries);
    this.#tail = batch.end;
    return this.#queue.write(batch);
  }

  async *read(after = 0): AsyncGenerator<LogEntry<DomainEvent>> {
    this.#checkOpen();
    const { read, snapshots } = this.#parts;
    try {
      yield* read(snapshots.placeBefore(after), this.#kept, after);
    } catch (error) {
      this.#checkOpen();
      throw error;
    }
  }

  async saveSnapshot(seq: number, bytes: Uint8Array): Promise<void> {
    this.#checkOpen();
    const place = await this.#queue.between(() => this.#placeFor(seq));
    try {
      await this.#parts.snapshots.save(seq, place, bytes);
    } catch (error) {
      throw problemOf(this.#parts.path, error);
    }
  }

  async snapshots(): Promise<readonly number[]> {
    return this.#parts.snapshots.seqs;
  }

  async snapshot(seq = this.length): Promise<Snapshot | undefined> {
    this.#checkOpen();
    return this.#parts.snapshots.load(seq);
  }

  close(): Promise<void> {
    this.#closing ??= this.#queue.between(() => this.#parts.growing.close()).finally(this.#parts.onClose);
    return this.#closing;
  }

  get #kept(): Place {
    return this.#parts.growing.kept;
  }

  #checkOpen(): void {
    checkOpen(this.worldId, this.#closing === undefined);
  }

  #batchOf(entries: Iterable<LogEntry<DomainEvent>>): Batch {
    let { seq, link } = this.#tail;
    const lines: string[] = [];
    for (const entry of entries) {
      checkNext(this.worldId, entry.seq, seq);
      const made = entryLine(entry, link);
      lines.push(`${made.line}\n`);
      seq = entry.seq;
      link = made.link;
    }
    return { lines: lines.join(''), end: { seq, link } };
  }

  async #write(batches: readonly Batch[]): Promise<void> {
    const lines = batches.map((batch) => batch.lines).join('');
    const end = batches.at(-1)?.end ?? this.#kept;
    if (lines !== '') await this.#parts.growing.grow(`${lines}${closing(end)}\n`, end);
  }

  /** Where to read on for a snapshot of what is folded up to an entry. */
  async #placeFor(seq: number): Promise<Place | undefined> {
    const { growing, snapshots } = this.#parts;
    checkKept(this.worldId, seq, growing.kept.seq);
    if (seq < growing.kept.seq) return snapshots.placeBefore(seq);
    await growing.end();
    return growing.kept;
  }
}
