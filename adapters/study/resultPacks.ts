import { closeSync, openSync, readdirSync, readSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderSync } from '../store/files.ts';
import { nodeCrypto } from '../store/nodeCrypto.ts';
import { sha256 } from '../store/sha256.ts';

/** A result in the text that a file of its own would have. */
export interface KeptText {
  readonly key: string;
  readonly text: string;
}

/** Where a result is: in which pack, and from which byte on. */
export interface PackedPlace {
  readonly path: string;
  readonly at: number;
  readonly bytes: number;
}

const packFolder = 'packs';
const newline = 10;

/**
 * Results of which many are in one file: a million files would be slow to list, copy and remove. The first line of a pack says which results it has, and how
 * long each is; their texts follow. A pack is written under another name and then renamed, is named by its digest, and is never changed.
 */
export class ResultPacks {
  readonly #folder: string;
  readonly #onDamage: (path: string) => void;
  /** A result that was cut in one pack may be whole in a later one. */
  readonly #places = new Map<string, PackedPlace[]>();
  readonly #read = new Set<string>();
  /** When the folder last changed, as far as was looked. */
  #changedMs = Number.NaN;

  /** `onDamage` is told of packs whose first line was changed: their results are made again. */
  constructor(folder: string, onDamage: (path: string) => void) {
    this.#folder = join(folder, packFolder);
    this.#onDamage = onDamage;
  }

  write(results: readonly KeptText[]): void {
    const header = JSON.stringify(results.map(({ key, text }) => [key, Buffer.byteLength(text)]));
    const whole = `${header}\n${results.map(({ text }) => text).join('')}`;
    makeFolderSync(this.#folder);
    const path = join(this.#folder, `${sha256(whole)}.pack`);
    const partial = `${path}.${nodeCrypto().randomUUID()}.tmp`;
    writeFileSync(partial, whole);
    renameSync(partial, path);
  }

  /** Where a result is. Others may have written packs meanwhile. */
  findPlaces(key: string): readonly PackedPlace[] {
    if (!this.#places.has(key)) this.#look();
    return this.#places.get(key) ?? [];
  }

  textAt({ path, at, bytes }: PackedPlace): string {
    return readBytes(path, at, bytes).toString('utf8');
  }

  keys(): Iterable<string> {
    this.#look();
    return this.#places.keys();
  }

  #look(): void {
    const changedMs = readChangeTime(this.#folder);
    if (changedMs === undefined || changedMs === this.#changedMs) return;
    this.#changedMs = changedMs;
    for (const name of readdirSync(this.#folder).sort()) {
      if (!name.endsWith('.pack') || this.#read.has(name)) continue;
      this.#read.add(name);
      const path = join(this.#folder, name);
      const places = placesIn(path);
      if (places === undefined) this.#onDamage(path);
      for (const [key, place] of places ?? []) this.#places.set(key, [...(this.#places.get(key) ?? []), place]);
    }
  }
}

const readChangeTime = (folder: string): number | undefined => statSync(folder, { throwIfNoEntry: false })?.mtimeMs;

/** Undefined where the first line is not that of a pack. */
const placesIn = (path: string): readonly (readonly [string, PackedPlace])[] | undefined => {
  const header = firstLine(path);
  const entries = entriesIn(header);
  let at = header.length + 1;
  return entries?.map(([key, bytes]) => {
    const place = { path, at, bytes };
    at += bytes;
    return [key, place] as const;
  });
};

const entriesIn = (header: Buffer): readonly (readonly [string, number])[] | undefined => {
  try {
    const entries: unknown = JSON.parse(header.toString('utf8'));
    return Array.isArray(entries) && entries.every((entry) => Array.isArray(entry) && Number.isSafeInteger(entry[1])) ? entries : undefined;
  } catch {
    return undefined;
  }
};

const headerBytes = 1 << 18;

const firstLine = (path: string): Buffer => {
  for (let size = headerBytes; ; size *= 2) {
    const bytes = readBytes(path, 0, size);
    const end = bytes.indexOf(newline);
    if (end >= 0) return bytes.subarray(0, end);
    if (bytes.length < size) return Buffer.alloc(0);
  }
};

const readBytes = (path: string, at: number, size: number): Buffer => {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(size);
    return bytes.subarray(0, readSync(file, bytes, 0, size, at));
  } finally {
    closeSync(file);
  }
};
