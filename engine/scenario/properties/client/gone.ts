import { callWords, isPoll, knew, looks } from './calls.ts';
import type { ClientEnd, CreatedResource } from './end.ts';
import type { Exchange } from './exchange.ts';
import type { BrokenClient } from './property.ts';

/** How many more reads are allowed after a 404, because an entity may be unknown right after its creation. */
const questionsMax = 5;

/**
 * Finds a client that keeps reading an entity which the API answers with 404. An entity that a fault only hides from reads is not gone
 * (fault.views).
 */
export const asksForGone = (exchanges: readonly Exchange[], { created }: Pick<ClientEnd, 'created'>): BrokenClient | undefined => {
  const gone = new Map<string, { readonly first: Exchange; again: number }>();
  for (const exchange of exchanges) {
    const of = findSubject(exchange);
    if (of === undefined || exchange.status === undefined) continue;
    const known = gone.get(of);
    if (exchange.status < 400) gone.delete(of);
    if (exchange.status !== 404 || created.some((one) => isThere(one, exchange))) continue;
    if (known === undefined) gone.set(of, { first: exchange, again: 0 });
    else if (knew(exchange, known.first)) known.again += 1;
    if (known === undefined || known.again <= questionsMax) continue;
    const words =
      `${callWords(known.first)} was answered 404, and ${callWords(exchange)} asked the same for the ${known.again + 1}th time: ` +
      'what is gone does not come back, and a 404 does not mean that it is still starting. Stop polling, and report that it is gone';
    return { words, exchange };
  }
  return undefined;
};

const isThere = ({ id, createdAt, goneAt }: CreatedResource, { params, sentAt }: Exchange): boolean =>
  params['id'] === id && createdAt <= sentAt && (goneAt === undefined || goneAt >= sentAt);

/** The entity that a call reads by its id; undefined if it reads no single entity. */
const findSubject = (exchange: Exchange): string | undefined => {
  const { params, path } = exchange;
  if (isPoll(exchange)) return `${params['endpoint_id']}/${params['job_id']}`;
  return looks(exchange) && Object.keys(params).length > 0 ? path : undefined;
};
