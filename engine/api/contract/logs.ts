import { z } from 'zod';
import { parseDateTime } from '../../kernel/instant.ts';
import { contractTable } from '../bounds.ts';
import { documented } from './documented.ts';
import { wholeFrom } from './query.ts';

const lineSource = z.enum(['container', 'system']).register(documented, { id: 'LogSource' });

const instant = z
  .string()
  .refine((text) => parseDateTime(text) !== undefined, 'must be a date-time such as 2026-01-01T00:00:00Z')
  .transform((text) => parseDateTime(text) ?? 0)
  .register(documented, { type: 'string', format: 'date-time' });

/** Of both logs. Where a reader resumes beats `since`, and that beats `tail`; the time becomes milliseconds since 1970. */
export const logQuery = z.object({
  source: lineSource.optional().describe('Both unless given'),
  tail: wholeFrom(0, contractTable.logTail.value).default(100).describe('So many of the last lines there are'),
  since: instant.optional().describe('Every line from this instant on'),
});

export type LogQuery = z.output<typeof logQuery>;

/** One line, and what each server-sent event holds. */
export const logLine = z
  .strictObject({ source: lineSource, line: z.string(), ts: z.iso.datetime() })
  .register(documented, { id: 'LogLine' });

export const logLines = z.array(logLine);
