import { describe, expect, test } from 'vitest';
import type { ClientEnding } from '../../../../engine/scenario/properties/client/end.ts';
import { type Call, type EndWritten, said, saidBy, submit } from './conversation.ts';

describe('webhooks-once', () => {
  const broken = (calls: readonly Call[], how?: ClientEnding, end?: EndWritten) => saidBy('webhooks-once', calls, how, end);
  const first: Call = [0, 'POST /v2/ep/run', { ...submit, body: { input: {}, webhook: 'http://h' } }];
  const next = (at: number, id: string): Call => [
    at,
    'POST /v2/ep/run',
    { body: { input: { of: 'j' } }, answer: { id, status: 'IN_QUEUE' } },
  ];
  const twice = {
    hooks: [
      { jobId: 'j', at: 5, answered: 500 },
      { jobId: 'j', attempt: 2, at: 15, answered: 200 },
    ],
  };

  test('is broken by a client that acts on each of two webhooks', () => {
    expect(broken([first, next(5, 'a'), next(15, 'b')], 'returned', twice)).toMatchObject({
      words:
        'call 3 (POST /v2/ep/run at 00:00:15.000) does for j what call 2 (POST /v2/ep/run at 00:00:05.000) has done: the client acted each ' +
        'time that it heard of the end of the job, and a webhook may come more than once. Note which jobs were dealt with, and ignore a ' +
        'webhook for one of them',
    });
  });

  test('is broken by a client that acts on a poll, and on the webhook that comes later', () => {
    const calls: readonly Call[] = [first, [4, 'GET /v2/ep/status/j', said('COMPLETED')], next(4, 'a'), next(5, 'b')];
    expect(broken(calls, 'returned', { hooks: [{ jobId: 'j', at: 5, answered: 200 }] })).toMatchObject({ exchange: { number: 4 } });
  });

  test('is broken by calls that do not name the job, if they were made in the receiver of its webhook', () => {
    const pod = (at: number, attempt: number): Call => [
      at,
      'POST /v2/pods',
      { body: { name: 'next' }, status: 201, answer: { id: `p${attempt}` }, because: { jobId: 'j', attempt } },
    ];
    expect(broken([first, pod(5, 1), pod(15, 2)], 'returned', twice)).toMatchObject({ exchange: { number: 3 } });
  });

  test('is broken by a client that waits for a webhook that does not come', () => {
    const ended = { at: 2_000, jobs: [{ id: 'j', status: 'REMOVED', endedAt: 60 }] };
    expect(broken([first], 'stuck', ended)).toMatchObject({
      words:
        'call 1 (POST /v2/ep/run at 00:00:00.000) submitted j with a webhook. The job ended at 00:01:00.000, no webhook arrived, and the client ' +
        'still waits for one. A webhook may be lost, and a job that expires has none: poll the status, too, from time to time',
    });
    expect(broken([first], 'stopped', ended)).toBeDefined();
    expect(broken([first], 'stopped', { ...ended, hooks: [{ jobId: 'j', at: 60, answered: 0 }] })).toBeDefined();
  });

  test.each<[string, readonly Call[], ClientEnding, EndWritten]>([
    ['the client acts on the first webhook alone', [first, next(5, 'a')], 'returned', twice],
    [
      'the first try to act fails',
      [first, [5, 'POST /v2/ep/run', { body: { input: { of: 'j' } }, status: 503 }], next(15, 'b')],
      'returned',
      twice,
    ],
    [
      'what it does twice changes nothing the second time',
      [first, [5, 'POST /v2/ep/cancel/j', said('CANCELLED')], [15, 'POST /v2/ep/cancel/j', said('CANCELLED')]],
      'returned',
      twice,
    ],
    [
      'it retries a job that failed twice',
      [first, [5, 'POST /v2/ep/retry/j', said('IN_QUEUE')], [15, 'POST /v2/ep/retry/j', said('IN_QUEUE')]],
      'returned',
      twice,
    ],
    [
      'one webhook came, and two calls belong to it',
      [first, next(5, 'a'), next(5, 'b')],
      'returned',
      { hooks: [{ jobId: 'j', at: 5, answered: 200 }] },
    ],
    ['two webhooks came, and both calls belong to the first', [first, next(5, 'a'), next(6, 'b')], 'returned', twice],
    [
      'it polls, and the webhook is lost',
      [first, [70, 'GET /v2/ep/status/j', said('COMPLETED')]],
      'stopped',
      { jobs: [{ id: 'j', status: 'COMPLETED', endedAt: 60 }] },
    ],
    [
      'a poll says that the job is gone',
      [first, [70, 'GET /v2/ep/status/j', { status: 404 }]],
      'stuck',
      { jobs: [{ id: 'j', status: 'REMOVED', endedAt: 60 }] },
    ],
    ['a bound ended the client soon after the job', [first], 'stopped', { at: 90, jobs: [{ id: 'j', status: 'COMPLETED', endedAt: 60 }] }],
    ['the job has not ended', [first], 'stuck', { jobs: [{ id: 'j' }] }],
    ['it waits for nothing', [first], 'returned', { jobs: [{ id: 'j', status: 'COMPLETED', endedAt: 60 }] }],
    ['it asked for no webhook', [[0, 'POST /v2/ep/run', submit]], 'stuck', { jobs: [{ id: 'j', status: 'COMPLETED', endedAt: 60 }] }],
  ])('holds where %s', (_, calls, how, end) => {
    expect(broken(calls, how, end)).toBeUndefined();
  });
});

describe('health-is-not-capacity', () => {
  const broken = (calls: readonly Call[], how?: ClientEnding) => saidBy('health-is-not-capacity', calls, how);
  const health = (at: number, running: number): Call => [
    at,
    'GET /v2/ep/health',
    { answer: { jobs: {}, workers: { idle: 0, ready: 0, running, throttled: 1 } } },
  ];
  const run = (at: number, id: string): Call => [at, 'POST /v2/ep/run', { body: { input: {} }, answer: { id, status: 'IN_QUEUE' } }];
  const poll = (at: number, status = 'IN_QUEUE', id = 'j'): Call => [at, `GET /v2/ep/status/${id}`, said(status, id)];

  test('is broken by work that is submitted again because health is green, while its job waits', () => {
    expect(broken([run(0, 'j'), poll(60), health(61, 1), run(61, 'k')])).toMatchObject({
      words:
        'call 3 (GET /v2/ep/health at 00:01:01.000) said that workers are there, and call 4 (POST /v2/ep/run at 00:01:01.000) submitted again what ' +
        'j is for, although j still waits in the queue. Health says nothing of the capacity for one more job: keep polling the job that there ' +
        'is, or cancel it first',
    });
  });

  test('is broken by a wait without an end, because health is green', () => {
    expect(broken([run(0, 'j'), poll(60), health(900, 1), poll(1_900)], 'stopped')).toMatchObject({
      words:
        'call 3 (GET /v2/ep/health at 00:15:00.000) said that workers are there, and the client went on waiting for j, which had been in the queue ' +
        'for 31 min 40 s by call 4 (GET /v2/ep/status/j at 00:31:40.000). Health is no capacity: bound the wait, look at the workers (GET ' +
        '/v2/serverless/ep/workers), and cancel the job',
    });
  });

  test.each<[string, readonly Call[], ClientEnding]>([
    ['health is red', [run(0, 'j'), poll(60), health(61, 0), run(61, 'k')], 'returned'],
    [
      'the first job was cancelled before',
      [run(0, 'j'), poll(60), [60, 'POST /v2/ep/cancel/j', said('CANCELLED')], health(61, 1), run(61, 'k')],
      'returned',
    ],
    ['the first job runs by then', [run(0, 'j'), poll(60), health(61, 1), poll(61, 'IN_PROGRESS'), run(61, 'k')], 'returned'],
    [
      'the work is another',
      [
        run(0, 'j'),
        poll(60),
        health(61, 1),
        [61, 'POST /v2/ep/run', { body: { input: { k: 2 } }, answer: { id: 'k', status: 'IN_QUEUE' } }],
      ],
      'returned',
    ],
    [
      'the client submits a load, and nothing has told it that a job waits',
      [run(0, 'j'), health(1, 1), run(1, 'k'), health(2, 1), run(2, 'l')],
      'returned',
    ],
    ['the job is taken in the end', [run(0, 'j'), poll(60), health(900, 1), poll(1_900), poll(1_960, 'COMPLETED')], 'returned'],
    [
      'the client gives up after a while, and cancels',
      [run(0, 'j'), poll(60), health(900, 1), poll(1_900), [1_900, 'POST /v2/ep/cancel/j', said('CANCELLED')]],
      'returned',
    ],
    ['the client gives up by an error', [run(0, 'j'), poll(60), health(900, 1), poll(1_900)], 'threw'],
    [
      'it looks at the workers, too',
      [run(0, 'j'), poll(60), health(900, 1), [900, 'GET /v2/serverless/ep/workers', {}], poll(1_900)],
      'stopped',
    ],
    ['it waits without a look at health', [run(0, 'j'), poll(60), poll(1_900)], 'stopped'],
    ['the wait is short', [run(0, 'j'), poll(60), health(61, 1), poll(600)], 'stopped'],
  ])('holds where %s', (_, calls, how) => {
    expect(broken(calls, how)).toBeUndefined();
  });
});
