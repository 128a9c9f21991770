import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalText } from '../../engine/index.ts';
import { type Ingredients, keyOf, type Play, type PlayResult } from '../../engine/lab/study/index.ts';
import { makeFolderSync } from '../store/files.ts';
import { nodeCrypto } from '../store/nodeCrypto.ts';
import { sha256 } from '../store/sha256.ts';

/** A result as it is kept, with what it depends on. */
export interface KeptResult {
  readonly ingredients: Ingredients;
  readonly result: PlayResult;
}

/**
 * The results of plays in a folder, each in a file named by its key: the same play writes the same bytes, here and on every other
 * machine. A file has two lines, the result and the SHA-256 of that line. It is written under another name and then renamed: it is there
 * whole, or not at all.
 */
export class ResultStore {
  readonly folder: string;
  /** Files that were cut or changed, or stand under another's name. Their results are computed again. */
  readonly damaged: string[] = [];
  readonly #made = new Set<string>();

  constructor(folder: string) {
    this.folder = folder;
  }

  read({ key }: Pick<Play, 'key'>): PlayResult | undefined {
    return this.readKept(key)?.result;
  }

  write({ key, ingredients }: Pick<Play, 'key' | 'ingredients'>, result: PlayResult): void {
    const path = this.pathOf(key);
    const line = canonicalText({ ingredients, result });
    const folder = join(this.folder, key.slice(0, 2));
    if (!this.#made.has(folder)) makeFolderSync(folder);
    this.#made.add(folder);
    // Processes of several machines may share the folder.
    const partial = `${path}.${nodeCrypto().randomUUID()}.tmp`;
    writeFileSync(partial, `${line}\n${sha256(line)}\n`);
    renameSync(partial, path);
  }

  /** The keys of all results in the folder, sorted. */
  *keys(): Iterable<string> {
    for (const part of namesIn(this.folder)) {
      if (!/^[0-9a-f]{2}$/.test(part)) continue;
      for (const name of namesIn(join(this.folder, part))) if (name.endsWith('.json')) yield name.slice(0, -'.json'.length);
    }
  }

  pathOf(key: string): string {
    return join(this.folder, key.slice(0, 2), `${key}.json`);
  }

  /** The result in a file: its text must have its digest, and its ingredients must be those that its name is the digest of. */
  readKept(key: string): KeptResult | undefined {
    const path = this.pathOf(key);
    const text = textOf(path);
    if (text === undefined) return undefined;
    const [line = '', digest] = text.split('\n');
    const kept = digest === sha256(line) ? (JSON.parse(line) as KeptResult) : undefined;
    if (kept !== undefined && keyOf(kept.ingredients, sha256) === key) return kept;
    if (!this.damaged.includes(path)) this.damaged.push(path);
    return undefined;
  }
}

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
};

const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
};

const isAbsence = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
