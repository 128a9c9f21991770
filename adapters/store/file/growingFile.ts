import type { DiskFile } from '../disk.ts';
import { bytesBetween, writeAll } from '../files.ts';
import { explainError } from '../problems.ts';
import type { Link } from './chain.ts';
import type { Encoded, Encoder, FilePosition } from './framing.ts';
import type { Syncing } from './syncing.ts';

/** How many bytes before a position are stored with it. The last 8 of a gzip member are the checksum and the length of its text. */
const bytesBefore = 16;

/** The file of a log, and its durable end. Each batch is written completely or not at all, after the write before it has ended. */
export class GrowingFile {
  readonly #path: string;
  readonly #file: DiskFile;
  readonly #syncing: Syncing;
  #kept: FilePosition;
  #encoder: Encoder;
  /** Resolves while this process may write: nothing is acknowledged otherwise. */
  readonly #confirm: () => Promise<void>;
  /** Whether the file may have bytes after its durable end: a write failed, and could not be undone yet. */
  #isRagged = false;

  constructor(
    path: string,
    file: DiskFile,
    syncing: Syncing,
    { kept, encoder }: { readonly kept: FilePosition; readonly encoder: Encoder },
    confirm: () => Promise<void>,
  ) {
    this.#path = path;
    this.#file = file;
    this.#syncing = syncing;
    this.#kept = kept;
    this.#encoder = encoder;
    this.#confirm = confirm;
  }

  /** The durable end of the file. */
  get kept(): FilePosition {
    return this.#kept;
  }

  /** Writes a batch at the durable end, and makes it durable. */
  async grow(text: readonly Uint8Array[], end: Link): Promise<void> {
    await this.#write(this.#encoder.batch(text, this.#kept), end);
  }

  /** Makes the end of the file a position at which reading can begin, and returns it such that it can be stored. */
  async place(): Promise<FilePosition> {
    await this.end();
    const { offset } = this.#kept;
    const before = await bytesBetween(this.#file, Math.max(offset - bytesBefore, 0), offset).catch((error: unknown) => {
      throw explainError(this.#path, error);
    });
    return { ...this.#kept, before: before.toString('hex') };
  }

  /** Makes the end of the file a position at which reading can begin. */
  async end(): Promise<void> {
    const ending = this.#encoder.ending();
    if (ending.pieces.length > 0) await this.#write(ending, this.#kept);
  }

  /** Makes everything durable now, even if the policy syncs later or never. */
  async makeDurable(): Promise<void> {
    await this.#syncing.now().catch((error: unknown) => {
      throw explainError(this.#path, error);
    });
  }

  async close(): Promise<void> {
    try {
      // A log is complete without this ending, for example on a full disk.
      await this.end().catch(() => {});
      await this.#truncate();
      await this.#syncing.end();
    } catch (error) {
      throw explainError(this.#path, error);
    } finally {
      await this.#file.close();
    }
  }

  async #write({ pieces, next }: Encoded, { seq, link, owner }: Link): Promise<void> {
    let { offset } = this.#kept;
    try {
      await this.#confirm();
      this.#syncing.check();
      await this.#truncate();
      this.#isRagged = true;
      for (const bytes of inBlocks(pieces)) {
        await writeAll(this.#file, bytes, offset);
        offset += bytes.length;
      }
      await this.#syncing.afterWrite();
      await this.#confirm();
    } catch (error) {
      // Undone as soon as possible, so that readers of the file find no part of a batch; else before the next write.
      await this.#truncate().catch(() => {});
      throw explainError(this.#path, error);
    }
    this.#isRagged = false;
    this.#encoder = next;
    this.#kept = { seq, link, ...(owner === undefined ? {} : { owner }), offset };
    // Nothing takes the batch back from here on: it is acknowledged.
    await this.#syncing.acknowledge(this.#kept);
  }

  async #truncate(): Promise<void> {
    if (!this.#isRagged) return;
    await this.#file.truncate(this.#kept.offset);
    this.#isRagged = false;
  }
}

/** The maximum size to join: copying a long batch at once would block every other call. */
const blockBytes = 262_144;

/** The same bytes in fewer pieces: short ones are joined. */
function* inBlocks(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  let [some, length]: [Uint8Array[], number] = [[], 0];
  const join = (): Uint8Array => (some.length === 1 ? (some[0] as Uint8Array) : Buffer.concat(some));
  for (const piece of pieces) {
    if (length > 0 && length + piece.length > blockBytes) {
      yield join();
      [some, length] = [[], 0];
    }
    some.push(piece);
    length += piece.length;
  }
  if (length > 0) yield join();
}
