import { distance } from 'fastest-levenshtein';

/** The name with the smallest edit distance to a misspelt one; of several, the first in the order of names. */
export const nearestOf = (name: string, known: readonly string[]): string => {
  const [nearest = ''] = [...known].sort((a, b) => distance(name, a) - distance(name, b) || (a < b ? -1 : 1));
  return nearest;
};

/** Whether a name is close enough to be a misspelling of the other. */
export const isNear = (name: string, other: string): boolean =>
  Math.min(distance(name, other), distance(name.toLowerCase(), other.toLowerCase())) <= Math.max(2, name.length / 3);

/** More names than this are not listed in a message. */
const listedMax = 12;

/** What is wrong with a value that is none of its choices. */
export const unknownChoice = (value: unknown, choices: readonly unknown[], listedBy: string): string =>
  `'${String(value)}' is not known here${suggestion(String(value), choices.map(String), listedBy, 'the choices')}`;

/** What to say after an unknown name: the nearest known one, and all of them, or where all are listed. */
export const suggestion = (name: string, known: readonly string[], listedBy: string, what = 'there'): string => {
  if (known.length === 0) return '';
  const nearest = nearestOf(name, known);
  const all =
    known.length > listedMax
      ? `${listedBy} lists all`
      : known.length === 1
        ? `there is only ${known.join()}`
        : `${what} are ${known.join(', ')}`;
  if (isNear(name, nearest)) return `; did you mean '${nearest}'?${known.length === 1 ? '' : ` (${all})`}`;
  const isAlike = distance(name, nearest) < Math.max(name.length, nearest.length);
  return known.length > listedMax && isAlike ? `; the nearest is '${nearest}'; ${all}` : `; ${all}`;
};
