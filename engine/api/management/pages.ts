import { type Either, left, right } from 'fp-ts/lib/Either.js';
import type { Rejection } from '../../cloud/decisions.ts';
import { canonicalText, type Json } from '../../kernel/canonical.ts';
import { sha256Hex } from '../../kernel/sha256.ts';
import type { VirtualTime } from '../../kernel/time.ts';

/** An item of a list. Its age and its id determine its position. */
export interface Listed {
  readonly id: string;
  readonly createdAt: VirtualTime | null;
}

/** One page of a list, and the begin of the next one. */
export interface ItemPage<Item> {
  readonly items: readonly Item[];
  readonly pagination: { readonly hasNextPage: boolean; readonly nextCursor: string | null };
}

/**
 * Cuts the page that a query asks for (list.pages). The newest items come first, and those of one instant in the order of their ids. So a
 * position stays valid, whatever comes or goes between two pages. `question` is everything besides the position that determines the answer:
 * a cursor belongs to one list of one account, and to one query.
 */
export const cutPage = <Item extends Listed>(
  list: readonly Item[],
  { limit, cursor }: PageQuery,
  question: Json,
): Either<Rejection, ItemPage<Item>> => {
  const asked = sha256Hex(canonicalText(question)).slice(0, 16);
  const after = cursor === undefined ? undefined : placeIn(cursor);
  if (cursor !== undefined && after === undefined)
    return unknownCursor('is none that this list gave: give `pagination.nextCursor` as it stood in the answer before');
  if (after !== undefined && after.asked !== asked)
    return unknownCursor('was given for another list or another query: give it with the same query');
  const left = [...list].sort(byPlace).filter((item) => after === undefined || byPlace(after, item) < 0);
  const items = left.slice(0, limit);
  const last = items.at(-1);
  const hasNextPage = left.length > items.length && last !== undefined;
  return right({ items, pagination: { hasNextPage, nextCursor: hasNextPage ? `${asked}-${last.createdAt ?? 0}-${last.id}` : null } });
};

/** Whether a query asks for a page. Under a contract with pages it always has a limit, given or default. */
export const hasPages = (query: unknown): query is PageQuery => typeof (query as Partial<PageQuery> | undefined)?.limit === 'number';

/** The parts of a query besides its position. */
export const withoutPlace = ({ limit: _limit, cursor: _cursor, ...asked }: PageQuery): Json => asked as unknown as Json;

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Newest first, then by id. */
const byPlace = (a: Listed, b: Listed): number => (b.createdAt ?? 0) - (a.createdAt ?? 0) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

const placeIn = (cursor: string): (Listed & { readonly asked: string }) | undefined => {
  const [, asked, createdAt, id] = cursorShape.exec(cursor) ?? [];
  return asked === undefined || id === undefined ? undefined : { asked, id, createdAt: Number(createdAt) as VirtualTime };
};

const cursorShape = /^([0-9a-f]{16})-(\d{1,15})-(.+)$/s;

/** The refusal of a cursor that a list did not give (list.pages). */
export const unknownCursor = (words: string): Either<Rejection, never> =>
  left({ kind: 'invalid', rule: 'list.pages', detail: 'Request validation failed.', errors: [`query.cursor: ${words}`] });
