import { z } from 'zod';
import { chunksMax } from '../../../cloud/handler/handler.ts';
import { concurrencyMax, speedMin } from '../../../cloud/handler/sharing.ts';
import { loggedDistribution } from '../parts/distribution.ts';
import { json } from '../parts/json.ts';
import { strictObject } from '../parts/objects.ts';
import { answerHeaders, answerStatus } from './handler.ts';
import { loggedTokens } from './tokens.ts';

const ms = z.int().min(0);
const ending = z.enum(['complete', 'fail', 'crash', 'hang']);

const simulatedHandler = strictObject(() => ({
  duration: loggedDistribution,
  outcomes: z.array(ending).min(1),
  chances: z.array(z.strictObject({ ending, of: ms, among: z.int().min(1) })).optional(),
  output: json.optional(),
  error: z.string().optional(),
  chunks: z
    .union([
      z.strictObject({ outputs: z.array(json), metrics: json.optional() }),
      z.strictObject({ count: ms.max(chunksMax), everyMs: ms, metrics: json.optional() }),
    ])
    .optional(),
  firstJob: loggedDistribution.optional(),
  emptyInput: z.literal('ignored').optional(),
  status: answerStatus.optional(),
  headers: answerHeaders.optional(),
  concurrency: ms.min(1).max(concurrencyMax).optional(),
  ramp: z.literal('sdk').optional(),
  sharing: z
    .union([
      z.strictObject({ kind: z.literal('processor'), from: ms.min(1).max(concurrencyMax) }),
      z.strictObject({ kind: z.literal('batch'), slope: z.number().min(0).max(1) }),
      z.strictObject({ kind: z.literal('table'), speeds: z.array(z.number().min(speedMin).max(1)).min(1).max(concurrencyMax) }),
    ])
    .optional(),
  tokens: loggedTokens.optional(),
}));

/** A handler as the log stores it, in the definition of a world. */
export const loggedHandler = simulatedHandler.extend({
  answers: z
    .array(
      strictObject(() => ({
        job: z.string().optional(),
        input: json.optional(),
        attempt: z.int().min(1),
        times: z.int().min(1),
        handler: simulatedHandler,
      })),
    )
    .min(1)
    .optional(),
  external: strictObject(() => ({ scale: z.number().positive(), timeoutMs: ms.min(1) })).optional(),
});
