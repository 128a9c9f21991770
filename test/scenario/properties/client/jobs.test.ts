import { describe, expect, test } from 'vitest';
import type { ClientEnding } from '../../../../engine/scenario/properties/client/end.ts';
import { type Call, type CallWritten, type EndWritten, said, saidBy, submit } from './conversation.ts';

const timedOut: Call = [0, 'POST /v2/ep/runsync?wait=1000', { body: { input: {} }, ...said('IN_PROGRESS'), takes: 1 }];
const lost: CallWritten = { body: { input: {} }, lost: 'the client stopped waiting', takes: 3 };

describe('terminal-is-terminal', () => {
  const broken = (calls: readonly Call[], how?: ClientEnding, end?: EndWritten) => saidBy('terminal-is-terminal', calls, how, end);

  test('is broken by a client that returns what runsync answered when its wait was over', () => {
    expect(broken([timedOut])).toMatchObject({
      words:
        'call 1 (POST /v2/ep/runsync at 00:00:00.000) said that j is IN_PROGRESS, and the client took that for its result: it returned, and ' +
        'heard no more of j. Poll its status until it is COMPLETED, FAILED, CANCELLED or TIMED_OUT; to give up, cancel it or throw',
      exchange: { number: 1 },
    });
  });

  test('is broken by a client that goes on with the next job after a poll that said IN_QUEUE', () => {
    const calls: readonly Call[] = [
      [0, 'POST /v2/ep/run', submit],
      [5, 'GET /v2/ep/status/j', said('IN_QUEUE')],
      [5, 'POST /v2/ep/run', { ...submit, answer: { id: 'k', status: 'IN_QUEUE' } }],
      [9, 'GET /v2/ep/status/k', said('COMPLETED', 'k')],
    ];
    expect(broken(calls)).toMatchObject({
      words: expect.stringContaining('call 2 (GET /v2/ep/status/j at 00:00:05.000) said that j is IN_QUEUE'),
    });
  });

  test('is broken where a job was put back by a retry and not followed to its end', () => {
    const calls: readonly Call[] = [
      [0, 'POST /v2/ep/run', submit],
      [1, 'GET /v2/ep/status/j', said('FAILED')],
      [1, 'POST /v2/ep/retry/j', said('IN_QUEUE')],
      [2, 'GET /v2/ep/stream/j', { answer: { status: 'IN_PROGRESS', stream: [] } }],
    ];
    expect(broken(calls)).toMatchObject({ exchange: { number: 4 } });
    expect(broken([...calls, [3, 'GET /v2/ep/stream/j', { answer: { status: 'COMPLETED', stream: [] } }]])).toBeUndefined();
  });

  test.each<[string, readonly Call[], ClientEnding, EndWritten]>([
    ['the job was followed to its end', [timedOut, [2, 'GET /v2/ep/status/j', said('FAILED')]], 'returned', {}],
    ['the client cancelled it', [timedOut, [2, 'POST /v2/ep/cancel/j', said('CANCELLED')]], 'returned', {}],
    ['it had ended when the client cancelled it', [timedOut, [2, 'POST /v2/ep/cancel/j', { status: 409 }]], 'returned', {}],
    ['the job is gone', [timedOut, [2, 'GET /v2/ep/status/j', { status: 404 }]], 'returned', {}],
    ['its endpoint was deleted', [timedOut, [2, 'DELETE /v2/serverless/ep', { status: 204 }]], 'returned', {}],
    ['its webhook was taken', [timedOut], 'returned', { hooks: [{ jobId: 'j', at: 5, answered: 200 }] }],
    ['the client threw while it was IN_PROGRESS', [timedOut], 'threw', {}],
    ['a bound of the run ended the client', [timedOut], 'stopped', {}],
    ['the client asked for no result', [[0, 'POST /v2/ep/run', submit]], 'returned', {}],
    [
      'the call was refused',
      [[0, 'POST /v2/ep/runsync', { status: 503, answer: { status: 503, title: 'Service Unavailable' } }]],
      'returned',
      {},
    ],
  ])('holds where %s', (_, calls, how, end) => {
    expect(broken(calls, how, end)).toBeUndefined();
  });

  test('is broken although a webhook was posted that was not taken', () => {
    expect(broken([timedOut], 'returned', { hooks: [{ jobId: 'j', at: 5, answered: 500 }] })).toBeDefined();
  });
});

describe('jobs-accounted-for', () => {
  const broken = (calls: readonly Call[], how?: ClientEnding, end?: EndWritten) => saidBy('jobs-accounted-for', calls, how, end);
  const run: Call = [0, 'POST /v2/ep/run', submit];

  test('is broken by a job whose end the client does not know', () => {
    expect(broken([run])).toMatchObject({
      words:
        'call 1 (POST /v2/ep/run at 00:00:00.000) submitted j, and the client returned without knowing its end: the last it heard is ' +
        'IN_QUEUE. Poll it until it is over, cancel it, or return its id',
    });
    expect(broken([timedOut])).toMatchObject({ words: expect.stringContaining('the last it heard is IN_PROGRESS') });
  });

  test('is broken by a submission whose answer was lost, if it made a job', () => {
    const made = { jobs: [{ id: 'x' }] };
    expect(broken([[0, 'POST /v2/ep/run', lost]], 'returned', made)).toMatchObject({
      words:
        'call 1 (POST /v2/ep/run at 00:00:00.000) got no answer (the client stopped waiting), but it submitted x, which the client knows nothing ' +
        'of. Say so by an error, or submit with a webhook; do not go on as if there were no job',
    });
    const again: readonly Call[] = [
      [0, 'POST /v2/ep/run', lost],
      [3, 'POST /v2/ep/run', submit],
      [5, 'GET /v2/ep/status/j', said('COMPLETED')],
    ];
    expect(broken(again, 'returned', { jobs: [{ id: 'x' }, { id: 'j', submittedAt: 3 }] })).toMatchObject({
      exchange: { number: 1 },
    });
  });

  test.each<[string, readonly Call[], ClientEnding, EndWritten]>([
    ['a lost submission made no job', [[0, 'POST /v2/ep/run', lost]], 'returned', {}],
    ['the job of another caller has the same input', [[5, 'POST /v2/ep/run', lost]], 'returned', { jobs: [{ id: 'x' }] }],
    ['the client threw because the answer was lost', [[0, 'POST /v2/ep/run', lost]], 'threw', { jobs: [{ id: 'x' }] }],
    [
      'the client found the job by its webhook',
      [[0, 'POST /v2/ep/run', { ...lost, body: { input: {}, webhook: 'http://h' } }]],
      'returned',
      { jobs: [{ id: 'x' }] },
    ],
    ['its end is known', [run, [2, 'GET /v2/ep/status/j', said('TIMED_OUT')]], 'returned', {}],
    ['it was cancelled', [run, [2, 'POST /v2/ep/cancel/j', said('CANCELLED')]], 'returned', {}],
    ['it is gone', [run, [2, 'GET /v2/ep/status/j', { status: 404 }]], 'returned', {}],
    ['its id was returned', [run], 'returned', { said: '{"submitted":"j"}' }],
    ['it was submitted with a webhook', [[0, 'POST /v2/ep/run', { ...submit, body: { input: {}, webhook: 'http://h' } }]], 'returned', {}],
    ['the queue was purged', [run, [2, 'POST /v2/ep/purge-queue']], 'returned', { jobs: [{ id: 'j', status: 'REMOVED', endedAt: 2 }] }],
    ['the client threw', [run], 'threw', {}],
    ['a bound of the run ended the client', [run], 'stopped', {}],
    ['the submission was refused', [[0, 'POST /v2/ep/run', { status: 429 }]], 'returned', {}],
  ])('holds where %s', (_, calls, how, end) => {
    expect(broken(calls, how, end)).toBeUndefined();
  });

  test('is broken by a job that ran when the queue was purged: a purge removes only what waits', () => {
    expect(broken([run, [2, 'POST /v2/ep/purge-queue']], 'returned', { jobs: [{ id: 'j' }] })).toMatchObject({ exchange: { number: 1 } });
  });
});

describe('stops-when-gone', () => {
  const broken = (calls: readonly Call[], how?: ClientEnding) => saidBy('stops-when-gone', calls, how);
  const polls = (count: number, call = 'GET /v2/ep/status/j', written: CallWritten = { status: 404 }): readonly Call[] =>
    Array.from({ length: count }, (_, k) => [k * 2, call, written]);

  test('is held by reading a pod that is there, and only not shown yet', () => {
    const reads = polls(9, 'GET /v2/pods/p1');
    const there = { kind: 'pod', id: 'p1', createdAt: 0 } as const;
    expect(saidBy('stops-when-gone', reads, 'returned', { created: [there] })).toBeUndefined();
    expect(saidBy('stops-when-gone', reads, 'returned', { created: [{ ...there, goneAt: 0 }] })).toBeDefined();
  });

  test('is broken by polling what is gone, however the client ends', () => {
    expect(broken(polls(7), 'stopped')).toMatchObject({
      words:
        'call 1 (GET /v2/ep/status/j at 00:00:00.000) was answered 404, and call 7 (GET /v2/ep/status/j at 00:00:12.000) asked the same for ' +
        'the 7th time: what is gone does not come back, and a 404 does not mean that it is still starting. Stop polling, and report that it is gone',
    });
    expect(broken(polls(7, 'GET /v2/pods/p'))).toBeDefined();
    expect(broken(polls(7, 'POST /v2/ep/status/j'))).toBeDefined();
  });

  test('holds for a few questions more, for a thing that comes back, and for what was asked before the first answer came', () => {
    expect(broken(polls(6))).toBeUndefined();
    expect(broken([...polls(4), [8, 'GET /v2/ep/status/j', said('IN_QUEUE')], ...polls(4)])).toBeUndefined();
    expect(broken(polls(20, 'GET /v2/ep/status/j', { status: 404, takes: 100 }))).toBeUndefined();
    expect(broken(Array.from({ length: 20 }, (_, k): Call => [k, `GET /v2/ep/status/j${k}`, { status: 404 }]))).toBeUndefined();
    expect(broken(polls(20, 'GET /v2/ep/status/j', { status: 503 }))).toBeUndefined();
    expect(broken(polls(20, 'POST /v2/ep/cancel/j'))).toBeUndefined();
  });
});
