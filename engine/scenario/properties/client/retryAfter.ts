import { findOperation } from '../../../api/operations.ts';
import { formatVirtualTime, seconds, type VirtualTime } from '../../../kernel/time.ts';
import { callWords, knew } from './calls.ts';
import type { Exchange } from './exchange.ts';
import type { BrokenClient } from './property.ts';

/** Finds a call that came before `retry-after` had passed. Calls that were sent before the client knew it do not count. */
export const findEarlyCall = (exchanges: readonly Exchange[]): BrokenClient | undefined => {
  const refused = exchanges.filter(({ status, responseHeaders }) => status === 429 && secondsIn(responseHeaders) !== undefined);
  for (const refusal of refused) {
    const wait = secondsIn(refusal.responseHeaders) as number;
    const from = ((refusal.answeredAt as number) + seconds(wait)) as VirtualTime;
    const early = exchanges.find((one) => one.sentAt < from && nameLimit(one) === nameLimit(refusal) && knew(one, refusal));
    if (early === undefined) continue;
    const words =
      `${callWords(refusal)} was answered 429 with Retry-After: ${wait}, and ${callWords(early)} came before ` +
      `${formatVirtualTime(from)}. Wait as long as Retry-After says before the next such call`;
    return { words, exchange: early };
  }
  return undefined;
};

/** The limit that a call counts towards. Calls of the queue API share the quota of their endpoint. Other operations count apart, so that a client may clean up. */
const nameLimit = ({ operation, method, path, params }: Exchange): string => {
  const row = operation === undefined ? undefined : findOperation(operation);
  return row?.quota === undefined ? (operation ?? `${method} ${path}`) : `${row.quota} ${params['endpoint_id']}`;
};

/** The header in seconds. The platform sends no dates. */
const secondsIn = (headers: Exchange['responseHeaders']): number | undefined => {
  const text = headers?.['retry-after'];
  return text !== undefined && /^\d{1,8}$/.test(text) ? Number(text) : undefined;
};
