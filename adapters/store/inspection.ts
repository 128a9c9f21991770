import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { LogHeader } from '../../engine/simulator/index.ts';
import { Chain, closingOn, Damage, type Link, Outdated, readHeader } from './file/chain.ts';
import { checkTorn, type Encoder, type FilePosition, type Framing, type Line, type LineFinder, plainFraming } from './file/framing.ts';
import { gzipFraming, isGzip } from './file/gzipFraming.ts';
import { endMarked, readMarkBeside } from './file/tailMark.ts';
import { piecesNow } from './files.ts';
import { isHole } from './recovery.ts';
import { newestAmong } from './snapshots.ts';

/** The result of checking a whole log. */
export interface Inspection {
  readonly path: string;
  readonly framing: Framing;
  /** As it is in the file. */
  readonly header: LogHeader;
  /** The damages, in ascending order. A missing end does not count as damage. */
  readonly damages: readonly Damage[];
  /** The end, if it is an incomplete batch: a crash may have left it, or it is being written now. */
  readonly torn: { readonly bytes: number; readonly entries: number } | undefined;
  /** The bytes that an owner wrote behind the end after it had lost the folder: they count as torn. */
  readonly outdated: Outdated | undefined;
  /** The beginning that can be saved: complete batches; in a log that was written in one go, all entries before the damage. */
  readonly saved: SalvagedBeginning;
  /** How many entries of later batches are as they were written, but follow damaged ones. */
  readonly stranded: number;
  /** The end of the acknowledged log, according to the mark beside it. */
  readonly mark: Link | undefined;
  /** Whether the mark beside it is that of another log. */
  readonly isOther: boolean;
}

/** The beginning of a log, and the parts needed to complete it. */
interface SalvagedBeginning extends FilePosition {
  readonly batches: number;
  readonly encoder: Encoder;
  /** Whether its last batch is closed. */
  readonly isClosed: boolean;
}

/** The newest entry that a log in the folder of a world has lost, and what proves it; undefined if nothing does. */
export const missingIn = ({ path, saved, mark }: Inspection): { readonly seq: number; readonly by: 'mark' | 'snapshot' } | undefined => {
  if (![plainFraming.fileName, gzipFraming.fileName].includes(basename(path))) return undefined;
  const [proven, acknowledged] = [newestAmong(readdirSync(dirname(path))), mark?.seq ?? 0];
  const seq = Math.max(proven, acknowledged);
  return seq > saved.seq ? { seq, by: acknowledged > proven ? 'mark' : 'snapshot' } : undefined;
};

/** Checks a log file from its header to its end. Throws {@link Damage} when it has no header. */
export const inspect = (path: string): Inspection => {
  // Before the log, which may be growing.
  const mark = endMarked(readMarkBeside(path));
  const file = openSync(path, 'r');
  try {
    const framing = isGzip(bytesAt(file, 0, 2)) ? gzipFraming : plainFraming;
    return { path, framing, mark, ...new LogCheck(file, framing, mark).run() };
  } finally {
    closeSync(file);
  }
};

/** The repair that `podsim log repair` would make; undefined if nothing in it is wrong. */
export const repairWords = (path: string): string | undefined => {
  try {
    const { damages, torn, saved, stranded } = inspect(path);
    if (damages.length === 0 && torn === undefined) return undefined;
    return `it would write a copy with ${wordsOfSaved(saved.seq)}${stranded > 0 ? `, and without ${entriesWords(stranded)} further on` : ''}`;
  } catch (error) {
    if (error instanceof Damage) return 'nothing of it can be saved';
    throw error;
  }
};

export const wordsOfSaved = (seq: number): string => (seq === 0 ? 'the header alone' : `entries 1 to ${seq}`);
export const entriesWords = (count: number): string => `${count} ${count === 1 ? 'entry' : 'entries'}`;

class LogCheck {
  readonly #file: number;
  readonly #framing: Framing;
  readonly #finder: LineFinder;
  readonly #mark: Link | undefined;
  #isOther = false;
  readonly #damages: Damage[] = [];
  #header: LogHeader | undefined;
  #saved: SalvagedBeginning | undefined;
  #stranded = 0;
  #outdated: Outdated | undefined;
  /** Undefined before the header, and after damage, until a closing line gives a link to continue from. */
  #chain: Chain | undefined;

  constructor(file: number, framing: Framing, mark: Link | undefined) {
    this.#mark = mark;
    this.#file = file;
    this.#framing = framing;
    this.#finder = framing.finder();
  }

  run(): Omit<Inspection, 'path' | 'framing' | 'mark'> {
    try {
      for (const piece of piecesIn(this.#file)) for (const line of this.#finder.push(piece)) this.#take(line);
      if (this.#damages.length === 0) this.#end();
    } catch (error) {
      if (!(error instanceof Damage) || this.#saved === undefined) throw error;
      if (error instanceof Outdated) this.#outdated = error;
      else this.#damages.push(error);
    }
    if (this.#header === undefined || this.#saved === undefined) throw new Damage(0, 'ends within its header');
    const bytes = fstatSync(this.#file).size - this.#saved.offset;
    const isWhole = this.#damages.length > 0 || (bytes === 0 && this.#saved.isClosed);
    const torn = isWhole ? undefined : { bytes, entries: (this.#chain?.at.seq ?? 0) - this.#saved.seq };
    return {
      ...{ header: this.#header, damages: this.#damages, torn, outdated: this.#outdated },
      ...{ saved: this.#saved, stranded: this.#stranded, isOther: this.#isOther },
    };
  }

  #take(line: Line): void {
    if (this.#saved === undefined) {
      const { header, ...start } = readHeader(line.bytes);
      this.#header = header;
      this.#chain = new Chain(start, 'header');
      this.#save(this.#framing.behindHeader(line), 0);
    } else if (this.#chain === undefined) {
      const claimed = closingOn(line.bytes.toString('latin1'));
      if (claimed !== undefined) this.#chain = new Chain(claimed, 'batch');
    } else this.#follow(this.#chain, line, this.#saved);
  }

  #follow(chain: Chain, { bytes, end }: Line, { batches, isClosed }: SalvagedBeginning): void {
    try {
      const isEntry = chain.take(bytes) !== undefined;
      if (isEntry && chain.at.seq === this.#mark?.seq) this.#isOther = chain.at.link !== this.#mark.link;
      if (this.#damages.length > 0) this.#stranded += isEntry ? 1 : 0;
      else if (!isEntry) this.#save(end, chain.at.seq === 0 ? 0 : batches + 1);
      else if (batches === 0 && !isClosed) this.#save(end, 0);
    } catch (error) {
      if (!(error instanceof Damage) || (error instanceof Outdated && this.#damages.length === 0)) throw error;
      this.#damages.push(error);
      // After a wrong closing line the chain continues. After a wrong entry the link is unknown until the next closing line.
      this.#chain = error.entry === chain.at.seq ? new Chain(chain.at, 'batch') : undefined;
    }
  }

  /** The rest after the last line must be the beginning of a batch. */
  #end(): void {
    if (this.#chain === undefined || this.#saved === undefined) return;
    if (this.#chain.isClosed) this.#save(this.#finder.offset, this.#saved.batches);
    const { offset } = this.#saved;
    try {
      checkTorn(this.#finder, this.#chain);
    } catch (error) {
      const { size } = fstatSync(this.#file);
      if (!(error instanceof Damage) || !isHole(bytesAt(this.#file, offset, size - offset), offset, this.#framing)) throw error;
    }
  }

  #save(offset: number, batches: number): void {
    if (this.#chain === undefined) return;
    const { at, isClosed } = this.#chain;
    this.#saved = { ...at, offset, batches, encoder: this.#finder.encoder, isClosed };
  }
}

/** The bytes of an open file, up to an offset. */
export const piecesIn = (file: number, to?: number): Iterable<Buffer> =>
  piecesNow({ read: (into, position) => readSync(file, into, 0, into.length, position) }, 0, to);

const bytesAt = (file: number, at: number, length: number): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, at));
};
