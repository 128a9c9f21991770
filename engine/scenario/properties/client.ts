import { z } from 'zod';
import { duration } from '../../api/contract/parts/duration.ts';
import { strictObject } from '../../api/contract/parts/objects.ts';
import { clientPropertyNames } from './client/names.ts';
import { propertyKind } from './kind.ts';

const schema = strictObject(() => ({
  client: z
    .enum(clientPropertyNames)
    .describe(
      'What every client should hold: it is checked as if a client had made the calls of the steps, and had ended after the last one',
    ),
  ended: z
    .enum(['returned', 'threw', 'stopped', 'stuck'])
    .optional()
    .describe('How the client ended: `returned` unless given; `stopped` by a bound, or `stuck` waiting for what never comes'),
  said: z.string().optional().describe('What the client returned, threw or printed: what it names there, its caller knows of'),
  latency: duration.optional().describe('How long after it left the world an answer reached the client; at once unless given'),
  lost: z
    .record(z.string(), z.string())
    .optional()
    .describe('The answers that did not reach the client: why not, by the names of the steps'),
  open: z
    .record(z.string(), z.enum(['pending', 'unread']))
    .optional()
    .describe(
      'The calls whose connection the client left open, by the names of the steps: without an answer, or with one that it did not read',
    ),
  because: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      'The calls that the client made when it received a webhook: the step that submitted the job of it, by the names of the steps',
    ),
}));

/** `client`: the steps make the calls of a client, and it does nothing that clients should not do. */
export const client = propertyKind({
  key: 'client',
  schema,
  text: ({ client: name }) => `client ${name}`,
  looks: () => [],
  watch: (spec, run) => run.clients?.(spec, run) ?? { verdict: () => ({ evaluated: false, why: '`podsim run` checks it' }) },
});
