import { type Hash128, hash128 } from './rng.ts';

/** A version-4 UUID that is a pure function of the world's seed and of a key that is used once. */
export const uuidsFrom = (seed: string): ((key: string) => string) => {
  const salt = hash128(`podsim-uuid-1:${seed.length}:${seed}`);
  return (key) => uuidOf(hash128(key, salt));
};

const uuidOf = ({ a, b, c, d }: Hash128): string => {
  const version = 0x4000 | (b & 0x0fff);
  const variant = 0x8000 | (c >>> 18);
  return `${hex(a, 8)}-${hex(b >>> 16, 4)}-${hex(version, 4)}-${hex(variant, 4)}-${hex(c & 0xffff, 4)}${hex(d, 8)}`;
};

const hex = (n: number, width: number): string => n.toString(16).padStart(width, '0');

/** Short lower-case ids of letters and digits, beginning with a letter, as the platform gives its resources. */
export const shortIdsFrom = (seed: string): ((key: string) => string) => {
  const salt = hash128(`podsim-short-id-1:${seed.length}:${seed}`);
  return (key) => {
    const { a, b, c } = hash128(key, salt);
    const digits = [a, b, c].map((word) => word.toString(36).padStart(7, '0').slice(-5)).join('');
    return `${letters[a % letters.length]}${digits.slice(0, 13)}`;
  };
};

const letters = 'abcdefghijklmnopqrstuvwxyz';
