import { describe, expect, test } from 'vitest';
import type { RequestCommand } from '../../../engine/cloud/request/decide.ts';
import type { RequestEvent } from '../../../engine/cloud/request/events.ts';
import { requestEntity } from '../../../engine/cloud/request/request.ts';
import { requestSettings } from '../../../engine/cloud/request/settings.ts';
import { listDefaults } from '../../../engine/kernel/settings.ts';
import { commandMatrix, oneOfEach, specification, stateAfter } from '../../support/contract/specification.ts';

const requestId = 'request-1';
const workerId = 'worker-1';
const settings = listDefaults(requestSettings);
const given = specification(requestEntity, settings);
const input = { method: 'POST', path: '/v1', body: { prompt: 'hi' } };

const received: RequestEvent = { type: 'RequestReceived', requestId, endpointId: 'ep-lb', input, onlyWorkerId: null, handler: null };
const attempt = { runsMs: 2_000, ending: 'complete' } as const;
const started = (some = {}): RequestEvent => ({
  type: 'RequestStarted',
  requestId,
  workerId,
  attempt: { ...attempt, ...some },
  timeoutMs: 300_000,
});
const answered = (status = 200, executionTime = 0) =>
  ({ type: 'RequestAnswered', requestId, workerId, status, executionTime }) satisfies RequestEvent;
const failed: RequestEvent = { type: 'RequestFailed', requestId, workerId, because: 'timeout' };
const closed = (of: string | null): RequestEvent => ({ type: 'RequestClosed', requestId, workerId: of });

const receive = { type: 'ReceiveRequest', endpointId: 'ep-lb', input, onlyWorkerId: null, handler: null } satisfies RequestCommand;
const start = { type: 'StartRequest', workerId, attempt, endpointTimeoutMs: 300_000 } satisfies RequestCommand;
const end = { type: 'EndRequest' } satisfies RequestCommand;
const close = { type: 'CloseRequest' } satisfies RequestCommand;

test('what each command does in each status', () => {
  const commands = oneOfEach<RequestCommand>({
    ReceiveRequest: receive,
    StartRequest: start,
    EndRequest: end,
    FailRequest: { because: 'timeout' },
    CloseRequest: close,
  });
  const after = (...events: readonly RequestEvent[]) => stateAfter(requestEntity, events);
  const requests = [
    after(),
    after(received),
    after(received, started()),
    after(received, started(), answered()),
    after(received, started(), failed),
    after(received, closed(null)),
  ];
  expect(commandMatrix(requestEntity, settings, commands, requests)).toMatchInlineSnapshot(`
    "
               ReceiveRequest  StartRequest  EndRequest  FailRequest  CloseRequest
    NEW        Received        ·             ·           ·            ·
    WAITING    ·               Started       ·           Failed       Closed
    IN_FLIGHT  ·               ·             Answered    Failed       Closed
    ANSWERED   ·               ·             ·           ·            Closed
    FAILED     ·               ·             ·           ·            Closed
    CLOSED     ·               ·             ·           ·            ·
    "
  `);
});

describe('StartRequest', () => {
  test('lets it take as long as its endpoint allows, and never longer than the platform does', () => {
    given(received).when(start).then(started());
    given(received)
      .when({ ...start, endpointTimeoutMs: 3_600_000 })
      .then({ ...started(), timeoutMs: 330_000 } as RequestEvent);
  });
  test('is refused while another worker has it', () => {
    given(received, started()).when(start).thenRejected('refused', 'lb.traffic');
  });
});

describe('EndRequest', () => {
  // biome-ignore format: a table
  test.each([
    ['200, unless its handler says otherwise', {},                                    200],
    ['the status of its handler',              { status: 418 },                       418],
    ['500 where its handler fails',            { ending: 'fail' },                    500],
    ['no success where its handler fails',     { ending: 'fail', status: 201 },       500],
    ['the error of a handler that fails',      { ending: 'fail', status: 429 },       429],
  ] as const)('answers with %s', (_, some, status) => {
    given(received, started(some)).when(end, { at: 2_000 }).then(answered(status, 2_000));
  });
  test('takes the worker down where the handler does', () => {
    given(received, started({ ending: 'crash' }))
      .when(end)
      .then({ type: 'RequestCrashedWorker', requestId, workerId });
  });
});

describe('CloseRequest', () => {
  test('gives a worker back only while it has the request', () => {
    given(received).when(close).then(closed(null));
    given(received, started()).when(close).then(closed(workerId));
    given(received, started(), answered()).when(close).then(closed(null));
  });
  test('is refused for a request that is closed already', () => {
    given(received, closed(null)).when(close).thenRejected('refused', 'lb.traffic');
  });
});

describe('the timers of a request', () => {
  const ringing = (...events: readonly RequestEvent[]) => {
    const request = stateAfter(requestEntity, events);
    const rows = requestEntity.timers.filter(({ runs }) => runs.includes(request.status));
    return Object.fromEntries(rows.map(({ name, dueAt }) => [name, dueAt(request, settings)]));
  };
  test('are those of its status', () => {
    expect(ringing(received)).toStrictEqual({ wait: 120_000 });
    expect(ringing(received, started())).toStrictEqual({ answer: 2_000, timeout: 300_000 });
    expect(ringing(received, started({ ending: 'hang' }))).toStrictEqual({ answer: null, timeout: 300_000 });
    expect(ringing(received, started(), answered())).toStrictEqual({});
  });
});
