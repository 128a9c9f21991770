import type { Request as HttpRequest } from 'express';
import { type Described, type Limits, readClient } from '../../engine/api/index.ts';
import { type GivenClient, type Request, readAhead, type Unreadable } from '../../engine/cloud/index.ts';
import { formatInstant, type Json, lastInstantMs, parseDateTime, parseDuration, type VirtualTime } from '../../engine/kernel/index.ts';
import { type Input, keyLengthMax, type World } from '../../engine/world/index.ts';
import { type ControlGuard, mayAdd } from './accessControl.ts';
import type { ReadBody } from './bodies.ts';
import { notJson } from './jsonReader.ts';
import { unfitFor } from './unfit.ts';

/** The input to the engine for an HTTP request to an operation. */
export const readInput = (row: Described, http: HttpRequest, body: ReadBody, { base, world, guard, limits }: Reception): Input => {
  const additions = readAdditions(http, world, guard, limits);
  const request = readRequest(row, http, additions.wrong === undefined ? body : { unreadable: additions.wrong });
  const plain = { operation: row.id, client: clientIn(http, row), request, base, unguarded: true } as const;
  const input: Input = body.isLong === true ? { ...plain, readAhead } : plain;
  // Most requests ask for none of these, and spreading absent parts would be a good part of their cost.
  if (additions.handler === undefined && additions.at === undefined && additions.key === undefined) return input;
  return {
    ...input,
    request: additions.handler === undefined ? request : { ...request, podsim: { handler: additions.handler } },
    ...(additions.at === undefined ? {} : { at: additions.at }),
    ...(additions.key === undefined ? {} : { key: additions.key }),
  };
};

/** The context in which a call came in. */
export interface Reception {
  readonly base: string;
  readonly world: World;
  readonly guard: ControlGuard;
  readonly limits: Limits;
}

/** Most calls come from one client. They share one object for it, because the log holds each. */
export const clientIn = ({ headers: { authorization } }: HttpRequest, { api }: Described): GivenClient => {
  if (authorization !== last.authorization || api !== last.api) last = { authorization, api, client: readClient(authorization, api) };
  return last.client;
};
let last: { readonly authorization: string | undefined; readonly api: Described['api'] | undefined; readonly client: GivenClient } = {
  authorization: undefined,
  api: undefined,
  client: { key: null, because: 'missing' },
};

/** As much of an HTTP request as operations use. Its `url` is the path, with the query. */
export type OperationRequest = Pick<HttpRequest, 'headers' | 'method' | 'url' | 'params' | 'query'>;

/** Reads the parts of a request that the operations use; of its headers, only those that the row names. */
export const readRequest = (row: Described, http: OperationRequest, { value, unreadable }: ReadBody): Request => {
  const { headers, passesOn, path } = row;
  // V8 looks up the router's object as a table, so its fields are copied.
  const params = passesOn ? paramsToPass(path, http) : Object.assign({}, http.params as Record<string, string>);
  const query = readQuery(http);
  // In alphabetical order: serializing to canonical text then finds them sorted.
  if (headers === undefined && !passesOn && unreadable === undefined)
    return value === undefined ? { params, query } : { body: value, params, query };
  const sent = (headers ?? []).flatMap((name) => {
    const given = http.headers[name];
    return typeof given === 'string' ? [[name, given] as const] : [];
  });
  return {
    ...(value === undefined ? {} : { body: value }),
    ...(sent.length === 0 ? {} : { headers: Object.fromEntries(sent) }),
    ...(passesOn ? { method: http.method } : {}),
    params,
    query,
    ...(unreadable === undefined ? {} : { unreadable }),
  };
};

/** The path below an endpoint's base URL is passed on unchanged, escapes included. */
const paramsToPass = (path: string, { url, params }: OperationRequest): Request['params'] => {
  const [, last = ''] = /\{(\w+)\}$/.exec(path) ?? [];
  const segments = path.split('/').length - 1;
  const below = (url.split('?')[0] ?? '').split('/').slice(segments).join('/');
  return { ...(params as Record<string, string>), [last]: below };
};

/** Most requests have no query. They share one object, because the log holds each. */
const readQuery = ({ url, query }: OperationRequest): Request['query'] =>
  url.includes('?') ? { ...(query as Record<string, string | string[]>) } : noQuery;
const noQuery: Request['query'] = {};

/** The additions that the simulator lets a caller make to a call, in headers that begin with `x-podsim-`. */
interface Additions {
  /** `x-podsim-at`: the virtual time at which the call arrives; the clock first runs to it. */
  readonly at?: VirtualTime;
  /** `x-podsim-key`: the key of the ids and draws that the call makes; unique in a world. */
  readonly key?: string;
  /** `x-podsim-handler`: how the job that the call submits runs, as JSON. */
  readonly handler?: Json;
  readonly wrong?: Unreadable;
}

const none: Additions = {};

const readAdditions = (http: HttpRequest, world: World, guard: ControlGuard, limits: Limits): Additions => {
  const { 'x-podsim-at': at, 'x-podsim-key': key, 'x-podsim-handler': handler } = http.headers;
  if (at === undefined && key === undefined && handler === undefined) return none;
  if (!mayAdd(guard, http)) return wrong('x-podsim-at, -key and -handler need the header x-podsim-token: <control token> here');
  const time = at === undefined ? undefined : virtualTime(String(at), world);
  if (typeof time === 'string') return wrong(time);
  if (key !== undefined && (key === '' || key.length > keyLengthMax)) return wrong(`x-podsim-key: from 1 to ${keyLengthMax} characters`);
  const written = handler === undefined ? undefined : json(String(handler));
  if (handler !== undefined && written === undefined) return wrong(`x-podsim-handler: is not JSON: ${notJson(String(handler))}`);
  const unfit = written === undefined ? undefined : unfitFor(written, limits, 'bodyValues');
  if (unfit !== undefined) return wrong(`x-podsim-handler: ${unfit.words}`);
  return {
    ...(time === undefined ? {} : { at: time }),
    ...(key === undefined ? {} : { key: String(key) }),
    ...(written === undefined ? {} : { handler: written }),
  };
};

const wrong = (detail: string): Additions => ({ wrong: { kind: 'malformed', detail } });

/** A virtual time from `1m30s` since the start, or from an instant; an error text where it is neither, or is in the past. */
const virtualTime = (text: string, { header, now }: World): VirtualTime | string => {
  const { startMs } = header.definition;
  const instant = parseDateTime(text);
  const at = parseDuration(text) ?? (instant === undefined ? undefined : instant - startMs);
  if (at === undefined) return `x-podsim-at: '${text}' is neither a duration since the start, such as 1m30s, nor an instant`;
  if (startMs + at > lastInstantMs) return `x-podsim-at: the clock does not go beyond ${formatInstant(lastInstantMs)}`;
  if (at >= now) return at as VirtualTime;
  return `x-podsim-at: time never runs backwards, and it is ${formatInstant(startMs + now)} already`;
};

const json = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};
