import { canonicalText } from '../../../kernel/canonical.ts';
import { type DurationMs, seconds } from '../../../kernel/time.ts';
import { callWords, isObject, isPoll, knew, looks, textIn } from './calls.ts';
import type { ClientEnd } from './end.ts';
import type { Exchange } from './exchange.ts';
import type { BrokenClient } from './property.ts';

/** The number of reads in a row that may follow the same answer at once: a client may look at several things in a burst. */
export const hurriedMax = 10;

/** A shorter time between an answer and the next such call is no pause. */
const pauseMin: DurationMs = 100;

/** A read that takes longer than this is a long poll: the next one may come at once. */
const longRead = seconds(1);

/** Finds a client that reads the same again and again without a pause, while the answer stays the same. */
export const pollsWithoutPause = (exchanges: readonly Exchange[], { pausesAreReal = false }: ClientEnd): BrokenClient | undefined => {
  if (pausesAreReal) return undefined;
  const last = new Map<string, { readonly exchange: Exchange; readonly hurried: number }>();
  for (const exchange of exchanges) {
    if (!looks(exchange) || exchange.status === undefined) continue;
    const of = `${exchange.method} ${exchange.path}`;
    const before = last.get(of);
    const hurried = before !== undefined && isHurried(before.exchange, exchange) ? before.hurried + 1 : 0;
    last.set(of, { exchange, hurried });
    if (hurried < hurriedMax) continue;
    const words =
      `${callWords(exchange)} is read ${hurried + 1} of the same in a row, each of them sent as soon as the one before was answered, and ` +
      'always answered alike. Wait between two polls, a second or more, and longer and longer; or let the platform wait, as status-sync does';
    return { words, exchange };
  }
  return undefined;
};

const isHurried = (before: Exchange, exchange: Exchange): boolean => {
  const answeredAt = before.answeredAt as number;
  return (
    knew(exchange, before) &&
    exchange.sentAt - answeredAt < pauseMin &&
    answeredAt - before.sentAt < longRead &&
    newsIn(before) !== undefined &&
    newsIn(before) === newsIn(exchange)
  );
};

/** The information in an answer; undefined if it is always new, as chunks are. */
const newsIn = (exchange: Exchange): string | undefined => {
  const { status, answer = null } = exchange;
  const chunks = isObject(answer) ? answer['stream'] : undefined;
  if (Array.isArray(chunks) && chunks.length > 0) return undefined;
  return `${status} ${isPoll(exchange) ? textIn(exchange, 'status') : canonicalText(answer)}`;
};
