import { z } from 'zod';
import { duration } from '../../api/contract/handler/handler.ts';
import { json } from '../../api/contract/parts/json.ts';
import { rules } from '../../cloud/rulebook/rules.ts';
import type { Json } from '../../kernel/canonical.ts';
import { suggestion } from '../../kernel/collections/nearest.ts';
import { parseInstant } from '../../kernel/instant.ts';

/** The command that lists all fields of operations. */
export const apiReference = '`podsim spec operations`';

/** One of many names. The error for a misspelled one names the nearest, and the command that lists all. */
export const describeName = (what: string, names: readonly string[], listedBy: string) =>
  z.enum(names as [string, ...string[]], {
    error: ({ input }) => (typeof input === 'string' ? `'${input}' is not ${what}${suggestion(input, names, listedBy)}` : undefined),
  });

export const ruleId = describeName(
  'a rule',
  rules.map(({ id }) => id),
  '`podsim spec rules`',
).describe('The id of a rule of the rulebook');

export const instant = z
  .string()
  .refine((text) => parseInstant(text) !== undefined, 'must be an instant in UTC such as 2026-01-01T00:00:00Z')
  .transform((text) => parseInstant(text) ?? 0)
  .meta({ description: 'An instant in UTC: 2026-01-01T00:00:00Z' });

const rateWords = 'must be a rate such as 5/s, 26.4/h or 1/10s';

/** A rate that may be nothing, for a time. */
export const rateOrNone = z
  .string({ error: rateWords })
  .regex(/^\d{1,9}(?:\.\d{1,6})?\/(?:[1-9]\d{0,8})?(?:ms|s|m|h)$/, rateWords)
  .transform((text) => {
    const [, whole = '', fraction = '', every = '', unit = ''] = /^(\d+)(?:\.(\d+))?\/(\d*)(ms|s|m|h)$/.exec(text) ?? [];
    const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }[unit] ?? 1;
    // 26.4 an hour are 264 in ten: both numbers stay whole.
    const scale = Number(`1${'0'.repeat(fraction.length)}`);
    return { count: Number(whole + fraction), ms: (every === '' ? 1 : Number(every)) * unitMs * scale };
  })
  .meta({ description: 'A count per time: 5/s, 26.4/h, 1/10s' });

export const rate = rateOrNone.refine(({ count }) => count > 0, rateWords).meta({ description: 'A count per time: 5/s, 26.4/h, 1/10s' });

export const longerThanNothing = duration.refine((ms) => ms > 0, 'must be longer than nothing');

/** An expected duration: text, or operators with durations. A bare number would not name its unit. */
export const awaitedDuration = json.refine(
  (value) => !holdsNumber(value),
  'durations are written like 500ms, 8s or 1h30m, never as bare numbers',
);

function holdsNumber(value: Json | undefined): boolean {
  if (value === null || typeof value !== 'object') return typeof value === 'number';
  return Object.values(value).some(holdsNumber);
}
