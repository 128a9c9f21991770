import { z } from 'zod';
import { parseDateTime } from '../../kernel/instant.ts';
import { contractTable } from '../reading/bounds.ts';
import { documented } from './parts/documented.ts';
import { openObject } from './parts/objects.ts';
import { wholeFrom } from './parts/query.ts';

const lineSource = z.enum(['container', 'system']).register(documented, { id: 'LogSource' });

const instant = z
  .string()
  .refine((text) => parseDateTime(text) !== undefined, 'must be a date-time such as 2026-01-01T00:00:00Z')
  .transform((text) => parseDateTime(text) ?? 0)
  .register(documented, { type: 'string', format: 'date-time' });

/** The query of both logs. The position to resume from overrides `since`, which overrides `tail`. Times become milliseconds since 1970. */
export const logQuery = openObject(() => ({
  source: lineSource.optional().describe('Both unless given'),
  tail: wholeFrom(0, contractTable.logTail.value).default(100).describe('How many of the last lines to send'),
  since: instant.optional().describe('Every line from this instant on'),
}));

export type LogQuery = z.output<typeof logQuery>;

/** One line; also the data of each server-sent event. */
export const logLine = z
  .strictObject({ source: lineSource, line: z.string(), ts: z.iso.datetime() })
  .register(documented, { id: 'LogLine' });

export const logLines = z.array(logLine);
