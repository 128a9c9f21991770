import { kindCreatedBy } from '../../../cloud/entities.ts';
import { canonicalText } from '../../../kernel/canonical.ts';
import { callWords, formatWork, hasSucceeded, isObject, knew, textIn } from './calls.ts';
import type { ClientEnd, CreatedResource } from './end.ts';
import type { Exchange } from './exchange.ts';
import type { BrokenClient } from './property.ts';

/**
 * Finds a resource that is paid for twice: the answer to its creation was lost, the platform had created it, and the client created the
 * same again while it was there.
 */
export const createsAgain = (exchanges: readonly Exchange[], end: ClientEnd): BrokenClient | undefined => {
  const lost = new Map<string, Exchange[]>();
  for (const exchange of exchanges) {
    const kind = kindCreatedBy(exchange.operation ?? '');
    if (kind === undefined) continue;
    const work = formatWork(exchange);
    for (const first of lost.get(work) ?? []) {
      const there = knew(exchange, first) && hasSucceeded(exchange) ? findCreatedBy(first, kind, exchanges, end) : undefined;
      if (there === undefined || (there.goneAt !== undefined && there.goneAt <= exchange.sentAt)) continue;
      if (exchanges.some((list) => knew(list, first) && knew(exchange, list) && hides(list, exchange, there))) continue;
      const words =
        `${callWords(exchange)} created another ${there.kind} called '${there.name}': ${callWords(first)} ${first.lost === undefined ? `was answered ${first.status}` : `got no answer (${first.lost})`}, ` +
        `but ${there.id} was there, and both are paid for. After a lost answer, list what there is, and look for the name, before creating again`;
      return { words, exchange };
    }
    // After 500 it may be there as after no answer (fault.socket).
    if (exchange.lost !== undefined || (exchange.status ?? 0) >= 500) lost.set(work, [...(lost.get(work) ?? []), exchange]);
  }
  return undefined;
};

/** A list that lags behind (fault.list-lag) did not show the created resource: its client checked, and could not know better. */
const hides = (list: Exchange, { path }: Exchange, { id }: CreatedResource): boolean =>
  list.method === 'GET' && list.path === path && hasSucceeded(list) && !canonicalText(list.answer ?? null).includes(id);

/** The resource that an unanswered call created: it has the name in the call, was created meanwhile, and by no answered call. */
const findCreatedBy = (
  { sentAt, answeredAt, body }: Exchange,
  kind: string,
  exchanges: readonly Exchange[],
  { now, created }: ClientEnd,
): CreatedResource | undefined =>
  created.find(
    (one) =>
      one.kind === kind &&
      one.name === (isObject(body) ? body['name'] : undefined) &&
      one.createdAt >= sentAt &&
      one.createdAt <= (answeredAt ?? now) &&
      !exchanges.some((other) => hasSucceeded(other) && textIn(other, 'id') === one.id),
  );
