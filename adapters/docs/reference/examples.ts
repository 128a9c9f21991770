import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { Json } from '../../../engine/kernel/index.ts';
import { filesBelow } from '../../cli/files.ts';

/** Values in files of the repository, as examples for a key. */
export class Examples {
  /** By path: the names that lead there, through lists. */
  readonly #values = new Map<string, Json[]>();

  constructor(files: readonly Json[]) {
    for (const file of files) this.#collect(file, '');
  }

  /** The files with this ending below the folders. */
  static below(top: string, folders: readonly string[], ending: string, more: readonly string[] = []): Examples {
    const files = folders.flatMap((folder) => filesBelow(join(top, folder), [ending]));
    const texts = [...files.map((file) => readFileSync(file, 'utf8')), ...more];
    return new Examples(texts.map((text) => parse(text, { version: '1.2', schema: 'core' }) as Json));
  }

  /** The shortest value that a file has at a path, as YAML; `undefined` if no file has one. `*` matches any name. */
  shortest(path: readonly string[]): string | undefined {
    const text = path.join('.');
    if (!path.includes('*')) return findShortest(this.#values.get(text) ?? []);
    const pattern = new RegExp(`^${path.map((name) => (name === '*' ? '[^.]+' : name.replaceAll(/[^\w*]/g, '\\$&'))).join('\\.')}$`);
    return findShortest([...this.#values].flatMap(([at, values]) => (pattern.test(at) ? values : [])));
  }

  /** The same of a path that begins anywhere in a file. */
  shortestAnywhere(path: readonly string[]): string | undefined {
    const end = `.${path.join('.')}`;
    return findShortest([...this.#values].flatMap(([at, values]) => (at.endsWith(end) ? values : [])));
  }

  #collect(data: Json, path: string): void {
    if (data === null || typeof data !== 'object') return;
    if (Array.isArray(data)) {
      for (const item of data as readonly Json[]) this.#collect(item, path);
      return;
    }
    for (const [name, value] of Object.entries(data as { readonly [key: string]: Json })) {
      const at = path === '' ? name : `${path}.${name}`;
      const values = this.#values.get(at);
      if (values === undefined) this.#values.set(at, [value]);
      else values.push(value);
      this.#collect(value, at);
    }
  }
}

const findShortest = (values: readonly Json[]): string | undefined =>
  [...new Set(values.map((value) => JSON.stringify(value)))].sort(byLength).map((text) => yamlText(JSON.parse(text) as Json))[0];

/** Values with variables say less than others. */
const byLength = (a: string, b: string): number =>
  Number(a.includes('$')) - Number(b.includes('$')) || a.length - b.length || (a < b ? -1 : 1);

const yamlText = (value: Json): string => stringify(value, { collectionStyle: 'flow', lineWidth: 0, version: '1.2' }).trim();
