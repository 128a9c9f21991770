import type { DomainEvent } from '../../../engine/cloud/index.ts';
import type { LogEntry, LogPast } from '../../../engine/kernel/index.ts';
import type { Disk, FileNow } from '../disk.ts';
import { piecesNow } from '../files.ts';
import { Chain, entryOn, isClosing, type Link } from './chain.ts';
import type { FilePosition, Framing } from './framing.ts';

export interface FilePastParts {
  readonly disk: Disk;
  readonly path: string;
  readonly framing: Framing;
  /** The position after the header. */
  readonly start: FilePosition;
  /** Other positions at which reading can begin, in ascending order. */
  readonly places: readonly FilePosition[];
  /** Everything after this entry was checked against the chain when the log was opened. */
  readonly sound: number;
  /** The end of the log now. */
  readonly kept: () => FilePosition;
  /** Throws once the log is closed. */
  readonly checkOpen: () => void;
  /** The error to throw for a file that cannot be read, or is not as it was written. */
  readonly problem: (error: unknown) => unknown;
}

/** The least number of entries between two remembered positions, and the most positions that are remembered. */
const placesApart = 1_024;
const placesMax = 2_048;
/** Single entries are read in blocks, and this many blocks are cached. */
const blockEntries = 128;
const blocksMax = 8;

/**
 * Reads the entries of a log from its file, synchronously: entries that are no longer in memory are looked up here. It remembers a
 * bounded number of positions at which reading can begin, and a few entries. The longer the log, the farther apart the positions are.
 */
export class FilePast implements LogPast<DomainEvent> {
  readonly #parts: FilePastParts;
  #file: FileNow | undefined;
  #places: FilePosition[];
  #apart = placesApart;
  /** The file was checked against the chain up to this entry. */
  #checked = 0;
  readonly #blocks = new Map<number, readonly LogEntry<DomainEvent>[]>();

  constructor(parts: FilePastParts) {
    this.#parts = parts;
    this.#places = [...parts.places];
  }

  get length(): number {
    return this.#parts.kept().seq;
  }

  get link(): string {
    return this.#parts.kept().link;
  }

  *entries(after: number): Generator<LogEntry<DomainEvent>> {
    const { framing, start, kept, checkOpen, problem } = this.#parts;
    const from = this.#places[this.#lastUpTo(after)] ?? start;
    const finder = framing.finder(from);
    // As after a header, because a position may be within a batch: then the first line may be a closing line.
    const lines = this.#isSound(from.seq) ? new Unchecked(from) : new Chain(from, 'header');
    try {
      for (const piece of piecesNow(this.open(), from.offset, kept().offset)) {
        for (const { bytes, end } of finder.push(piece)) {
          const line = lines.take(bytes);
          if (line === undefined) continue;
          const { seq } = lines.at;
          if (framing.isOpenAnywhere) this.remember({ ...lines.at, offset: end });
          if (lines instanceof Chain && from.seq <= this.#checked) this.#checked = Math.max(this.#checked, seq);
          if (seq > after) yield entryOn(line);
        }
        checkOpen();
      }
    } catch (error) {
      throw problem(error);
    }
  }

  entry(seq: number): LogEntry<DomainEvent> | undefined {
    if (seq < 1 || seq > this.length) return undefined;
    const before = seq - 1 - ((seq - 1) % blockEntries);
    return (this.#blocks.get(before) ?? this.#readBlock(before))[seq - 1 - before];
  }

  /** Remembers a position, unless there is one near it. */
  remember(place: FilePosition): void {
    const before = this.#lastUpTo(place.seq);
    if (place.seq - (this.#places[before]?.seq ?? 0) < this.#apart) return;
    if ((this.#places[before + 1]?.seq ?? Number.POSITIVE_INFINITY) - place.seq < this.#apart) return;
    this.#places.splice(before + 1, 0, place);
    if (this.#places.length <= placesMax) return;
    this.#apart *= 2;
    this.#places = this.#places.filter((_, k) => k % 2 === 1);
  }

  /** Opens the file, unless it is open. */
  open(): FileNow {
    this.#parts.checkOpen();
    this.#file ??= this.#parts.disk.openNow(this.#parts.path);
    return this.#file;
  }

  close(): void {
    this.#file?.close();
    this.#file = undefined;
  }

  /** Whether the entries after this one need no check: they were checked before, or this process wrote them. */
  #isSound(after: number): boolean {
    const { sound } = this.#parts;
    return after >= sound || this.#checked >= sound;
  }

  /** The index of the last position at or before an entry; -1 if there is none. */
  #lastUpTo(seq: number): number {
    let [low, high] = [0, this.#places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#places[middle] as FilePosition).seq <= seq) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #readBlock(before: number): readonly LogEntry<DomainEvent>[] {
    const block: LogEntry<DomainEvent>[] = [];
    for (const entry of this.entries(before)) if (block.push(entry) === blockEntries) break;
    // A block that is not full may be longer the next time.
    if (block.length === blockEntries) this.#blocks.set(before, block);
    const [oldest] = this.#blocks.keys();
    if (oldest !== undefined && this.#blocks.size > blocksMax) this.#blocks.delete(oldest);
    return block;
  }
}

/** Follows a log line by line without checking it. */
class Unchecked {
  #at: Link;

  constructor({ seq }: Link) {
    this.#at = { seq, link: '' };
  }

  get at(): Link {
    return this.#at;
  }

  take(bytes: Buffer): string | undefined {
    if (isClosing(bytes)) return undefined;
    this.#at = { seq: this.#at.seq + 1, link: '' };
    return bytes.toString('utf8');
  }
}
