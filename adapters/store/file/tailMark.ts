import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { closingLine, withCheck } from '../../../engine/kernel/index.ts';
import type { Disk, FileNow } from '../disk.ts';
import { bytesBetween, tidy, writeAll, writeAllNow } from '../files.ts';
import { nodeCrypto } from '../nodeCrypto.ts';
import { sha256 } from '../sha256.ts';
import { closingOn, type Link } from './chain.ts';
import { plainFraming } from './framing.ts';
import { gzipFraming } from './gzipFraming.ts';

/** The content of the file beside a log: the end of the last acknowledged batch. `unreadable`: anything else. */
export type Marked = Link | 'unreadable' | undefined;

export const markName = 'acknowledged';

/**
 * The mark of a log's end. A log that is cut off at the end of a batch has nothing that would tell: the mark does. It is written after the
 * sync of a batch: under `always` before the batch is acknowledged, under the other policies after the sync that comes later. It is not
 * synced itself. So it may lag, after a power cut or a failed write, but a crash never leaves one that is ahead of the log. Two places take
 * turns: a torn write leaves the other. A place is written in one synchronous call, to the page cache: to ask a thread for it would take
 * longer than the call, for each batch.
 */
export class TailMark {
  readonly #disk: Disk;
  readonly #path: string;
  /** Undefined until the file of this log is there. */
  #file: FileNow | undefined;
  #turn = 0;
  #seq: number | undefined;

  private constructor(disk: Disk, path: string) {
    this.#disk = disk;
    this.#path = path;
  }

  /** The mark beside a log whose end this is. A file that marks another end is replaced. */
  static async at(disk: Disk, folder: string, end: Link, fits: boolean): Promise<TailMark> {
    const mark = new TailMark(disk, join(folder, markName));
    if (fits) mark.#continue();
    await mark.put(end);
    return mark;
  }

  /** Marks the end of an acknowledged batch. If that fails, the mark lags, and the next one tries again. */
  async put({ seq, link }: Link): Promise<void> {
    if (seq === this.#seq) return;
    try {
      if (this.#file === undefined) await this.#make({ seq, link });
      else writeAllNow(this.#file, slot({ seq, link }), this.#turn * slotBytes);
      this.#turn = 1 - this.#turn;
      this.#seq = seq;
    } catch {
      // The batch is in the log: to refuse it would be wrong.
    }
  }

  close(): void {
    this.#file?.close();
  }

  #continue(): void {
    try {
      const file = this.#disk.openNow(this.#path, 'r+');
      const bytes = Buffer.alloc(2 * slotBytes);
      const slots = slotsIn(bytes.subarray(0, file.read(bytes, 0)));
      this.#seq = newest(slots)?.seq;
      this.#turn = slots[0]?.seq === this.#seq ? 1 : 0;
      this.#file = file;
    } catch {
      // There is a new one then.
    }
  }

  /** It appears as a whole: a crash before it leaves the file that was there, or none. */
  async #make(end: Link): Promise<void> {
    const partial = `${this.#path}.${nodeCrypto().randomBytes(6).toString('hex')}.tmp`;
    try {
      const made = await this.#disk.open(partial, 'w');
      await writeAll(made, slot(end), 0).finally(() => made.close());
      await this.#disk.rename(partial, this.#path);
    } catch (error) {
      await tidy(this.#disk, partial);
      throw error;
    }
    this.#turn = 0;
    this.#file = this.#disk.openNow(this.#path, 'r+');
  }
}

/** Reads the mark in the folder of a world. */
export const readMark = async (disk: Disk, folder: string): Promise<Marked> => {
  const file = await disk.open(join(folder, markName), 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  try {
    return markOn(await bytesBetween(file, 0, 2 * slotBytes));
  } finally {
    await file.close();
  }
};

/** The mark beside a log file, if it has the name of one in a folder of a world. Read it before the log: it follows the log. */
export const readMarkBeside = (log: string): Marked => {
  if (![plainFraming.fileName, gzipFraming.fileName].includes(basename(log))) return undefined;
  try {
    return markOn(readFileSync(join(dirname(log), markName)));
  } catch {
    return undefined;
  }
};

/** An end to which a log was acknowledged; undefined if nothing readable says so. */
export const endMarked = (marked: Marked): Link | undefined => (typeof marked === 'object' ? marked : undefined);

export const otherLogWords = ({ seq, link }: Link, found: string): string =>
  `is not the log beside which its mark '${markName}' was written: up to entry ${seq} its fingerprint is ${found.slice(0, 8)}…, and the mark says ${link.slice(0, 8)}…; nothing was changed; bring that log back, or give --accept-loss to go on with this one`;

const markOn = (bytes: Buffer): Marked => {
  // A power cut may leave a new file without its content.
  if (bytes.every((byte) => byte === 0)) return undefined;
  return newest(slotsIn(bytes)) ?? 'unreadable';
};

/** Each place is on a sector of its own: a power cut tears no other. */
const slotBytes = 512;

/** A closing line with a check of its own, so that a torn one is known. */
const slot = (end: Link): Buffer => Buffer.from(`${slotText(end).padEnd(slotBytes - 1)}\n`);

const slotText = ({ seq, link }: Link): string => {
  const text = closingLine(seq, link);
  return withCheck(text, sha256(text));
};

const slotsIn = (bytes: Buffer): readonly [Link | undefined, Link | undefined] => [slotOn(bytes, 0), slotOn(bytes, slotBytes)];

const slotOn = (bytes: Buffer, at: number): Link | undefined => {
  const line = bytes.toString('latin1', at, at + slotBytes).trimEnd();
  const end = closingOn(line.replace(/,"check":"[0-9a-f]{8}"\}$/, '}'));
  return end !== undefined && slotText(end) === line ? end : undefined;
};

const newest = (slots: readonly (Link | undefined)[]): Link | undefined =>
  slots.reduce((one, other) => ((other?.seq ?? -1) > (one?.seq ?? -1) ? other : one), undefined);
