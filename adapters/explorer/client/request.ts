import { parse } from 'node:querystring';
import { operationAt } from '../../../engine/explorer/index.ts';
import { clientOf, defaultLimits, findOperation, type Input, type Json, type Operation, type Unreadable } from '../../../engine/index.ts';
import { notJson } from '../../http/notJson.ts';
import { unfitFor } from '../../http/unfit.ts';

/** A call as `fetch` was asked to make it. Header names are in lower case. */
export interface FetchCall {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
}

type FetchArguments = Parameters<typeof fetch>;

/** Common arguments are read directly; only others need the cost of a `Request`. */
export const sentBy = async (resource: FetchArguments[0], init: FetchArguments[1], base: string): Promise<FetchCall> => {
  const body = init?.body ?? undefined;
  if (!(resource instanceof Request) && (body === undefined || typeof body === 'string'))
    return {
      url: new URL(String(resource), base),
      method: (init?.method ?? 'GET').toUpperCase(),
      headers: Object.fromEntries(new Headers(init?.headers)),
      body,
      signal: init?.signal ?? undefined,
    };
  const request = new Request(resource instanceof Request ? resource : new URL(String(resource), base), init);
  return {
    url: new URL(request.url),
    method: request.method,
    headers: Object.fromEntries(request.headers),
    body: request.body === null ? undefined : await request.text(),
    // Not the signal of the new request, which follows the given one only until that request is collected as garbage.
    signal: init?.signal ?? (resource instanceof Request ? resource.signal : undefined),
  };
};

/** The row of the operation table that a call is for; undefined where its path or method belongs to none. */
export const rowFor = ({ method, url: { pathname } }: FetchCall): Operation | undefined => {
  const found = operationAt(method, pathname);
  return found === undefined || pathname.endsWith('/') ? undefined : findOperation(found.operation);
};

/** The input to the world for a call to an operation, as the server makes it of an HTTP request. */
export const inputFor = (row: Operation, { method, url, headers, body }: FetchCall, key: string): Input => {
  const { params = {} } = operationAt(method, url.pathname) ?? {};
  const named = (row.headers ?? []).flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]));
  return {
    operation: row.id,
    client: clientOf(headers['authorization'], row.api),
    request: {
      ...bodyOf(row, body),
      ...(named.length === 0 ? {} : { headers: Object.fromEntries(named) }),
      ...(row.passesOn ? { method } : {}),
      params,
      query: { ...(parse(url.search.slice(1)) as Record<string, string | string[]>) },
    },
    base: url.origin,
    unguarded: true,
    key,
  };
};

const bodyOf = (row: Operation, text: string | undefined): { readonly body?: Json; readonly unreadable?: Unreadable } => {
  if (row.body === undefined || text === undefined) return {};
  if (row.passesOn) return { body: jsonOf(text) ?? text };
  if (text === '') return malformed('the body is empty: send JSON, or no body at all');
  const most = defaultLimits[row.bodyMax ?? 'body'];
  if (Buffer.byteLength(text) > most)
    return { unreadable: { kind: 'too-large', detail: `the body has more than the ${most} bytes that this operation takes` } };
  const body = jsonOf(text);
  if (body === undefined) return malformed(`the body is not JSON: ${notJson(text) ?? 'it is too deep to be read'}`);
  const unfit = unfitFor(body, defaultLimits);
  return unfit === undefined ? { body } : malformed(`the body ${unfit}`);
};

const malformed = (detail: string): { readonly unreadable: Unreadable } => ({ unreadable: { kind: 'malformed', detail } });

const jsonOf = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};
