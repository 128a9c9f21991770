import { distance } from 'fastest-levenshtein';

/** Of some names, the one that a misspelt name is nearest to; of several that are, the first in the order of names. */
export const nearestOf = (name: string, known: readonly string[]): string => {
  const [nearest = ''] = [...known].sort((a, b) => distance(name, a) - distance(name, b) || (a < b ? -1 : 1));
  return nearest;
};

/** Whether a name is near enough to be meant by another. */
export const isNear = (name: string, other: string): boolean => distance(name, other) <= Math.max(2, name.length / 3);
