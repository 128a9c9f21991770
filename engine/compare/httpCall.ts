import { isLeft } from 'fp-ts/lib/Either.js';
import { findOperation } from '../api/operations.ts';
import { fillPath, inUrl } from '../api/reading/pathParams.ts';
import type { Request } from '../cloud/input.ts';
import type { Json } from '../kernel/canonical.ts';
import type { CallSpec } from '../scenario/format/callFormat.ts';
import { requestInWords } from '../scenario/step/request.ts';
import type { ActCall } from './acts.ts';

/** A call as HTTP sends it. */
export interface HttpCall {
  readonly method: string;
  /** Begins with a slash; with its query. */
  readonly path: string;
  readonly body?: Json;
  /** Whether it needs an API key. The control plane takes none. */
  readonly needsKey: boolean;
}

/** How HTTP sends a request of an operation; undefined if there is no such operation. */
export const httpCall = (id: string, { method, params, query, body }: Request): HttpCall | undefined => {
  const operation = findOperation(id);
  if (operation === undefined) return undefined;
  const path = fillPath(operation, params);
  const search = Object.entries(query).flatMap(([name, values]) => [values].flat().map((value) => `${inUrl(name)}=${inUrl(value)}`));
  return {
    method: method ?? operation.methods[0] ?? 'GET',
    path: `${path}${search.length === 0 ? '' : `?${search.join('&')}`}`,
    ...(body === undefined ? {} : { body }),
    needsKey: operation.permission !== null,
  };
};

/** The same for a call as scenarios write it; undefined, too, if a variable in it is not set. */
export const httpCallOfAct = ({ act, with: written }: ActCall): HttpCall | undefined => {
  const request = requestInWords(act, written as CallSpec | undefined, new Map());
  return isLeft(request) ? undefined : httpCall(act, request.right);
};

/** Where a command sends a call, and what it sends for a key. */
export interface CurlTarget {
  /** The URL before the path, with no slash at its end. */
  readonly base: string;
  readonly key?: string | undefined;
  /** Instead of `key`: the environment variable that holds it. */
  readonly keyVariable?: string | undefined;
}

/** The command that sends a call from a shell. */
export const curlCommand = (call: Omit<HttpCall, 'needsKey'>, { base, key, keyVariable }: CurlTarget): string => {
  const { method, path, body } = call;
  const isPlain = method === 'GET' || (method === 'POST' && body !== undefined);
  return [
    'curl',
    ...(isPlain ? [] : [`-X ${method}`]),
    shellWord(`${base}${path}`),
    ...(key === undefined ? [] : [`-H ${shellWord(`authorization: Bearer ${key}`)}`]),
    ...(key === undefined && keyVariable !== undefined ? [`-H "authorization: Bearer $${keyVariable}"`] : []),
    ...(body === undefined ? [] : [`--json ${shellWord(JSON.stringify(body))}`]),
  ].join(' ');
};

/**
 * A word as a POSIX shell reads it: as it is where that is safe, and otherwise between quotation marks. Control characters become question
 * marks: a terminal into which they are pasted may obey them before the shell sees the marks.
 */
export const shellWord = (text: string): string => {
  const plain = text.replaceAll(/\p{Cc}/gu, '?');
  return /^[\w@%+=:,./-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`;
};
