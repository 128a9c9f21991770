import { z } from 'zod';

/** Ids begin with a letter, so no object that holds them reorders them as integer keys. */
export const id = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,62}$/, 'must begin with a letter and hold letters, digits, - and _ only')
  .describe('An id');
