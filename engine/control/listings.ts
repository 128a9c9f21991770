import { isLeft, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { faultResource } from '../api/contract/fault.ts';
import { keyResource } from '../api/contract/key.ts';
import { wholeFrom } from '../api/contract/query.ts';
import { faultView } from '../api/control/faults.ts';
import { keyView } from '../api/control/keys.ts';
import { isSpent } from '../fault/evolve.ts';
import type { Json } from '../kernel/canonical.ts';
import { Page } from '../kernel/page.ts';
import { withinLimit } from './limits.ts';
import { type ControlContext, controlOperation } from './operation.ts';

/** The query of a list: which part of it to show. */
export const listQuery = z.object({
  limit: wholeFrom(1).optional().describe('The most items in the answer; as many as the server allows unless given'),
  skip: wholeFrom(0).optional().describe('How many items to leave out at the beginning'),
});

/** Where to continue a list that does not fit into one answer. */
export const listRest = { next: z.int().nullable().describe('Give it as `skip` to read the next page; null if there is none') };

/** A page of a list, and where to continue. */
export const listPage = <T>(
  context: ControlContext,
  items: readonly T[],
  view: (item: T) => Json,
  { limit, skip = 0 }: z.output<typeof listQuery>,
) => {
  const most = withinLimit(context, 'answerItems', limit ?? context.host.limits.answerItems, 'query.limit');
  if (isLeft(most)) return most;
  const page = new Page(context.host.limits, most.right);
  const rest = page.fill(items.slice(skip), view);
  return right({ items: page.items, next: rest === 0 ? null : items.length - rest });
};

/** GET faults: those that may still strike. */
export const listFaults = controlOperation({
  id: 'listFaults',
  methods: ['GET'],
  path: '/_podsim/v1/faults',
  summary: 'List the faults that may still strike',
  query: listQuery,
  success: { status: 200, schema: z.strictObject({ faults: z.array(faultResource), ...listRest }) },
  rules: ['fault.window'],
  answer: (context, { query }) => {
    const { world } = context;
    const faults = [...world.state.all('fault')].filter((fault) => !isSpent(fault));
    const page = listPage(context, faults, (fault) => faultView(world.header.definition, fault), query);
    return isLeft(page) ? page : right({ status: 200, body: { faults: page.right.items, next: page.right.next } });
  },
});

/** GET keys: those that are not revoked. */
export const listKeys = controlOperation({
  id: 'listKeys',
  methods: ['GET'],
  path: '/_podsim/v1/keys',
  summary: 'List the API keys',
  query: listQuery,
  success: { status: 200, schema: z.strictObject({ keys: z.array(keyResource), ...listRest }) },
  rules: ['control.keys'],
  answer: (context, { query }) => {
    const { world } = context;
    const page = listPage(context, [...world.state.keyring.all()], (holder) => keyView(world.header.definition, holder), query);
    return isLeft(page) ? page : right({ status: 200, body: { keys: page.right.items, next: page.right.next } });
  },
});
