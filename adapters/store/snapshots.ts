import { createHash, hash } from 'node:crypto';
import { join } from 'node:path';
import type { Disk } from './disk.ts';
import { bytesBetween, tidy, writeWhole } from './files.ts';
import type { FilePosition } from './framing.ts';
import { thinSnapshots } from './snapshotRetention.ts';
import type { Snapshot } from './store.ts';

/** What a snapshot file begins with: one line. */
interface Head {
  readonly snapshot: number;
  /** The entry up to which the bytes are folded. */
  readonly seq: number;
  /** Where the log can be read on, at that entry or before; null for behind its header. */
  readonly place: FilePosition | null;
  readonly bytes: number;
  readonly sha256: string;
}

/** The snapshots of a world: `snapshot-<seq>.bin` beside its log. All of them can be made anew from it: one that is damaged is passed over. */
export class Snapshots {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #max: number;
  /** By seq, oldest first. */
  #places: ReadonlyMap<number, FilePosition | null>;

  private constructor(disk: Disk, folder: string, max: number, places: ReadonlyMap<number, FilePosition | null>) {
    this.#disk = disk;
    this.#folder = folder;
    this.#max = max;
    this.#places = places;
  }

  /** Those in a folder whose place is one of this log; what belongs to an end of the log that was lost is removed. */
  static async of(disk: Disk, folder: string, max: number, isPlace: (place: FilePosition) => Promise<boolean>): Promise<Snapshots> {
    const places = new Map<number, FilePosition | null>();
    const names = await disk.readdir(folder);
    for (const partial of names.filter((name) => name.endsWith('.tmp'))) await tidy(disk, join(folder, partial));
    for (const seq of names.flatMap(seqOf).sort((a, b) => a - b)) {
      const place = await placeIn(disk, join(folder, nameOf(seq)), seq);
      if (place === null || (place !== undefined && (await isPlace(place)))) places.set(seq, place);
      else await disk.rm(join(folder, nameOf(seq)), { force: true });
    }
    return new Snapshots(disk, folder, max, places);
  }

  get seqs(): readonly number[] {
    return [...this.#places.keys()];
  }

  /** The places that they know, the first of the log first. */
  get places(): readonly FilePosition[] {
    return [...this.#places.values()].filter((place) => place !== null);
  }

  /** The last place at or before an entry that a snapshot knows. */
  placeBefore(seq: number): FilePosition | undefined {
    return this.places.findLast((place) => place.seq <= seq);
  }

  /** Those of entries that are lost stand for nothing any more. */
  async forget(after: number): Promise<void> {
    const lost = this.seqs.filter((seq) => seq > after);
    for (const seq of lost) await this.#disk.rm(join(this.#folder, nameOf(seq)), { force: true });
    this.#places = new Map([...this.#places].filter(([seq]) => seq <= after));
  }

  async save(seq: number, place: FilePosition | undefined, bytes: Uint8Array): Promise<void> {
    const head = JSON.stringify({
      snapshot: 1,
      seq,
      place: place ?? null,
      bytes: bytes.length,
      sha256: await digestOf(bytes),
    } satisfies Head);
    await writeWhole(this.#disk, join(this.#folder, nameOf(seq)), [Buffer.from(`${head}\n${hash('sha256', head)}\n`), bytes]);
    const all = new Map([...this.#places, [seq, place ?? null] as const].sort(([a], [b]) => a - b));
    const kept = new Set(thinSnapshots([...all.keys()], this.#max));
    this.#places = new Map([...all].filter(([each]) => kept.has(each)));
    for (const each of all.keys()) if (!kept.has(each)) await tidy(this.#disk, join(this.#folder, nameOf(each)));
  }

  /** The newest at or before an entry whose bytes are as they were saved. */
  async load(seq: number): Promise<Snapshot | undefined> {
    for (const each of this.seqs.filter((one) => one <= seq).reverse()) {
      const bytes = await wholeFile(this.#disk, join(this.#folder, nameOf(each))).catch(() => undefined);
      const head = bytes === undefined ? undefined : headOf(bytes);
      if (bytes === undefined || head === undefined) continue;
      const content = bytes.subarray(bytes.length - head.bytes);
      if ((await digestOf(content)) === head.sha256) return { seq: each, bytes: content };
    }
    return undefined;
  }
}

/** What is long is gone through in pieces, and others have their turn in between. */
const digestOf = async (bytes: Uint8Array): Promise<string> => {
  const digest = createHash('sha256');
  for (let at = 0; at < bytes.length; at += digestedAtOnce) {
    digest.update(bytes.subarray(at, at + digestedAtOnce));
    if (at + digestedAtOnce < bytes.length) await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return digest.digest('hex');
};

const digestedAtOnce = 2 ** 21;

const nameOf = (seq: number): string => `snapshot-${seq}.bin`;
const seqOf = (name: string): number[] => {
  const [, seq] = /^snapshot-(\d{1,15})\.bin$/.exec(name) ?? [];
  return seq === undefined ? [] : [Number(seq)];
};

/** Longer than any head is. */
const headBytesMax = 1_024;

const wholeFile = async (disk: Disk, path: string): Promise<Buffer> => {
  const file = await disk.open(path, 'r');
  try {
    return await bytesBetween(file, 0, Number.POSITIVE_INFINITY);
  } finally {
    await file.close();
  }
};

const placeIn = async (disk: Disk, path: string, seq: number): Promise<FilePosition | null | undefined> => {
  const file = await disk.open(path, 'r');
  try {
    const head = headOf(await bytesBetween(file, 0, headBytesMax));
    return head?.seq === seq ? head.place : undefined;
  } finally {
    await file.close();
  }
};

/** Undefined unless it is as it was written: its own digest stands on the second line. */
const headOf = (bytes: Buffer): Head | undefined => {
  const [head = '', digest] = bytes.subarray(0, headBytesMax).toString('latin1').split('\n', 2);
  return hash('sha256', head) === digest ? (JSON.parse(head) as Head) : undefined;
};
