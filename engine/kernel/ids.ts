import { type Hash128, hash128 } from './rng.ts';

/** A version-4 UUID, with a text before and after it, that is a pure function of the world's seed and of a key used once. */
export type Uuid = (key: string, before?: string, after?: string) => string;

export const uuidsFrom = (seed: string): Uuid => {
  const salt = hash128(`podsim-uuid-1:${seed.length}:${seed}`);
  return (key, before = '', after = '') => uuidText(hash128(key, salt), before, after);
};

/** Built as one flat text: joined from pieces, ids of a million jobs would keep the pieces too. */
const uuidText = ({ a, b, c, d }: Hash128, before: string, after: string): string => {
  const codes: number[] = [];
  putText(codes, before);
  putHex(codes, a, 8);
  codes.push(dash);
  putHex(codes, b >>> 16, 4);
  codes.push(dash);
  putHex(codes, 0x4000 | (b & 0x0fff), 4);
  codes.push(dash);
  putHex(codes, 0x8000 | ((c >>> 16) & 0x3fff), 4);
  codes.push(dash);
  putHex(codes, c & 0xffff, 4);
  putHex(codes, d, 8);
  putText(codes, after);
  return String.fromCharCode.apply(null, codes);
};

const dash = '-'.charCodeAt(0);
const hexDigits = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

const putHex = (codes: number[], n: number, digits: number): void => {
  for (let shift = (digits - 1) * 4; shift >= 0; shift -= 4) codes.push(hexDigits[(n >>> shift) & 15] as number);
};

const putText = (codes: number[], text: string): void => {
  for (let i = 0; i < text.length; i++) codes.push(text.charCodeAt(i));
};

/** Short lower-case ids of letters and digits, beginning with a letter, as the platform gives its resources. */
export const shortIdsFrom = (seed: string): ((key: string) => string) => {
  const salt = hash128(`podsim-short-id-1:${seed.length}:${seed}`);
  return (key) => {
    const { a, b, c } = hash128(key, salt);
    const digits = [a, b, c].map((word) => word.toString(36).padStart(7, '0').slice(-5)).join('');
    return `${letters[a % letters.length]}${digits.slice(0, 13)}`;
  };
};

/** Whether an id is one that `shortIdsFrom` could make. */
export const isShortId = (id: string): boolean => /^[a-z][0-9a-z]{13}$/.test(id);

const letters = 'abcdefghijklmnopqrstuvwxyz';
