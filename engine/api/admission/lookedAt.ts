import { isKind, type Kind } from '../../cloud/entities.ts';
import type { Request } from '../../cloud/input.ts';
import type { Answer, Operation } from '../operation.ts';

/** An entity that a client has looked at. */
export interface LookedAt {
  readonly kind: Kind;
  readonly id: string;
}

/**
 * Lists the entities that an answered call looked at: those that it lists, or the last one in its path. A call that changes something looks
 * at none.
 */
export const listLookedAt = (
  { lists, resolves, permission, passesOn }: Operation,
  { params }: Request,
  answer: Answer,
): readonly LookedAt[] => {
  // The health check of a load balancer is a request to it like any other.
  if (answer.status >= 400 || (permission?.level !== 'read' && passesOn !== true)) return [];
  if (lists !== undefined) return toLookedAt(lists.kind, (answer.body as Listing | undefined)?.[lists.under]);
  const [param = '', kind = ''] = Object.entries(resolves ?? {}).at(-1) ?? [];
  const id = params[param];
  return id === undefined || !isKind(kind) ? [] : [{ kind, id }];
};

type Listing = Readonly<Record<string, readonly { readonly id: string }[] | undefined>>;

const toLookedAt = (kind: Kind, items: Listing[string] = []): readonly LookedAt[] => items.map(({ id }) => ({ kind, id }));
