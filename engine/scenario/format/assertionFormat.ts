import { z } from 'zod';
import { duration } from '../../api/contract/parts/duration.ts';
import { json } from '../../api/contract/parts/json.ts';
import { strictObject } from '../../api/contract/parts/objects.ts';
import { isDuration, metricNames, percentileNames } from '../../world/reports/record/namedMeasures.ts';
import { eventType, where } from './eventFormat.ts';
import { awaitedDuration } from './words.ts';

const metric = z
  .strictObject({
    metric: z.enum(metricNames),
    of: z.string().optional().describe('An endpoint; for `bill` also a pod, a cluster or a volume. All of them unless given'),
    p50: awaitedDuration.optional(),
    p90: awaitedDuration.optional(),
    p95: awaitedDuration.optional(),
    p99: awaitedDuration.optional(),
    max: awaitedDuration.optional(),
    within: duration.optional().describe('Of a duration: `is` compares the share of those that are at most this long'),
    is: json
      .optional()
      .describe(
        'The value of a metric that has one (a share such as 80% or 0.8, USD, jobs, jobs a second, calls); of a duration, the share `within`',
      ),
  })
  .superRefine((body, { addIssue }) => {
    const single = !isDuration(body.metric);
    const issue = (path: readonly string[], message: string) => addIssue({ code: 'custom', path: [...path], message });
    const compared = [...percentileNames, 'is' as const, 'within' as const].filter((name) => body[name] !== undefined);
    const wanted = single ? '`is`' : `${percentileNames.map((name) => `\`${name}\``).join(', ')}, or \`within\` with \`is\``;
    if (compared.length === 0) issue([], `give ${wanted}`);
    for (const name of compared) if (single && name !== 'is') issue([name], `${body.metric} takes ${wanted}`);
    if (!single && (body.within === undefined) !== (body.is === undefined))
      issue([body.is === undefined ? 'within' : 'is'], `${body.metric} takes ${wanted}: the share that is at most so long`);
    if (body.metric === 'refusals' && body.of !== undefined) issue(['of'], 'refusals are of all loads: leave `of` out');
  });

export const assertion = z.union([
  strictObject(() => ({
    sequence: z.array(eventType).min(1).describe('All events of one entity, in order'),
    of: z.string(),
    ignoring: z.array(eventType).optional(),
  })),
  strictObject(() => ({ count: eventType.describe('How many events of this type'), of: z.string().optional(), where, is: json })),
  strictObject(() => ({ never: eventType.describe('No event of this type'), of: z.string().optional(), where })),
  metric,
]);

export type AssertionSpec = z.output<typeof assertion>;
