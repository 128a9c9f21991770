import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalText } from '../../engine/index.ts';
import type { Ingredients, Play, PlayResult } from '../../engine/study/index.ts';
import { sha256 } from '../store/sha256.ts';

/** A result as it is kept, with what it depends on. */
export interface Kept {
  readonly ingredients: Ingredients;
  readonly result: PlayResult;
}

/**
 * The results of plays in a folder, each in a file named by its key: whoever computes one, here or on another machine, writes the same
 * bytes. A file has two lines, the result and the SHA-256 of that line. It is written under another name and then renamed: it is there
 * whole, or not at all.
 */
export class ResultStore {
  readonly folder: string;
  /** Files that were cut or changed. Their results are computed again. */
  readonly damaged: string[] = [];
  readonly #made = new Set<string>();

  constructor(folder: string) {
    this.folder = folder;
  }

  read(play: Pick<Play, 'key'>): PlayResult | undefined {
    return this.readFile(this.#pathOf(play.key))?.result;
  }

  write({ key, ingredients }: Play, result: PlayResult): void {
    const path = this.#pathOf(key);
    const line = canonicalText({ ingredients, result });
    const folder = join(this.folder, key.slice(0, 2));
    if (!this.#made.has(folder)) mkdirSync(folder, { recursive: true });
    this.#made.add(folder);
    const partial = `${path}.${process.pid}.tmp`;
    writeFileSync(partial, `${line}\n${sha256(line)}\n`);
    renameSync(partial, path);
  }

  /** All results in the folder. */
  *all(): Iterable<Kept & { readonly key: string }> {
    for (const part of this.#names(this.folder)) {
      for (const name of this.#names(join(this.folder, part))) {
        if (!name.endsWith('.json')) continue;
        const kept = this.readFile(join(this.folder, part, name));
        if (kept !== undefined) yield { ...kept, key: name.slice(0, -'.json'.length) };
      }
    }
  }

  #names(folder: string): readonly string[] {
    try {
      return readdirSync(folder).sort();
    } catch {
      return [];
    }
  }

  readFile(path: string): Kept | undefined {
    const text = textOf(path);
    if (text === undefined) return undefined;
    const [line = '', digest] = text.split('\n');
    if (digest === sha256(line)) return JSON.parse(line) as Kept;
    this.damaged.push(path);
    return undefined;
  }

  #pathOf(key: string): string {
    return join(this.folder, key.slice(0, 2), `${key}.json`);
  }
}

const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};
