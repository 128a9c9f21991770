import type { z } from 'zod';
import { errorResponse } from '../contract/parts/problem.ts';
import type { Described } from '../operation.ts';
import { findTitle, problemMediaType } from '../problems.ts';
import type { Components, Fields } from './components.ts';
import type { DescribedRow } from './parameters.ts';

/** Describes every answer an operation may give, by status. `default` covers the answers that any call may get. */
export const describeResponses = (row: DescribedRow, components: Components): Fields => ({
  [row.success.status]: success(row, components),
  ...(row.success.orEmpty === undefined
    ? {}
    : { [row.success.orEmpty]: { description: nothing, headers: headers(row.api, 'success', components) } }),
  ...Object.fromEntries(listRefusalStatuses(row).map((status) => [status, refusal(row, status, components)])),
  ...(row.passesOn ? describePassedOn(row.api, components) : { default: refusal(row, 'default', components) }),
});

/** A worker's answer may have any status. */
const describePassedOn = (api: Described['api'], components: Components): Fields => {
  const answer = { description: 'What the worker answers', headers: headers(api, 'success', components), content: { '*/*': {} } };
  return { '2XX': answer, '3XX': answer, default: { ...answer, headers: headers(api, 'default', components) } };
};

const success = (
  { api, summary, headers: looksAt, passesOn, inItsWords, success: { schema, type = 'application/json', frames, lines } }: Described,
  components: Components,
): Fields => {
  const part = (one: z.ZodType) => components.schema(one, 'output');
  // If a stream is also available as one body, the call chooses by `accept`, or in its own body.
  const whole = frames === undefined || looksAt?.includes('accept') || inItsWords ? schema : undefined;
  const content = {
    ...(whole === undefined ? {} : { [type]: { schema: part(whole) } }),
    ...(passesOn ? { '*/*': {} } : {}),
    ...(frames === undefined ? {} : { 'text/event-stream': { schema: pieces('The data of each event', part(frames)) } }),
    ...(lines === undefined ? {} : { 'application/x-ndjson': { schema: pieces('Each line', part(lines)) } }),
  };
  const isEmpty = Object.keys(content).length === 0;
  return {
    description: isEmpty ? nothing : `The answer to: ${summary}`,
    headers: { ...headers(api, 'success', components), ...(frames === undefined ? {} : streaming) },
    ...(isEmpty ? {} : { content }),
  };
};

/** A text of many pieces, each of them JSON. */
const pieces = (description: string, contentSchema: Fields): Fields => ({
  type: 'string',
  description,
  contentMediaType: 'application/json',
  contentSchema,
});

const nothing = 'Done; there is nothing to show';

/** Headers that keep proxies from buffering a stream. */
const streaming = Object.fromEntries(
  ['Cache-Control', 'Connection', 'X-Accel-Buffering'].map((name) => [name, { schema: { type: 'string' } }]),
);

/** The refusal statuses that the row declares, and those that the rest of the row implies. */
export const listRefusalStatuses = ({ api, params, query, body, resolves, refersTo, refuses = [] }: DescribedRow): readonly number[] => [
  ...new Set([
    ...(api === 'control' ? [] : [401, 403, 429]),
    ...(resolves === undefined && refersTo === undefined ? [] : [404]),
    ...(query === undefined && params === undefined ? [] : [422]),
    ...(body === undefined ? [] : api === 'worker' ? [400] : [400, 413, 422]),
    ...refuses,
  ]),
];

/** A problem document (errors.problem). The operations of an API share it: only their headers differ. */
const refusal = ({ api, passesOn, inItsWords }: Described, status: number | 'default', components: Components): Fields => {
  const title = status === 'default' ? 'Unexpected' : findTitle(status);
  const isWorkers = inItsWords === true && status === 500;
  const name = `${passesOn ? 'Balancer' : isWorkers ? 'Model' : prefixes[api]}${title.replaceAll(' ', '')}Error`;
  return components.add('responses', name, {
    description: title,
    headers: headers(api, status, components),
    content: {
      [problemMediaType]: { schema: components.schema(errorResponse, 'output') },
      ...(passesOn ? { '*/*': {} } : {}),
      ...(isWorkers ? { 'application/json': {} } : {}),
    },
  });
};

const prefixes = { management: '', queue: 'Queue', worker: 'Worker', control: 'Control' };

/** A caller without a key has no quota to show. The queue's limits are never shown (limits.headers). */
const headers = (api: Described['api'], status: number | 'success' | 'default', components: Components): Fields => {
  const names = [
    'x-request-id',
    ...(api === 'management' && status !== 401 ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
    ...(status === 429 || status === 503 || status === 'default' ? (['Retry-After'] as const) : []),
  ] as const;
  return Object.fromEntries(names.map((name) => [name, components.add('headers', name, described[name])]));
};

// biome-ignore format: a table
const described = {
  'x-request-id':     { description: 'The id of this call', required: true,                                       schema: { type: 'string' } },
  'RateLimit':        { description: 'The calls left in each window: `"minute";r=59;t=60`. Exempt callers do not get it',  schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'The windows and their quotas: `"minute";q=60;w=60`. Exempt callers do not get it', schema: { type: 'string' } },
  'Retry-After':      { description: 'Seconds to wait before the next attempt',                                           schema: { type: 'integer', minimum: 0 } },
} as const;
