import { describe, expect, test } from 'vitest';
import type { Answer } from '../../engine/api/operation.ts';
import type { GivenClient } from '../../engine/cloud/input.ts';
import type { ControlContext } from '../../engine/control/operation.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import type { Input } from '../../engine/world/receive.ts';
import { type Body, FakeHost, refusal, said } from '../support/serving/fakeHost.ts';
import { callOf, runOf, worldOf } from '../support/worlds/worlds.ts';

/** Calls a world as an adapter does: the journal gets the call as the log would store it. */
const put = ({ world, journal }: ControlContext, input: Input): void => {
  let n = 0;
  const closed = ({ status, rule, body }: Answer) =>
    journal.close(n, status, rule, body === undefined ? undefined : JSON.stringify(body), world.now);
  const reply = world.call(input, closed);
  const { operation, client, request } = reply.call;
  n = journal.open(operation, client, request, { seq: reply.seq, after: world.log.length, at: world.now });
  if ('answer' in reply) closed(reply.answer);
};

const as = (client: GivenClient, input: Input): Input => ({ ...input, client });

/** Two jobs, a refusal, a call that waits, one with an unknown key, one without a key, and one of the operator. */
const lived = (): ControlContext => {
  const desk = new FakeHost(worldOf()).desk();
  put(desk, runOf('ep-a', { prompt: 'hi', n: 1 }));
  put(desk, runOf('ep-a', { prompt: 'ho', n: 2 }));
  put(desk, callOf('getPod', { id: 'nowhere' }));
  put(desk, callOf('runsync', { endpoint_id: 'ep-a' }, { body: { input: { n: 3 } }, query: { wait: '90000' } }));
  put(desk, as({ key: 'a stranger' }, callOf('listPods', {})));
  put(desk, as({ key: null, because: 'missing' }, callOf('listPods', {})));
  put(desk, as({ key: null, because: 'operator' }, { ...callOf('createKey', {}, { body: { name: 'ci' } }) }));
  return desk;
};

const requests = (desk: ControlContext, query: Record<string, string> = {}): readonly Body[] =>
  said(desk, 'listRequests', { query })['requests'] as readonly Body[];

describe('GET requests', () => {
  test('shows calls with their answers, newest first', () => {
    const desk = lived();
    expect(requests(desk).map(({ n, operation, client, because, status }) => [n, operation, client, because, status])).toStrictEqual([
      [7, 'createKey', null, 'operator', 201],
      [6, 'listPods', null, 'missing', 401],
      [5, 'listPods', null, 'unknown', 401],
      [4, 'runsync', 'alice', null, null],
      [3, 'getPod', 'alice', null, 404],
      [2, 'run', 'alice', null, 200],
      [1, 'run', 'alice', null, 200],
    ]);
  });

  test('shows all of a call', () => {
    const desk = lived();
    const [, , , next, call] = requests(desk);
    const start = { instant: '2026-01-01T00:00:00.000Z', virtual: '00:00:00.000', ms: 0 };
    expect(call).toStrictEqual({
      n: 3,
      seq: null,
      // The next call is the next entry.
      after: Number(next?.['seq']) - 1,
      at: start,
      operation: 'getPod',
      path: '/v2/pods/nowhere',
      client: 'alice',
      because: null,
      request: { params: { id: 'nowhere' }, query: {} },
      status: 404,
      rule: 'auth.tenancy',
      answeredAt: start,
      answer: '{"title":"Not Found","status":404,"detail":"pod not found: this account has none"}',
    });
  });

  test('names the entry of a call that is in the log', () => {
    const desk = lived();
    const [first] = requests(desk, { operation: 'run' });
    expect(desk.world.log.entry(Number(first?.['seq']))?.event).toMatchObject({ type: 'InputReceived', operation: 'run' });
  });

  test('shows a pending call as pending, until it is answered', () => {
    const desk = lived();
    const held = () => requests(desk, { operation: 'runsync' })[0];
    expect(held()).toMatchObject({ status: null, answeredAt: null });
    expect(Object.keys(held() ?? {})).not.toContain('answer');
    desk.world.advance({ by: 10_000 });
    expect(held()).toMatchObject({ status: 200, answeredAt: { virtual: '00:00:01.000' }, answer: expect.stringContaining('COMPLETED') });
  });

  test('does not show secrets that must not be stored', () => {
    const desk = lived();
    put(desk, callOf('createRegistry', {}, { body: { name: 'r', username: 'u', password: 'open sesame' } }));
    expect(requests(desk)[0]?.['request']).toStrictEqual({
      params: {},
      query: {},
      body: { name: 'r', username: 'u', password: '(hidden)' },
    });
  });

  test('says what was wrong with a body that could not be read', () => {
    const desk = lived();
    put(desk, {
      ...callOf('run', { endpoint_id: 'ep-a' }),
      request: { params: { endpoint_id: 'ep-a' }, query: {}, unreadable: { kind: 'malformed', detail: 'no JSON' } },
    });
    expect(requests(desk)[0]).toMatchObject({ status: 400, request: { unreadable: 'no JSON' } });
  });

  // biome-ignore format: a table
  test.each([
    ['of an operation',   { operation: 'run' },                  [2, 1]],
    ['of a status',       { status: '401' },                     [6, 5]],
    ['of many statuses',  { status: '4xx' },                     [6, 5, 3]],
    ['of both',           { operation: 'run', status: '4xx' },   []],
    ['only the newest',   { limit: '2' },                        [7, 6]],
    ['the newest of some', { operation: 'run', limit: '1' },     [2]],
  ] as const)('shows those %s', (_, query, ns) => {
    expect(requests(lived(), query).map(({ n }) => n)).toStrictEqual(ns);
  });

  test.each([{ operation: 'launch' }, { status: '4x' }, { status: '600' }, { limit: '0' }, { before: '0' }])('refuses %j: 422', (query) => {
    const question = { query: query as unknown as Record<string, string> };
    expect(refusal(lived(), 'listRequests', question).slice(0, 2)).toStrictEqual([422, 'errors.validation']);
  });

  test('continues before a call, so many at a time', () => {
    const desk = lived();
    const found: unknown[] = [];
    for (let before: unknown = 99; before !== null; ) {
      const page = said(desk, 'listRequests', { query: { limit: '3', before: String(before) } });
      found.push(...(page['requests'] as readonly Body[]).map(({ n }) => n));
      before = page['before'];
    }
    expect(found).toStrictEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  test('says how many are forgotten', () => {
    const desk = new FakeHost(worldOf()).desk();
    for (let k = 0; k < 1_003; k++)
      desk.journal.open('health', { digest: 'k' }, { params: {}, query: {} }, { seq: k, after: k, at: desk.world.now });
    const { requests: kept, forgotten } = said(desk, 'listRequests', { query: { limit: '1000' } });
    expect([(kept as readonly unknown[]).length, forgotten]).toStrictEqual([1_000, 3]);
  });
});

describe('POST requests/verify', () => {
  const verified = (body: Json) => {
    const { ok, matched, closest } = said(lived(), 'verifyRequests', { body });
    return [ok, matched, (closest as readonly Body[]).map(({ n }) => n)];
  };

  // biome-ignore format: a table
  test.each([
    ['there were calls',                         {},                                                                  [true, 7, []]],
    ['there was one of an operation',            { operation: 'runsync' },                                            [true, 1, []]],
    ['there were so many',                       { operation: 'run', times: 2 },                                      [true, 2, []]],
    ['there were none',                          { operation: 'cancel', times: 0 },                                   [true, 0, []]],
    ['there were some, by an operator',          { operation: 'run', times: { gte: 1, lte: 3 } },                     [true, 2, []]],
    ['one had a body like this',                 { times: 1, where: { body: { input: { prompt: 'ho' } } } },          [true, 1, []]],
    ['by an operator in a body',                 { operation: 'run', where: { body: { input: { prompt: { matches: '^h' } } } }, times: 2 }, [true, 2, []]],
    ['one had this in its path',                 { where: { params: { id: 'nowhere' } } },                            [true, 1, []]],
    ['one had this in its query',                { where: { query: { wait: '90000' } } },                             [true, 1, []]],
    ['they were of this key',                    { where: { client: 'alice' }, times: 4 },                            [true, 4, []]],
    ['some were refused by this',                { where: { rule: 'auth.bearer', status: 401 }, times: 2 },           [true, 2, []]],
    ['some were refused',                        { where: { status: { gte: 400 } }, times: 3 },                       [true, 3, []]],
    ['not one more',                             { operation: 'run', times: 3 },                                      [false, 2, [7, 6, 5]]],
    ['not with this body',                       { operation: 'run', where: { body: { input: { prompt: 'hu', n: 2 } } } }, [false, 0, [2, 1, 7]]],
  ] as const)('says whether %s', (_, body, outcome) => {
    expect(verified(body as Json)).toStrictEqual(outcome);
  });

  test('shows where the closest request differs', () => {
    const body = { operation: 'run', where: { body: { input: { prompt: 'hu', n: 2 } } } };
    const { closest, expected, forgotten } = said(lived(), 'verifyRequests', { body });
    expect((closest as readonly Body[])[0]).toStrictEqual({
      n: 2,
      operation: 'run',
      differences: ['call.body.input.prompt: expected "hu", got "ho"'],
    });
    expect([expected, forgotten]).toStrictEqual([{ gte: 1 }, 0]);
  });

  // biome-ignore format: a table
  test.each([
    ['an unknown operation',       { operation: 'launch' },                          '$.operation: is not an operation of a world'],
    ['half a time',                { times: 0.5 },                                   '$.times: must be a whole number, or operators with whole numbers, such as { "gte": 1 }'],
    ['an operator that is none',   { times: { about: 3 } },                          '$.times: must be'],
    ['a pattern that is none',     { where: { body: { a: { matches: '(' } } } },     "$.where: '(' is not a regular expression"],
    ['anything else',              { where: { answer: {} } },                        "$.where: additional properties 'answer' not allowed"],
  ] as const)('is refused for %s: 422', (_, body, words) => {
    const [status, rule, errors] = refusal(lived(), 'verifyRequests', { body: body as Json });
    expect([status, rule, errors]).toStrictEqual([422, 'errors.validation', [expect.stringContaining(words)]]);
  });
});
