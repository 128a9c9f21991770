import { type Either, getOrElse, tryCatch } from 'fp-ts/lib/Either.js';
import type { Operation } from '../../../api/operation.ts';
import { pathParams } from '../../../api/reading/pathParams.ts';
import { operations } from '../../../api/table.ts';
import type { Request } from '../../../cloud/input.ts';
import type { Json } from '../../../kernel/canonical.ts';
import type { VirtualTime } from '../../../kernel/time.ts';

/** One call of a client with its answer, as the client saw it. Header names are in lower case; times are virtual milliseconds. */
export interface Exchange {
  /** Counts the client's calls, in the order in which they were sent, from 1. */
  readonly number: number;
  readonly sentAt: VirtualTime;
  /** When the answer came, or the call was lost; absent while it is pending. */
  readonly answeredAt?: VirtualTime;
  /** The id of the operation; absent if the path belongs to none. */
  readonly operation?: string;
  readonly method: string;
  /** Without the origin, the name of a world and the query: `/v2/ep-a/status/j`. */
  readonly path: string;
  /** The path parameters by name: `{ endpoint_id: 'ep-a', job_id: 'j' }`. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as parsed JSON; its text if it is not JSON. */
  readonly body?: Json;
  readonly status?: number;
  /** The body of the answer, in the same way. */
  readonly answer?: Json;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /**
   * How many calls the client had sent when the answer came; absent if unknown. There may be many calls at one instant, and the client knew
   * the answer only for later ones.
   */
  readonly answeredAfter?: number;
  /** Set if the client got no answer: the reason, such as `the client stopped waiting`. The world may have done the call nevertheless. */
  readonly lost?: string;
  /**
   * The connection that the client left open at its end; absent if unknown. `pending` if it neither waited for the answer nor said
   * that it stops waiting, `unread` if it read only the head of the answer.
   */
  readonly open?: OpenConnection;
  /** The webhook in whose receiver the client made the call; absent if unknown. */
  readonly because?: { readonly jobId: string; readonly attempt: number };
}

export type OpenConnection = 'pending' | 'unread';

/** A call as it leaves a client. */
export interface CallSent {
  readonly number: number;
  readonly sentAt: VirtualTime;
  readonly method: string;
  /** The whole URL, or its path; with its query. */
  readonly url: string;
  readonly headers?: Iterable<readonly [name: string, value: string]>;
  /** The text of the body. */
  readonly body?: string | undefined;
  readonly because?: Exchange['because'];
}

/** The exchange of a call that was sent, and has no answer yet. */
export const beginExchange = ({ number, sentAt, method, url, headers = [], body, because }: CallSent): Exchange => {
  const { path, query } = splitUrl(url);
  const found = operationAt(method.toUpperCase(), path);
  return {
    number,
    sentAt,
    ...(found === undefined ? {} : { operation: found.operation }),
    method: method.toUpperCase(),
    path,
    params: found?.params ?? {},
    query,
    headers: lowerCase(headers),
    ...(body === undefined || body === '' ? {} : { body: parseJson(body) }),
    ...(because === undefined ? {} : { because }),
  };
};

/** The exchange of a call that a scenario's step makes: it has an operation instead of a path. */
export const exchangeOfStep = (sent: Pick<CallSent, 'number' | 'sentAt'>, row: Operation, request: Request): Exchange => ({
  ...sent,
  operation: row.id,
  method: request.method ?? row.methods[0] ?? 'GET',
  path: row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(request.params[name] ?? '')),
  params: request.params,
  query: Object.fromEntries(Object.entries(request.query).map(([name, value]) => [name, String(value)])),
  headers: request.headers ?? {},
  ...(request.body === undefined ? {} : { body: request.body }),
});

/** An answer as it reaches a client. */
export interface AnswerReceived {
  readonly at: VirtualTime;
  readonly status: number;
  readonly headers?: Iterable<readonly [name: string, value: string]>;
  /** The text of the body. */
  readonly body?: string | undefined;
  /** How many calls had been sent by then. */
  readonly after?: number;
}

export const receiveAnswer = (exchange: Exchange, { at, status, headers = [], body, after }: AnswerReceived): Exchange => ({
  ...exchange,
  answeredAt: at,
  ...(after === undefined ? {} : { answeredAfter: after }),
  status,
  responseHeaders: lowerCase(headers),
  ...(body === undefined || body === '' ? {} : { answer: parseJson(body) }),
});

/** The call will never have an answer: `words` say why. */
export const loseAnswer = (exchange: Exchange, at: VirtualTime, words: string, after?: number): Exchange => ({
  ...exchange,
  answeredAt: at,
  ...(after === undefined ? {} : { answeredAfter: after }),
  lost: words,
});

/** The operation that a call is for, with the parameters in its path. A literal segment takes precedence over a parameter. */
export const operationAt = (
  method: string,
  path: string,
): { readonly operation: string; readonly params: Readonly<Record<string, string>> } | undefined => {
  for (const { operation, methods, pattern, names, passesOn } of routes) {
    const found = passesOn || methods.includes(method) ? pattern.exec(path) : null;
    if (found !== null) return { operation, params: Object.fromEntries(names.map((name, k) => [name, decode(found[k + 1] ?? '')])) };
  }
  return undefined;
};

const routes = operations
  .map(({ id, methods, path, passesOn = false }) => ({
    operation: id,
    methods: methods as readonly string[],
    passesOn,
    names: pathParams(path),
    pattern: new RegExp(`^${path.replace(/\/\{path\}$/, '(?:/(.*))?').replaceAll(/\{\w+\}/g, '([^/]+)')}/?$`),
  }))
  .map((route, place) => ({ ...route, place, order: route.passesOn ? 100 : route.names.length }))
  .sort((a, b) => a.order - b.order || a.place - b.place);

const splitUrl = (url: string): Pick<Exchange, 'path' | 'query'> => {
  const [whole = '', search = ''] = (url.split('#')[0] ?? '').split(/\?(.*)/s);
  return {
    path: whole.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replace(/^\/worlds\/[^/]+(?=\/)/, ''),
    query: Object.fromEntries(
      search
        .split('&')
        .filter((pair) => pair !== '')
        .map((pair) => pair.split(/=(.*)/s))
        .map(([name = '', value = '']) => [decode(name), decode(value.replaceAll('+', ' '))]),
    ),
  };
};

const lowerCase = (headers: Iterable<readonly [name: string, value: string]>): Readonly<Record<string, string>> =>
  Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]));

/** Badly encoded text stays as it came. */
const decode = (text: string): string => valueOr(text, () => decodeURIComponent(text));
const parseJson = (text: string): Json => valueOr<Json>(text, () => JSON.parse(text) as Json);

const valueOr = <Value>(otherwise: Value, read: () => Value): Value =>
  getOrElse(() => otherwise)(tryCatch(read, () => undefined) as Either<undefined, Value>);
