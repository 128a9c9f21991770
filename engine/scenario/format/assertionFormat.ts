import { z } from 'zod';
import { json } from '../../api/contract/parts/json.ts';
import { isSingle, metricNames } from '../play/metrics.ts';
import { eventType, where } from './eventFormat.ts';
import { awaitedDuration } from './words.ts';

const metric = z
  .strictObject({
    metric: z.enum(metricNames),
    of: z.string().optional().describe('An endpoint; for `bill` also a pod, a cluster or a volume. All of them unless given'),
    p50: awaitedDuration.optional(),
    p95: awaitedDuration.optional(),
    max: awaitedDuration.optional(),
    is: json
      .optional()
      .describe(
        'utilization (a share of time, such as 80% or 0.8), cost (in USD, of workers) and bill (in USD, of all that is billed) have one value; so have what workers make of tokens, and how many are in their batches',
      ),
  })
  .superRefine((body, { addIssue }) => {
    const single = isSingle(body.metric);
    const compared = (['p50', 'p95', 'max', 'is'] as const).filter((name) => body[name] !== undefined);
    if (compared.length === 0) addIssue({ code: 'custom', path: [], message: `give ${single ? '`is`' : '`p50`, `p95` or `max`'}` });
    for (const name of compared) {
      if (single !== (name === 'is'))
        addIssue({ code: 'custom', path: [name], message: `${body.metric} takes ${single ? '`is`' : '`p50`, `p95` and `max`'}` });
    }
  });

export const assertion = z.union([
  z.strictObject({
    sequence: z.array(eventType).min(1).describe('All events of one entity, in order'),
    of: z.string(),
    ignoring: z.array(eventType).optional(),
  }),
  z.strictObject({ count: eventType.describe('How many events of this type'), of: z.string().optional(), where, is: json }),
  z.strictObject({ never: eventType.describe('No event of this type'), of: z.string().optional(), where }),
  metric,
]);

export type AssertionSpec = z.output<typeof assertion>;
