/** A key of an object within a value, and the name that it is to have. */
export interface Renaming {
  readonly at: readonly (string | number)[];
  readonly key: string;
  readonly to: string;
}

/** A copy in which keys have other names. A key stays as it is if its object has one of the new name already. */
export const renameKeys = (value: unknown, renamings: readonly Renaming[], depth = 0): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const below = groupByNext(renamings, depth);
  const valueAt = (key: string | number, one: unknown): unknown => {
    const some = below.get(key);
    return some === undefined ? one : renameKeys(one, some, depth + 1);
  };
  if (Array.isArray(value)) return value.map((one, k) => valueAt(k, one));
  const names = new Set(Object.keys(value));
  const renamed = new Map<string, string>();
  for (const { at, key, to } of renamings) {
    if (at.length > depth || names.has(to)) continue;
    renamed.set(key, to);
    names.add(to);
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [renamed.get(key) ?? key, valueAt(key, one)]));
};

const groupByNext = (renamings: readonly Renaming[], depth: number): ReadonlyMap<string | number, readonly Renaming[]> => {
  const groups = new Map<string | number, Renaming[]>();
  for (const renaming of renamings) {
    const next = renaming.at[depth];
    if (next === undefined) continue;
    const group = groups.get(next);
    if (group === undefined) groups.set(next, [renaming]);
    else group.push(renaming);
  }
  return groups;
};
