import { z } from 'zod';
import { contractTable } from '../../reading/bounds.ts';
import { since } from '../additions.ts';
import { documented } from './documented.ts';
import { enforced } from './enforced.ts';
import { strictObject } from './objects.ts';
import { wholeFrom } from './query.ts';

const itemsMax = contractTable.listItems.value;

/** The query of a list that has pages (list.pages). */
export const pageFields = {
  limit: since(
    'pagination',
    wholeFrom(1, itemsMax).register(enforced, { any: 'list.pages' }).default(itemsMax).describe('The most items of one answer'),
  ),
  cursor: since('pagination', z.string().min(1).optional().describe('`pagination.nextCursor` of the answer before, with the same query')),
};

/** For a list without other questions. */
export const pageQuery = z.object(pageFields);

/** Beside the items of such a list. */
export const paged = {
  pagination: since(
    'pagination',
    strictObject(() => ({ hasNextPage: z.boolean(), nextCursor: z.string().nullable() })).register(documented, { id: 'Pagination' }),
  ),
};
