import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { askWhetherMeant } from '../../engine/kernel/index.ts';

/** Explains that a file is missing: suggests one with a similar name, or lists the folder that was searched and its files of the kind. */
export const explainMissing = (path: string, what = 'file or folder'): string => {
  const folder = dirname(resolve(path));
  const missing = `there is no such ${what}`;
  if (!existsSync(folder)) return `${missing}; there is no folder ${folder}, either: give a path from ${process.cwd()}`;
  const beside = listNames(folder);
  const near = askWhetherMeant(basename(path), beside);
  if (near !== '') return `${missing}${near}`;
  const alike = beside.filter((name) => extname(name) === extname(path));
  if (alike.length === 0) return `${missing}; it was looked for in ${folder}`;
  return `${missing}; ${folder} has ${alike.slice(0, namedMax).join(', ')}${alike.length > namedMax ? ', …' : ''}`;
};

/** The names in a folder; none if it cannot be read. */
const listNames = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** More files of a folder than this are not named. */
const namedMax = 5;
