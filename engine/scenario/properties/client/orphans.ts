import { type Kind, kindCreatedBy } from '../../../cloud/entities.ts';
import { formatVirtualTime } from '../../../kernel/time.ts';
import { mentions } from './accounted.ts';
import { callWords, hasSucceeded, isObject, textIn } from './calls.ts';
import type { ClientEnd, ResourceAtEnd } from './end.ts';
import type { Exchange } from './exchange.ts';
import type { BrokenClient } from './property.ts';

/** Finds an entity that the client created, that still costs money after the client has ended, and whose id the caller does not know. */
export const findOrphan = (exchanges: readonly Exchange[], end: ClientEnd): BrokenClient | undefined => {
  if (end.how !== 'returned' && end.how !== 'threw') return undefined;
  const isKept = ({ id, name }: ResourceAtEnd): boolean => mentions(id, end) || mentions(name, end);
  for (const exchange of exchanges) {
    const kind = kindCreatedBy(exchange.operation ?? '');
    const left = kind === undefined ? undefined : findCreated(exchange, kind, exchanges, end);
    if (left === undefined || isKept(left)) continue;
    const gotId = hasSucceeded(exchange) && textIn(exchange, 'id') !== undefined;
    const how = gotId
      ? `created ${left.kind} ${left.id}`
      : exchange.status === undefined
        ? `got no answer (${exchange.lost ?? 'the client did not wait for it'}), but it created ${left.kind} ${left.id}`
        : `was answered ${exchange.status}, but it created ${left.kind} ${left.id}`;
    const ended = end.how === 'threw' ? 'ended with an error' : 'returned';
    const remedy = gotId
      ? 'Delete it in a `finally`, also when something else fails; or return its id to whom it belongs'
      : `List what there is, find it by its name, and delete it; or tell the caller that it may exist`;
    const words = `${callWords(exchange)} ${how}, which still exists at ${formatVirtualTime(end.now)}${costWords(left)}, when the client ${ended}. ${remedy}`;
    return { words, exchange };
  }
  return undefined;
};

/** What it costs that it is left. */
const costWords = ({ dayUsd = 0 }: ResourceAtEnd): string => (dayUsd < 0.005 ? '' : ` and costs $${dayUsd.toFixed(2)} a day`);

/** The entity that a call created, if it still exists. For a call without an answer: the entity with its name that was created while the call was under way. */
const findCreated = (
  exchange: Exchange,
  kind: Kind,
  exchanges: readonly Exchange[],
  { now, resources }: ClientEnd,
): ResourceAtEnd | undefined => {
  const id = hasSucceeded(exchange) ? textIn(exchange, 'id') : undefined;
  if (id !== undefined) return resources.find((one) => one.kind === kind && one.id === id);
  // After 500, or an answer without its id, it may be there as after no answer (fault.socket, fault.answer).
  if (exchange.status !== undefined && exchange.status >= 400 && exchange.status < 500) return undefined;
  const name = isObject(exchange.body) ? exchange.body['name'] : undefined;
  return resources.find(
    (one) =>
      one.kind === kind &&
      one.name === name &&
      one.createdAt >= exchange.sentAt &&
      one.createdAt <= (exchange.answeredAt ?? now) &&
      !exchanges.some((other) => hasSucceeded(other) && textIn(other, 'id') === one.id),
  );
};
