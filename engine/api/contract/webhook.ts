import { z } from 'zod';
import { lazily } from '../../kernel/collections/lazily.ts';
import { strictObject } from './parts/objects.ts';

/** The report of a webhook's poster. */
export const webhookReport = strictObject(() => ({
  attempt: z.int().min(1).describe('The number of the attempt, from 1'),
  status: z.union([z.literal(0), z.int().min(100).max(599)]).describe('The status that the receiver answered; 0 = no answer'),
}));

export const webhookVerdict = lazily(() => z.strictObject({ again: z.boolean().describe('Whether there is another attempt') }));
