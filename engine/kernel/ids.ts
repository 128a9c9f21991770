import { type HashWords, hashInto } from './rng.ts';

/** A version-4 UUID, with a text before and after it. It is a pure function of the world's seed and of a key that is used once. */
export type Uuid = (key: string, before?: string, after?: string) => string;

export const uuidsFrom = (seed: string): Uuid => {
  const salt = hashInto(new Uint32Array(4), `podsim-uuid-1:${seed.length}:${seed}`);
  const words = new Uint32Array(4);
  return (key, before = '', after = '') => uuidText(hashInto(words, key, salt), before, after);
};

/** Built as one flat string: concatenated strings would keep their pieces in memory, for the ids of a million jobs. */
const uuidText = (words: HashWords, before: string, after: string): string => {
  const b = words[1] as number;
  const c = words[2] as number;
  const codes = codesFor(before.length + uuidLength + after.length);
  let at = putText(codes, 0, before);
  at = putHex(codes, at, words[0] as number, 8);
  codes[at] = dash;
  at = putHex(codes, at + 1, b >>> 16, 4);
  codes[at] = dash;
  at = putHex(codes, at + 1, 0x4000 | (b & 0x0fff), 4);
  codes[at] = dash;
  at = putHex(codes, at + 1, 0x8000 | ((c >>> 16) & 0x3fff), 4);
  codes[at] = dash;
  at = putHex(codes, at + 1, c & 0xffff, 4);
  at = putHex(codes, at, words[3] as number, 8);
  putText(codes, at, after);
  return String.fromCharCode.apply(null, codes);
};

const uuidLength = 36;

/** One reusable list for each length of text: a new list would take ten times the memory of the text. */
const codesByLength: number[][] = [];
const codesFor = (length: number): number[] => (codesByLength[length] ??= new Array<number>(length).fill(0));

const dash = '-'.charCodeAt(0);
const hexDigits = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

/** Returns the index after the digits, as `putText` does. */
const putHex = (codes: number[], at: number, n: number, digits: number): number => {
  for (let k = 0; k < digits; k++) codes[at + k] = hexDigits[(n >>> ((digits - 1 - k) * 4)) & 15] as number;
  return at + digits;
};

const putText = (codes: number[], at: number, text: string): number => {
  for (let k = 0; k < text.length; k++) codes[at + k] = text.charCodeAt(k);
  return at + text.length;
};

/** Short lower-case ids of letters and digits that begin with a letter, like the platform's resource ids. */
export const shortIdsFrom = (seed: string): ((key: string) => string) => {
  const salt = hashInto(new Uint32Array(4), `podsim-short-id-1:${seed.length}:${seed}`);
  return (key) => {
    const [a = 0, b = 0, c = 0] = hashInto(new Uint32Array(4), key, salt);
    const digits = [a, b, c].map((word) => word.toString(36).padStart(7, '0').slice(-5)).join('');
    return `${letters[a % letters.length]}${digits.slice(0, 13)}`;
  };
};

/** Whether an id is one that `shortIdsFrom` could make. */
export const isShortId = (id: string): boolean => /^[a-z][0-9a-z]{13}$/.test(id);

const letters = 'abcdefghijklmnopqrstuvwxyz';
