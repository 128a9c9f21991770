import { isLeft, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { json } from '../../api/contract/parts/json.ts';
import { openObject, strictObject } from '../../api/contract/parts/objects.ts';
import { wholeFrom } from '../../api/contract/parts/query.ts';
import { findOperation } from '../../api/operations.ts';
import type { Json } from '../../kernel/canonical.ts';
import { Page } from '../../kernel/collections/page.ts';
import type { JournalCall } from '../journal.ts';
import { withinLimit } from '../limits.ts';
import { type ControlContext, serverOperation } from '../operation.ts';
import { showTimePoint, timePoint } from '../timePoint.ts';

export const operationId = z.string().refine((id) => findOperation(id) !== undefined, 'is not an operation of a world');

const callResource = strictObject(() => ({
  n: z.int().describe('Its number among all calls of the world, from 1'),
  seq: z.int().nullable().describe('Its entry in the log; null if it changed nothing and left none'),
  after: z.int().describe('How many entries the log had once it was made'),
  at: timePoint,
  operation: z.string(),
  path: z.string(),
  client: z.string().nullable().describe('The name of its key'),
  because: z.enum(['missing', 'malformed', 'operator', 'unknown']).nullable().describe('Why there is no key'),
  request: z.strictObject({
    method: z.string().optional().describe('Of a request that a load balancer passes to a worker'),
    params: z.record(z.string(), z.string()),
    query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    body: json.optional().describe('Its beginning as text, with a note, where it is long; a note alone where it has been dropped'),
    unreadable: z.string().optional().describe('What is wrong with a body that could not be read'),
  }),
  status: z.int().nullable().describe('null while the call is pending'),
  rule: z.string().nullable().describe('The rule that refused it'),
  answeredAt: timePoint.nullable(),
  answer: z.string().optional().describe('The body of the answer, cut where it is long, unless it has been dropped'),
}));

/** GET requests: the newest calls and their answers. */
export const listRequests = serverOperation({
  id: 'listRequests',
  methods: ['GET'],
  path: '/_podsim/v1/requests',
  summary: 'List the newest calls, newest first',
  query: openObject(() => ({
    operation: operationId.optional(),
    status: z
      .string()
      .regex(/^[1-5](?:\d\d|xx)$/, 'must be a status such as 409, or a kind of them such as 4xx')
      .optional(),
    limit: wholeFrom(1).optional().describe('100 unless given'),
    before: wholeFrom(1).optional().describe('Only calls before the call with this number'),
  })),
  success: {
    status: 200,
    schema: strictObject(() => ({
      requests: z.array(callResource),
      before: z.int().nullable().describe('Give it as `before` to read the next page; null if there is none'),
      forgotten: z.int().describe('How many older calls have been dropped'),
    })),
  },
  rules: ['control.journal'],
  answer: (context, { query: { operation, status, limit = 100, before = Number.POSITIVE_INFINITY } }) => {
    const most = withinLimit(context, 'answerItems', limit, 'query.limit');
    if (isLeft(most)) return most;
    const isWanted = (call: JournalCall): boolean =>
      (operation === undefined || call.operation === operation) && (status === undefined || hasStatus(status, call.status));
    const found = new Page(context.host.limits, most.right);
    let [next, oldest]: [number | null, number] = [null, before];
    for (const call of context.journal.newest()) {
      if (call.n >= before || !isWanted(call)) continue;
      if (!found.take(callView(context, call))) {
        next = oldest;
        break;
      }
      oldest = call.n;
    }
    return right({ status: 200, body: { requests: found.items, before: next, forgotten: context.journal.forgotten } });
  },
});

const hasStatus = (wanted: string, status: number): boolean =>
  wanted.endsWith('xx') ? Math.floor(status / 100) === Number(wanted[0]) : status === Number(wanted);

const callView = (context: ControlContext, call: JournalCall): Json => {
  const { method, params, query, body, unreadable } = call.request;
  return {
    n: call.n,
    seq: call.seq,
    after: call.after,
    at: showTimePoint(context.world, call.at),
    operation: call.operation,
    path: fillPath(call.operation, params),
    ...findCaller(context, call),
    request: {
      ...(method === undefined ? {} : { method }),
      params,
      query,
      ...(body === undefined ? {} : { body }),
      ...(unreadable === undefined ? {} : { unreadable: unreadable.detail }),
    },
    status: call.status === 0 ? null : call.status,
    rule: call.rule ?? null,
    answeredAt: call.answeredAt === null ? null : showTimePoint(context.world, call.answeredAt),
    ...(call.text === undefined ? {} : { answer: call.text }),
  };
};

/** Finds the caller: the name of its key, or the reason why it has none. */
export const findCaller = ({ world }: ControlContext, { client }: JournalCall) => {
  if ('because' in client) return { client: null, because: client.because };
  const principal = world.state.keyring.find(client.digest);
  return principal === undefined ? { client: null, because: 'unknown' } : { client: principal.key.name, because: null };
};

const fillPath = (operation: string, params: JournalCall['request']['params']): string =>
  (findOperation(operation)?.path ?? '').replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
