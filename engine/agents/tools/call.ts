import { z } from 'zod';
import { json } from '../../api/contract/parts/json.ts';
import { callable } from '../request.ts';
import { defineTool, tellRefusal } from '../tool.ts';
import { shortText } from '../words.ts';
import { ofWorld } from './given.ts';

/** Calls the platform, as any client of it does. */
export const callTool = defineTool({
  name: 'call',
  title: 'Call an operation of the platform',
  description:
    'Calls one operation of the management or the queue API, with a key of the account. Which parameters an operation takes is in the resource podsim://operations/NAME. A call that waits (runsync) lets virtual time pass to its answer, unless the clock of the world is manual.',
  input: z.strictObject({
    operation: z.enum(callable as [string, ...string[]]),
    params: z.record(z.string(), z.string()).optional().describe('The parameters of its path, by name'),
    query: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .optional()
      .describe('The parameters of its query, by name'),
    body: json.optional(),
    key: z.string().max(500).optional().describe('The secret of the key to call with; the world’s first unless given'),
    method: z.string().max(10).optional().describe('Of requestEndpoint: the HTTP method; GET unless given'),
    ...ofWorld,
  }),
  isReadOnly: false,
  *run(input) {
    const reply = yield input;
    if (reply.status >= 400) return tellRefusal(reply);
    return { text: `${reply.status}${reply.body === undefined ? '' : ` ${shortText(reply.body)}`}`, isError: false };
  },
});
