import { z } from 'zod';

/** Ids begin with a letter, so no object that holds them reorders them as integer keys. */
export const idPattern = /^[A-Za-z][A-Za-z0-9_-]{0,62}$/;
export const idWords = 'must begin with a letter and hold letters, digits, - and _ only';

export const id = z.string().regex(idPattern, idWords).describe('An id');

/** The platform's own ids are of letters and digits in any order. With a letter among them, they are no integer keys either. */
export const madeId = z
  .string()
  .regex(
    /^[0-9]{0,20}[A-Za-z][A-Za-z0-9_-]{0,62}$/,
    'must hold letters, digits, - and _ only, and a letter first or right after its digits',
  )
  .describe('An id, such as the platform gives');

/** The digest of a key, instead of the key. */
export const digest = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .describe('Half of the SHA-256 of a key');
