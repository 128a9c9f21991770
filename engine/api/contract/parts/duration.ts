import { z } from 'zod';
import { durationPattern, parseDuration } from '../../../kernel/time.ts';

/** `500ms`, `8s`, `2m`, `1h30m`, read as whole milliseconds. Never a bare number. */
export const duration = z
  .string({ error: 'must be a duration such as 500ms, 8s, 2m or 1h30m' })
  .regex(durationPattern, 'must be a duration such as 500ms, 8s, 2m or 1h30m')
  .transform((text, { addIssue }) => {
    const ms = parseDuration(text);
    if (ms === undefined) addIssue('must be a whole number of milliseconds');
    return ms ?? 0;
  })
  .meta({ description: 'A duration: 500ms, 8s, 2m, 1h30m' });
