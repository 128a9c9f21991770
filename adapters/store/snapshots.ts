import { join } from 'node:path';
import type { Disk } from './disk.ts';
import type { FilePosition } from './file/framing.ts';
import { bytesBetween, tidy, writeWhole } from './files.ts';
import { nodeCrypto } from './nodeCrypto.ts';
import { thinSnapshots } from './snapshotRetention.ts';
import type { Snapshot } from './store.ts';

/** The first line of a snapshot file. */
interface Head {
  readonly snapshot: number;
  /** The entry at which the snapshot was taken. */
  readonly seq: number;
  /** A position in the log at that entry or before; null for the position after its header. */
  readonly place: FilePosition | null;
  readonly bytes: number;
  readonly sha256: string;
}

/** The snapshots of a world: `snapshot-<seq>.bin` beside its log. Each can be made again from the log, so a damaged one is skipped. */
export class Snapshots {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #max: number;
  /** By seq, oldest first. */
  #places: ReadonlyMap<number, FilePosition | null>;
  /** Snapshots that do not belong to this log, or are damaged. */
  #unfit: readonly number[];

  private constructor(disk: Disk, folder: string, max: number, places: ReadonlyMap<number, FilePosition | null>, unfit: readonly number[]) {
    this.#disk = disk;
    this.#folder = folder;
    this.#max = max;
    this.#places = places;
    this.#unfit = unfit;
  }

  /** The snapshots in a folder whose position belongs to this log, and the others. */
  static async of(disk: Disk, folder: string, max: number, isPlace: (place: FilePosition) => Promise<boolean>): Promise<Snapshots> {
    const places = new Map<number, FilePosition | null>();
    const names = await disk.readdir(folder);
    for (const partial of names.filter((name) => name.endsWith('.tmp'))) await tidy(disk, join(folder, partial));
    const unfit: number[] = [];
    for (const seq of names.flatMap(parseName).sort((a, b) => a - b)) {
      const place = await placeIn(disk, join(folder, formatName(seq)), seq);
      if (place === null || (place !== undefined && (await isPlace(place)))) places.set(seq, place);
      else unfit.push(seq);
    }
    return new Snapshots(disk, folder, max, places, unfit);
  }

  get seqs(): readonly number[] {
    return [...this.#places.keys()];
  }

  /** The newest entry that a snapshot was taken at, even if the snapshot does not fit: the log once had the entry. */
  get proven(): number {
    return Math.max(0, ...this.seqs, ...this.#unfit);
  }

  /** The positions in the snapshots, in ascending order. */
  get places(): readonly FilePosition[] {
    return [...this.#places.values()].filter((place) => place !== null);
  }

  /** The last position at or before an entry that a snapshot has. */
  placeBefore(seq: number): FilePosition | undefined {
    return this.places.findLast((place) => place.seq <= seq);
  }

  /** Removes the snapshots of lost entries, and snapshots that do not fit. */
  async forget(after: number): Promise<void> {
    const lost = this.seqs.filter((seq) => seq > after);
    for (const seq of [...lost, ...this.#unfit]) await this.#disk.rm(join(this.#folder, formatName(seq)), { force: true });
    this.#places = new Map([...this.#places].filter(([seq]) => seq <= after));
    this.#unfit = [];
  }

  async save(seq: number, place: FilePosition | undefined, bytes: Uint8Array): Promise<void> {
    const head = JSON.stringify({
      snapshot: 1,
      seq,
      place: place ?? null,
      bytes: bytes.length,
      sha256: await computeDigest(bytes),
    } satisfies Head);
    await writeWhole(this.#disk, join(this.#folder, formatName(seq)), [
      Buffer.from(`${head}\n${nodeCrypto().hash('sha256', head)}\n`),
      bytes,
    ]);
    const all = new Map([...this.#places, [seq, place ?? null] as const].sort(([a], [b]) => a - b));
    const retained = new Set(thinSnapshots([...all.keys()], this.#max));
    this.#places = new Map([...all].filter(([each]) => retained.has(each)));
    for (const each of all.keys()) if (!retained.has(each)) await tidy(this.#disk, join(this.#folder, formatName(each)));
  }

  /** The newest intact snapshot at or before an entry. */
  async load(seq: number): Promise<Snapshot | undefined> {
    for (const each of this.seqs.filter((one) => one <= seq).reverse()) {
      const bytes = await wholeFile(this.#disk, join(this.#folder, formatName(each))).catch(() => undefined);
      const head = bytes === undefined ? undefined : parseHead(bytes);
      if (bytes === undefined || head === undefined) continue;
      const content = bytes.subarray(bytes.length - head.bytes);
      if ((await computeDigest(content)) === head.sha256) return { seq: each, bytes: content };
    }
    return undefined;
  }
}

/** Long data is hashed in pieces, with other work in between. */
const computeDigest = async (bytes: Uint8Array): Promise<string> => {
  const digest = nodeCrypto().createHash('sha256');
  for (let at = 0; at < bytes.length; at += digestedAtOnce) {
    digest.update(bytes.subarray(at, at + digestedAtOnce));
    if (at + digestedAtOnce < bytes.length) await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return digest.digest('hex');
};

const digestedAtOnce = 2 ** 21;

/** The newest entry that a snapshot among these names was taken at; 0 without any. */
export const newestAmong = (names: readonly string[]): number => Math.max(0, ...names.flatMap(parseName));

const formatName = (seq: number): string => `snapshot-${seq}.bin`;
const parseName = (name: string): number[] => {
  const [, seq] = /^snapshot-(\d{1,15})\.bin$/.exec(name) ?? [];
  return seq === undefined ? [] : [Number(seq)];
};

/** More than any head has. */
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
    const head = parseHead(await bytesBetween(file, 0, headBytesMax));
    return head?.seq === seq ? head.place : undefined;
  } finally {
    await file.close();
  }
};

/** Undefined unless it is as it was written: its digest is on the second line. */
const parseHead = (bytes: Buffer): Head | undefined => {
  const [head = '', digest] = bytes.subarray(0, headBytesMax).toString('latin1').split('\n', 2);
  return nodeCrypto().hash('sha256', head) === digest ? (JSON.parse(head) as Head) : undefined;
};
