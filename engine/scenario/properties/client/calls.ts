import { isRead } from '../../../api/operation.ts';
import { findOperation } from '../../../api/operations.ts';
import { canonicalText } from '../../../kernel/canonical.ts';
import { formatVirtualTime } from '../../../kernel/time.ts';
import type { Exchange } from './exchange.ts';

/** A call in words, with its number and its time: `call 7 (GET /v2/ep-a/status/j at 00:00:05.000)`. */
export const callWords = ({ number, method, path, sentAt }: Exchange): string =>
  `call ${number} (${method} ${path} at ${formatVirtualTime(sentAt)})`;

export const hasSucceeded = ({ status }: Exchange): boolean => status !== undefined && status >= 200 && status < 300;

/** Whether a call failed: it was refused, or its answer was lost. */
export const hasFailed = ({ status, lost }: Exchange): boolean => lost !== undefined || (status !== undefined && status >= 400);

/** Why a call failed: `503`, or the fate of its answer. */
export const failureWords = ({ status, lost }: Exchange): string => lost ?? `answer ${status}`;

/** Whether the client knew the answer of another call when it sent this one. At the same instant, it did if their order is known. */
export const knew = (later: Exchange, earlier: Exchange): boolean => {
  const { answeredAt, answeredAfter } = earlier;
  if (answeredAt === undefined || later.sentAt < answeredAt) return false;
  return answeredAfter === undefined ? later.sentAt > answeredAt : later.number > answeredAfter;
};

/** Reads the property of an answer that must be text; undefined if there is no such text. */
export const textIn = ({ answer }: Exchange, property: 'id' | 'status'): string | undefined => {
  const value = isObject(answer) ? answer[property] : undefined;
  return typeof value === 'string' ? value : undefined;
};

export const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Operations that ask for the status of a job. */
export const isPoll = ({ operation }: Exchange): boolean => operation === 'status' || operation === 'statusSync' || operation === 'stream';
export const isSubmission = ({ operation }: Exchange): boolean => operation === 'run' || operation === 'runsync';

/** Whether a call only looks. */
export const looks = ({ operation, method }: Exchange): boolean => {
  const row = operation === undefined ? undefined : findOperation(operation);
  return row === undefined ? method === 'GET' : isRead(row);
};

/** Two calls with the same work are tries of the same thing: the same operation, the same path, the same body. Both submissions submit. */
export const formatWork = (exchange: Exchange): string =>
  isSubmission(exchange)
    ? `submit ${exchange.params['endpoint_id']} ${canonicalText(exchange.body ?? null)}`
    : `${exchange.method} ${exchange.path} ${canonicalText(exchange.body ?? null)}`;

/** Whether a call created a job or a resource. */
export const creates = (exchange: Exchange): boolean => {
  const { operation = '' } = exchange;
  return hasSucceeded(exchange) && (isSubmission(exchange) || (operation.startsWith('create') && findOperation(operation) !== undefined));
};

/** Whether the request contains the id of a job. */
export const namesJob = ({ path, body }: Exchange, id: string): boolean => path.includes(id) || canonicalText(body ?? null).includes(id);
