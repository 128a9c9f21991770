import { isLeft } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { ask, defineTool } from '../tool.ts';
import { shortText } from '../words.ts';
import { ofWorld, readBodySchema } from './given.ts';

/** Injects a fault, or ends it. */
export const faultTool = defineTool({
  name: 'fault',
  title: 'Inject a fault, or end one',
  description:
    'Injects a fault of the platform (a host that is lost, a worker that crashes, an API that answers slowly or not, a list that lags), whose times count from now; or ends one by its id, or all of them.',
  input: z.strictObject({
    inject: readBodySchema('injectFault').optional(),
    end: z.string().min(1).max(100).optional().describe('The id of a fault, or `all`'),
    ...ofWorld,
  }),
  isReadOnly: false,
  *run({ inject, end, world }) {
    if ((inject === undefined) === (end === undefined)) return { text: 'give either `inject` or `end`', isError: true };
    if (inject !== undefined) {
      const injected = yield* ask({ operation: 'injectFault', world, body: inject as never });
      return isLeft(injected) ? injected.left : { text: `injected ${shortText(injected.right)}`, isError: false };
    }
    const ended = yield* end === 'all'
      ? ask({ operation: 'clearFaults', world })
      : ask({ operation: 'clearFault', world, params: { id: end ?? '' } });
    return isLeft(ended) ? ended.left : { text: `ended ${end}`, isError: false };
  },
});
