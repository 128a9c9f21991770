import { isLeft, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { openObject } from '../api/contract/parts/objects.ts';
import { wholeFrom } from '../api/contract/parts/query.ts';
import type { Json } from '../kernel/canonical.ts';
import { Page } from '../kernel/collections/page.ts';
import { withinLimit } from './limits.ts';
import type { ControlContext } from './operation.ts';

/** The query of a list: which part of it to show. */
export const listQuery = openObject(() => ({
  limit: wholeFrom(1).optional().describe('The most items in the answer; as many as the server allows unless given'),
  skip: wholeFrom(0).optional().describe('How many items to leave out at the beginning'),
}));

/** The common fields of operations that list things. */
export const lists = { methods: ['GET'], query: listQuery } as const;

/** The position at which to continue a list that does not fit into one answer. */
export const listRest = { next: z.int().nullable().describe('Give it as `skip` to read the next page; null if there is none') };

/** A page of a list, and the position of the next. */
export interface ListPage {
  readonly items: readonly Json[];
  readonly next: number | null;
}

/** Cuts the page that a query asks for, within the limit of one answer. */
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
