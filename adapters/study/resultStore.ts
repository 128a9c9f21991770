import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalText } from '../../engine/kernel/index.ts';
import { computeKey, type Ingredients, type Play, type PlayResult } from '../../engine/lab/study/index.ts';
import { makeFolderSync } from '../store/files.ts';
import { nodeCrypto } from '../store/nodeCrypto.ts';
import { sha256 } from '../store/sha256.ts';
import { type KeptText, ResultPacks } from './resultPacks.ts';

/** A result as it is kept, with what it depends on. */
export interface KeptResult {
  readonly ingredients: Ingredients;
  readonly result: PlayResult;
}

/**
 * The results of plays in a folder, each in a file named by its key: the same play writes the same bytes, here and on every other
 * machine. A file has two lines, the result and the SHA-256 of that line. It is written under another name and then renamed: it is there
 * whole, or not at all. Of those that this process has written, so many at a time are brought together into one file.
 */
export class ResultStore {
  readonly folder: string;
  /** Files that were cut or changed, or stand under another's name. Their results are computed again. */
  readonly damaged: string[] = [];
  readonly #made = new Set<string>();
  readonly #packs: ResultPacks;
  readonly #loose: KeptText[] = [];
  #looseLength = 0;

  /** So few files of their own stay beside the packs. */
  readonly #packedAtOnce: number;

  constructor(folder: string, packedAtOnce = 1_000) {
    this.folder = folder;
    this.#packedAtOnce = packedAtOnce;
    this.#packs = new ResultPacks(folder, (path) => this.damaged.push(path));
  }

  read({ key }: Pick<Play, 'key'>): PlayResult | undefined {
    return this.readKept(key)?.result;
  }

  write({ key, ingredients }: Pick<Play, 'key' | 'ingredients'>, result: PlayResult): void {
    const path = this.#loosePath(key);
    const line = canonicalText({ ingredients, result });
    const folder = join(this.folder, key.slice(0, 2));
    if (!this.#made.has(folder)) makeFolderSync(folder);
    this.#made.add(folder);
    // Processes of several machines may share the folder.
    const partial = `${path}.${nodeCrypto().randomUUID()}.tmp`;
    const text = `${line}\n${sha256(line)}\n`;
    writeFileSync(partial, text);
    renameSync(partial, path);
    this.#loose.push({ key, text });
    this.#looseLength += text.length;
    if (this.#loose.length >= this.#packedAtOnce || this.#looseLength >= packLengthMax) this.#pack();
  }

  /** First the pack, and then without the files: whatever ends the process between them, nothing is lost. */
  #pack(): void {
    const results = this.#loose.splice(0);
    this.#looseLength = 0;
    this.#packs.write(results);
    for (const { key } of results) rmSync(this.#loosePath(key), { force: true });
  }

  /** The keys of all results in the folder: those with files of their own, sorted, and then those in packs. */
  *keys(): Iterable<string> {
    for (const part of namesIn(this.folder)) {
      if (!/^[0-9a-f]{2}$/.test(part)) continue;
      for (const name of namesIn(join(this.folder, part))) if (name.endsWith('.json')) yield name.slice(0, -'.json'.length);
    }
    for (const key of this.#packs.keys()) if (!existsSync(this.#loosePath(key))) yield key;
  }

  /** The file that has a result, or would have it. */
  findPath(key: string): string {
    const loose = this.#loosePath(key);
    return existsSync(loose) ? loose : (this.#packs.findPlaces(key)[0]?.path ?? loose);
  }

  #loosePath(key: string): string {
    return join(this.folder, key.slice(0, 2), `${key}.json`);
  }

  /** The result in a file of its own, or in a pack: its text must have its digest, and its ingredients must be those that its name is the digest of. */
  readKept(key: string): KeptResult | undefined {
    const loose = this.#loosePath(key);
    const ofItsOwn = readTextIfAny(loose);
    const kept = ofItsOwn === undefined ? undefined : this.#checkText(ofItsOwn, key, loose);
    if (kept !== undefined) return kept;
    for (const place of this.#packs.findPlaces(key)) {
      const packed = this.#checkText(this.#packs.textAt(place), key, place.path);
      if (packed !== undefined) return packed;
    }
    return undefined;
  }

  #checkText(text: string, key: string, path: string): KeptResult | undefined {
    const [line = '', digest] = text.split('\n');
    const kept = digest === sha256(line) ? (JSON.parse(line) as KeptResult) : undefined;
    if (kept !== undefined && computeKey(kept.ingredients, sha256) === key) return kept;
    if (!this.damaged.includes(path)) this.damaged.push(path);
    return undefined;
  }
}

/** Characters: a pack is put together in memory. */
const packLengthMax = 32_000_000;

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
};

const readTextIfAny = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
};

const isAbsence = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
