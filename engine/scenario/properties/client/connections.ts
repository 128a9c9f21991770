import { callWords } from './calls.ts';
import type { ClientEnd } from './end.ts';
import type { Exchange } from './exchange.ts';
import type { BrokenClient } from './property.ts';

/** The number of answers that may stay unread. Each keeps its connection until it is garbage collected. */
export const unreadMax = 10;

/** Finds a connection that the client left open when it returned: a call that it forgot, or many answers whose bodies it did not read. */
export const leavesOpen = (exchanges: readonly Exchange[], { how }: ClientEnd): BrokenClient | undefined => {
  if (how !== 'returned') return undefined;
  const pending = exchanges.find(({ open }) => open === 'pending');
  if (pending !== undefined) {
    const words =
      `${callWords(pending)} had no answer when the client returned: it no longer waited, and its connection stays open. To stop waiting, abort the ` +
      'call: give `fetch` an AbortSignal, and not only a race against a timer';
    return { words, exchange: pending };
  }
  const unread = exchanges.filter(({ open }) => open === 'unread');
  const last = unread.at(-1);
  if (last === undefined || unread.length <= unreadMax) return undefined;
  const words =
    `the client did not read the bodies of ${unread.length} answers, the last of them that of ${callWords(last)}: each keeps a connection. Read ` +
    'every body, also that of an error, or cancel it: response.body?.cancel()';
  return { words, exchange: last };
};
