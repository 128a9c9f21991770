import { z } from 'zod';
import { documented } from './documented.ts';

/** An array parameter: one value whose items are joined by commas (errors.unknown-query). */
export const commaList = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(item));

export const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((text) => text === 'true')
  .register(documented, { type: 'boolean' });

/** A whole number in a query, from `min` to `max`. */
export const wholeFrom = (min: number, max = 999_999_999) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number, at least ${min}`)
    .transform(Number)
    .refine((n) => n >= min, `must be at least ${min}`)
    .refine((n) => n <= max, `must be at most ${max}`)
    .register(documented, { type: 'integer', minimum: min, maximum: max });
