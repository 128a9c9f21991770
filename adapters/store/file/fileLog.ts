import { setImmediate } from 'node:timers';
import type { DomainEvent } from '../../../engine/cloud/index.ts';
import { isLong, type LogEntry, type Steps } from '../../../engine/kernel/index.ts';
import type { LogHeader } from '../../../engine/simulator/index.ts';
import { checkExpected, checkKept, checkNext, checkOpen } from '../expectations.ts';
import { explainError } from '../problems.ts';
import type { Snapshots } from '../snapshots.ts';
import type { Recovered, Snapshot, WorldLog } from '../store.ts';
import { closing, entryLine, type Link, longEntryLine } from './chain.ts';
import { FilePast, type FilePastParts } from './filePast.ts';
import type { FilePosition } from './framing.ts';
import type { GrowingFile } from './growingFile.ts';
import { type Batch, WriteQueue } from './writeQueue.ts';

/** The minimum number of entries between two remembered positions, if making one is expensive. */
const placesApart = 4_096;

/** The number of entries that are encoded in one turn of the event loop, and of their characters. */
const entriesInTurn = 256;
const charactersInTurn = 1_000_000;
/** How many steps of a long entry are. */
const stepsInTurn = 16;

const finishInTurns = async <Result>(steps: Steps<Result>): Promise<Result> => {
  for (let count = 1; ; count++) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (count % stepsInTurn === 0) await new Promise((resolve) => setImmediate(resolve));
  }
};

/** The parts of an open log. */
export interface FileLogParts {
  readonly worldId: string;
  readonly path: string;
  readonly header: LogHeader;
  readonly recovered: Recovered | undefined;
  readonly growing: GrowingFile;
  readonly snapshots: Snapshots;
  readonly past: Omit<FilePastParts, 'path' | 'kept' | 'checkOpen'>;
  /** Reads the entries after one, up to `end`, starting at a position, or after the header. */
  readonly read: (from: FilePosition | undefined, end: FilePosition, after: number) => AsyncIterable<LogEntry<DomainEvent>>;
  /** The number of the folder's owner, for each batch. */
  readonly owner: number | undefined;
  /** Resolves while this process may write. */
  readonly confirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** One world's log in its file. */
export class FileLog implements WorldLog {
  readonly past: FilePast;
  readonly #parts: FileLogParts;
  readonly #queue = new WriteQueue(
    (batches) => this.#write(batches),
    () => {
      this.#tail = this.#kept.seq;
    },
  );
  /** The newest entry, including batches that are not written yet. */
  #tail: number;
  /** The newest entry after which reading can begin. */
  #place: number;
  #closing: Promise<void> | undefined;

  constructor(parts: FileLogParts) {
    this.#parts = parts;
    this.#tail = parts.growing.kept.seq;
    this.#place = this.#tail;
    const { path, past } = parts;
    this.past = new FilePast({ ...past, path, kept: () => this.#kept, checkOpen: () => this.#checkOpen() });
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
    checkExpected(this.worldId, expected, this.#tail);
    const batch = [...entries];
    batch.forEach(({ seq }, k) => {
      checkNext(this.worldId, seq, expected + k);
    });
    this.#tail = expected + batch.length;
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
      await this.#parts.confirm();
      await this.#parts.snapshots.save(seq, place, bytes);
    } catch (error) {
      throw explainError(this.#parts.path, error);
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
    this.#closing ??= this.#queue
      .between(() => this.#parts.growing.close())
      .finally(() => {
        this.past.close();
        this.#parts.onClose();
      });
    return this.#closing;
  }

  get #kept(): FilePosition {
    return this.#parts.growing.kept;
  }

  #checkOpen(): void {
    checkOpen(this.worldId, this.#closing === undefined);
  }

  async #write(batches: readonly Batch[]): Promise<void> {
    let { seq, link }: Link = this.#kept;
    const parts: Uint8Array[] = [];
    let lines: string[] = [];
    let characters = 0;
    const cut = () => {
      if (lines.length > 0) parts.push(Buffer.from(lines.join('')));
      lines = [];
      characters = 0;
    };
    for (const batch of batches) {
      for (const entry of batch) {
        ({ seq } = entry);
        if (isLong(entry.event)) {
          cut();
          const made = await finishInTurns(longEntryLine(entry, link));
          ({ link } = made);
          parts.push(...made.line);
          continue;
        }
        const made = entryLine(entry, link);
        ({ link } = made);
        characters += made.line.length;
        // A batch may be very long: other work runs in between.
        if (lines.push(`${made.line}\n`) < entriesInTurn && characters < charactersInTurn) continue;
        cut();
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    if (seq === this.#kept.seq) return;
    const end = { seq, link, owner: this.#parts.owner };
    parts.push(Buffer.from(`${lines.join('')}${closing(end)}\n`));
    const { growing } = this.#parts;
    await growing.grow(parts, end);
    if (seq - this.#place < placesApart) return;
    this.#place = seq;
    // The position is only an optimization: if the disk has no room for it, reading begins earlier.
    await growing.end().then(
      () => this.past.remember(growing.kept),
      () => undefined,
    );
  }

  /** The position that a snapshot at an entry stores: reading continues there. */
  async #placeFor(seq: number): Promise<FilePosition | undefined> {
    const { growing, snapshots } = this.#parts;
    checkKept(this.worldId, seq, growing.kept.seq);
    // A snapshot proves what the log had, so it must never be there before its entries.
    await growing.makeDurable();
    if (seq < growing.kept.seq) return snapshots.placeBefore(seq);
    return growing.place();
  }
}
