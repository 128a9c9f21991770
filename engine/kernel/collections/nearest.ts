import { distance } from 'fastest-levenshtein';

/** The most known names that a message suggests. */
const suggestedMax = 6;

/**
 * The known names that an unknown one may mean, the nearest first: those that contain it, or the one that differs by one letter, or those
 * that contain all of its words, or else the one that differs by few typing errors. None, if none is near.
 */
export const nearestTo = (name: string, known: readonly string[]): readonly string[] => {
  const byErrors = [...known].map((one) => ({ one, errors: typingErrors(name, one) })).sort(byErrorsAndName);
  const containing = byErrors.filter(({ one, errors }) => errors === 0 || contains(one, name));
  const [nearest] = byErrors;
  const isTypo = nearest?.errors === 1 && name.length > lettersMin && !containing.some(({ one }) => isPart(name, one));
  if (!isTypo && containing.length > 0 && containing.length <= suggestedMax) return containing.map(({ one }) => one);
  return nearest !== undefined && nearest.errors <= errorsMax(name, nearest.one) ? [nearest.one] : [];
};

/** A third of the letters may be wrong; of a very short name one, if another is right. */
const errorsMax = (name: string, other: string): number =>
  Math.max(Math.floor(name.length / 3), Math.max(name.length, other.length) > 1 ? 1 : 0);

interface NearName {
  readonly one: string;
  readonly errors: number;
}

const byErrorsAndName = (a: NearName, b: NearName): number => a.errors - b.errors || (a.one < b.one ? -1 : 1);

/** How many letters are wrong, whatever their case. Two letters that changed places are one error. */
const typingErrors = (name: string, other: string): number => {
  const [a, b] = [name.toLowerCase(), other.toLowerCase()];
  const sortLetters = (text: string): string => [...text].sort().join('');
  const errors = distance(a, b);
  return errors === 2 && sortLetters(a) === sortLetters(b) ? 1 : errors;
};

/** The fewest letters that are useful: nearly every name contains an `a`. At the beginning of a name, two are enough. */
const lettersMin = 3;

const isPart = (name: string, known: string): boolean => known.toLowerCase().includes(name.toLowerCase());

/** Whether a known name contains another one, or all its words: `RTX 4090` is in `NVIDIA GeForce RTX 4090`, `queue_purge` in `purgeQueue`. */
const contains = (known: string, name: string): boolean => {
  if (name.length < lettersMin) return name.length > 1 && known.toLowerCase().startsWith(name.toLowerCase());
  if (isPart(name, known)) return true;
  const words = wordsIn(name);
  return words.join('').length >= lettersMin && words.every((word) => wordsIn(known).includes(word));
};

const wordsIn = (name: string): readonly string[] =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? []).map((word) => word.toLowerCase());

/** The first known name whose words an unknown one has among others: `image` of `imageName`. */
export const findPart = (name: string, known: readonly string[]): string | undefined => {
  const words = wordsIn(name);
  const parts = known.filter((one) => one.length >= lettersMin && wordsIn(one).every((word) => words.includes(word)));
  return words.flatMap((word) => parts.filter((one) => wordsIn(one)[0] === word))[0];
};

/** More names than this are not listed in a message. */
const listedMax = 12;

/** Describes the problem of a value that is none of its choices. */
export const unknownChoice = (value: unknown, choices: readonly unknown[], listedBy: string): string => {
  const [name, known] = [String(value), choices.map(String)];
  const short = nearestTo(name, known).length > 0 ? undefined : findShort(name, known);
  return `'${name}' is not known here${short === undefined ? '' : `; did you mean '${short}'?`}${suggestion(name, known, listedBy, 'the choices')}`;
};

/** The choice that is short for a name, as units are: `s` for `sec` and `seconds`. */
const findShort = (name: string, choices: readonly string[]): string | undefined =>
  choices
    .filter((one) => one.length <= shortMax && name.toLowerCase().startsWith(one.toLowerCase()))
    .sort((a, b) => b.length - a.length)[0];

/** The most letters of a choice that is short for others. */
const shortMax = 3;

/** The advice after an unknown name: the nearest known ones, and all of them, or the place of their list. */
export const suggestion = (name: string, known: readonly string[], listedBy: string, what = 'there'): string => {
  if (known.length === 0) return '';
  return suggestionAmong(name, known, known.length === 1 && nearestTo(name, known).length === 1 ? '' : listing(known, listedBy, what));
};

/** The same, in words of their own about all known ones. */
export const suggestionAmong = (name: string, known: readonly string[], all: string): string => {
  const meant = askWhetherMeant(name, known);
  return meant === '' ? `; ${all}` : `${meant}${all === '' ? '' : ` (${all})`}`;
};

/** All known names, or the place of their list. */
export const listing = (known: readonly string[], listedBy: string, what: string): string => {
  if (known.length > listedMax) return `${listedBy} lists all`;
  return known.length === 1 ? `there is only ${known.join()}` : `${what} are ${known.join(', ')}`;
};

/** The question whether a near name is meant; empty if none is near. */
export const askWhetherMeant = (name: string, known: readonly string[]): string => {
  const near = nearestTo(name, known).map((one) => `'${one}'`);
  return near.length === 0
    ? ''
    : `; did you mean ${[near.slice(0, -1).join(', '), near.at(-1)].filter((part) => part !== '').join(' or ')}?`;
};
