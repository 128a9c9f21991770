import type { Link } from './chain.ts';
import type { DiskFile } from './disk.ts';
import { writeAll } from './files.ts';
import type { Encoded, Encoder, FilePosition } from './framing.ts';
import { problemOf } from './problems.ts';
import type { Syncing } from './syncing.ts';

/** The file of a log, and what of it is kept: all or nothing of each batch. Whoever writes waits for the write before. */
export class GrowingFile {
  readonly #path: string;
  readonly #file: DiskFile;
  readonly #syncing: Syncing;
  #kept: FilePosition;
  #encoder: Encoder;
  /** Whether something may stand behind what is kept: a write that failed, and could not be taken back yet. */
  #isRagged = false;

  constructor(
    path: string,
    file: DiskFile,
    syncing: Syncing,
    { kept, encoder }: { readonly kept: FilePosition; readonly encoder: Encoder },
  ) {
    this.#path = path;
    this.#file = file;
    this.#syncing = syncing;
    this.#kept = kept;
    this.#encoder = encoder;
  }

  /** Where the file ends, as far as it is kept. */
  get kept(): FilePosition {
    return this.#kept;
  }

  /** Writes a batch behind what is kept, and keeps it. */
  async grow(text: Buffer, end: Link): Promise<void> {
    await this.#put(this.#encoder.batch(text, this.#kept), end);
  }

  /** Makes the end of the file a place from which one can read on. */
  async end(): Promise<void> {
    const ending = this.#encoder.ending();
    if (ending.bytes.length > 0) await this.#put(ending, this.#kept);
  }

  async close(): Promise<void> {
    try {
      // A log on a full disk is whole without its end.
      await this.end().catch(() => {});
      await this.#mend();
      await this.#syncing.end();
    } catch (error) {
      throw problemOf(this.#path, error);
    } finally {
      await this.#file.close();
    }
  }

  async #put({ bytes, next }: Encoded, { seq, link }: Link): Promise<void> {
    try {
      this.#syncing.check();
      await this.#mend();
      this.#isRagged = true;
      await writeAll(this.#file, bytes, this.#kept.offset);
      await this.#syncing.written();
    } catch (error) {
      // As soon as can be, so that whoever reads the file finds no half of a batch; else before the next write.
      await this.#mend().catch(() => {});
      throw problemOf(this.#path, error);
    }
    this.#isRagged = false;
    this.#encoder = next;
    this.#kept = { seq, link, offset: this.#kept.offset + bytes.length };
  }

  async #mend(): Promise<void> {
    if (!this.#isRagged) return;
    await this.#file.truncate(this.#kept.offset);
    this.#isRagged = false;
  }
}
