import type { KnownResults } from './knownResults.ts';
import { ResultStore } from './resultStore.ts';

export interface Merged {
  /** How many results were copied. */
  readonly copied: number;
  /** How many were there already. */
  readonly known: number;
  /** Files that were cut or changed. They are left out. */
  readonly damaged: readonly string[];
}

/** Brings the results of other folders into a store. What it has already stays. */
export const mergeInto = ({ store }: Pick<KnownResults, 'store'>, folders: readonly string[]): Merged => {
  let [copied, known] = [0, 0];
  const damaged: string[] = [];
  for (const folder of folders) {
    const other = new ResultStore(folder);
    for (const key of other.keys()) {
      if (store.read({ key }) !== undefined) {
        known += 1;
        continue;
      }
      const kept = other.readKept(key);
      if (kept === undefined) continue;
      store.write({ key, ingredients: kept.ingredients }, kept.result);
      copied += 1;
    }
    damaged.push(...other.damaged);
  }
  return { copied, known, damaged };
};
