import { distance } from 'fastest-levenshtein';

/** The name with the smallest edit distance to a misspelt one; of several, the first in the order of names. */
export const nearestOf = (name: string, known: readonly string[]): string => {
  const [nearest = ''] = [...known].sort((a, b) => distance(name, a) - distance(name, b) || (a < b ? -1 : 1));
  return nearest;
};

/** Whether a name is close enough to be a misspelling of the other. */
export const isNear = (name: string, other: string): boolean => distance(name, other) <= Math.max(2, name.length / 3);
