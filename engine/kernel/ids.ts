import { type Hash128, hash128 } from './rng.ts';

/** A version-4 UUID that is a pure function of the world's seed and of a key that is used once. */
export const uuidsFrom = (seed: string): ((key: string) => string) => {
  const salt = hash128(`podsim-uuid-1:${seed.length}:${seed}`);
  return (key) => uuidOf(hash128(key, salt));
};

const uuidOf = ({ a, b, c, d }: Hash128): string => {
  const version4 = (b & 0xffff0fff) | 0x4000;
  const variant1 = (c & 0x3fffffff) | 0x80000000;
  return `${hex8(a)}-${hex4(version4 >>> 16)}-${hex4(version4 & 0xffff)}-${hex4(variant1 >>> 16)}-${hex4(variant1 & 0xffff)}${hex8(d)}`;
};

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const hex4 = (n: number): string => `${hexOfByte[n >>> 8]}${hexOfByte[n & 0xff]}`;
const hex8 = (n: number): string => hex4(n >>> 16) + hex4(n & 0xffff);

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
