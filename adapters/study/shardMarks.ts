import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderSync } from '../store/files.ts';
import type { Shard } from './shard.ts';

/** Below the results: an empty file for each shard that was computed there, such as `3-of-20`. */
const markFolder = 'shards';

/** Notes that a shard writes into this folder, so that a merge knows of how many. */
export const markShard = (folder: string, { number, of }: Shard): void => {
  makeFolderSync(join(folder, markFolder));
  writeFileSync(join(folder, markFolder, `${number}-of-${of}`), '');
};

/** Into how many shards the work in these folders was dealt; undefined if that is not known, or not the same for all. */
export const readShardCount = (folders: readonly string[]): number | undefined => {
  const counts = new Set(folders.flatMap(marksIn));
  const [count] = counts;
  return counts.size === 1 ? count : undefined;
};

const marksIn = (folder: string): readonly number[] => {
  try {
    return readdirSync(join(folder, markFolder)).flatMap((name) => {
      const [, of] = /^\d+-of-(\d+)$/.exec(name) ?? [];
      return of === undefined ? [] : [Number(of)];
    });
  } catch {
    return [];
  }
};
