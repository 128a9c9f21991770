import { z } from 'zod';
import { lazily } from '../../kernel/lazily.ts';

/** What somebody who posted a webhook reports. */
export const webhookReport = z.strictObject({
  attempt: z.int().min(1).describe('Which try it was, from 1'),
  status: z.union([z.literal(0), z.int().min(100).max(599)]).describe('What the receiver answered; 0 = nothing'),
});

export const webhookVerdict = lazily(() => z.strictObject({ again: z.boolean().describe('Whether it is tried once more') }));
