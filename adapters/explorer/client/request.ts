import { parse } from 'node:querystring';
import { defaultLimits, findOperation, type Operation, readClient } from '../../../engine/api/index.ts';
import type { Json } from '../../../engine/kernel/index.ts';
import { operationAt } from '../../../engine/lab/explorer/index.ts';
import type { Input } from '../../../engine/world/index.ts';
import type { ReadBody } from '../../http/bodies.ts';
import type { FetchCall } from '../../http/fetchCall.ts';
import { notJson } from '../../http/jsonReader.ts';
import { type OperationRequest, readRequest } from '../../http/requests.ts';
import { unfitFor, valuesLimit } from '../../http/unfit.ts';

/** The row of the operation table that a call is for; undefined where its path or method belongs to none. */
export const rowFor = ({ method, url: { pathname } }: FetchCall): Operation | undefined => {
  const found = operationAt(method, pathname);
  return found === undefined || pathname.endsWith('/') ? undefined : findOperation(found.operation);
};

/** The input to the world for a call to an operation, as the server makes it of an HTTP request. */
export const inputFor = (row: Operation, { method, url, headers, body }: FetchCall, key: string): Input => {
  const { params = {} } = operationAt(method, url.pathname) ?? {};
  const sent: OperationRequest = { method, headers, params, url: `${url.pathname}${url.search}`, query: parse(url.search.slice(1)) };
  const client = readClient(headers['authorization'], row.api);
  return {
    operation: row.id,
    client,
    request: readRequest(row, sent, readRequestBody(row, body?.toString())),
    base: url.origin,
    unguarded: true,
    key,
  };
};

const readRequestBody = (row: Operation, text: string | undefined): ReadBody => {
  if (row.body === undefined || text === undefined) return {};
  if (row.passesOn) return { value: parseJson(text) ?? text };
  if (text === '') return refuseMalformed('the body is empty: send JSON, or no body at all');
  const most = defaultLimits[row.bodyMax ?? 'body'];
  if (Buffer.byteLength(text) > most)
    return { unreadable: { kind: 'too-large', detail: `the body has more than the ${most} bytes that this operation takes` } };
  const body = parseJson(text);
  if (body === undefined) return refuseMalformed(`the body is not JSON: ${notJson(text) ?? 'it is too deep to be read'}`);
  const unfit = unfitFor(body, defaultLimits, valuesLimit(row.bodyMax ?? 'body'));
  return unfit === undefined ? { value: body } : { unreadable: { kind: unfit.kind, detail: `the body ${unfit.words}` } };
};

const refuseMalformed = (detail: string): ReadBody => ({ unreadable: { kind: 'malformed', detail } });

const parseJson = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};
