import { describe, expect, test } from 'vitest';
import { clientProperties, clientProperty } from '../../../../engine/scenario/properties/client/pack.ts';
import { type Call, type CallWritten, said, saidBy, submit } from './conversation.ts';

const repeated = (count: number, call: string, written: CallWritten, every = 10): readonly Call[] =>
  Array.from({ length: count }, (_, k) => [k * every, call, written]);

describe('retries-bounded', () => {
  const broken = (calls: readonly Call[]) => saidBy('retries-bounded', calls, 'stopped');
  const refused = { body: { input: {} }, status: 503 };

  /** Each job of the same work fails, and is submitted again. */
  const failing = (jobs: number, ending = 'FAILED'): readonly Call[] =>
    Array.from({ length: jobs }, (_, k): readonly Call[] => [
      [k * 10, 'POST /v2/ep/run', { ...submit, answer: { id: `j${k}`, status: 'IN_QUEUE' } }],
      [k * 10 + 5, `GET /v2/ep/status/j${k}`, said(ending, `j${k}`)],
    ]).flat();

  test('is broken by the same call, made again each time that it fails', () => {
    expect(broken(repeated(21, 'POST /v2/ep/run', refused))).toMatchObject({
      words:
        'call 21 (POST /v2/ep/run at 00:03:20.000) is try 21 of the same in a row; the one before failed (answer 503). ' +
        'Give up after a few tries, with longer and longer pauses between them, and report the error',
    });
    expect(broken(repeated(21, 'POST /v2/ep/run', refused, 0))).toBeDefined();
    expect(broken(repeated(21, 'POST /v2/pods', { body: { name: 'p' }, lost: 'the connection broke' }))).toBeDefined();
    expect(broken(repeated(101, 'GET /v2/ep/status/j', { status: 503 }))).toBeDefined();
  });

  test('is broken by work that is submitted again each time that its job fails, by a submission or by a retry', () => {
    expect(broken(failing(6))).toBeUndefined();
    expect(broken(failing(7))).toMatchObject({
      words:
        'call 13 (POST /v2/ep/run at 00:01:00.000) submits the same work again after 6 jobs of it have failed (j5 is FAILED): each one is paid for. ' +
        'Give up after a few jobs, and report the error of the last',
    });
    expect(broken(failing(7, 'TIMED_OUT'))).toBeDefined();
    const retried = Array.from({ length: 6 }, (_, k): readonly Call[] => [
      [k * 10 + 5, 'GET /v2/ep/status/j', said('FAILED')],
      [k * 10 + 6, 'POST /v2/ep/retry/j', said('IN_QUEUE')],
    ]).flat();
    expect(broken([[0, 'POST /v2/ep/run', submit], ...retried])).toMatchObject({
      words: expect.stringContaining('after 6 jobs of it have failed'),
    });
    expect(broken([[0, 'POST /v2/ep/run', submit], ...retried.slice(0, -1)])).toBeUndefined();
  });

  test.each<[string, readonly Call[]]>([
    ['twenty tries fail', repeated(20, 'POST /v2/ep/run', refused)],
    ['a hundred reads fail in an outage', repeated(100, 'GET /v2/ep/status/j', { status: 503 })],
    [
      'some tries between them succeed',
      [
        ...repeated(15, 'POST /v2/ep/run', refused),
        [200, 'POST /v2/ep/run', submit],
        ...repeated(15, 'POST /v2/ep/run', refused).map(([at, ...call]): Call => [at + 300, ...call]),
      ],
    ],
    [
      'each of many different calls fails once',
      Array.from({ length: 50 }, (_, k): Call => [k, 'POST /v2/ep/run', { body: { input: { k } }, status: 503 }]),
    ],
    ['many calls that are the same are sent together, and all fail', repeated(50, 'POST /v2/ep/run', { ...refused, together: 50 }, 0)],
    ['jobs that are the same complete', failing(30, 'COMPLETED')],
    [
      'a load is the same job many times, and each fails',
      [
        ...Array.from(
          { length: 30 },
          (_, k): Call => [0, 'POST /v2/ep/run', { ...submit, answer: { id: `j${k}`, status: 'IN_QUEUE' }, together: 30 }],
        ),
        ...Array.from({ length: 30 }, (_, k): Call => [5, `GET /v2/ep/status/j${k}`, said('FAILED', `j${k}`)]),
        ...Array.from({ length: 30 }, (_, k): Call => [9, 'POST /v2/ep/run', { ...submit, answer: { id: `k${k}`, status: 'IN_QUEUE' } }]),
      ],
    ],
    [
      'a poll says that its job has failed as often as it is asked',
      [[0, 'POST /v2/ep/run', submit], ...repeated(30, 'GET /v2/ep/status/j', said('FAILED'))],
    ],
  ])('holds where %s', (_, calls) => {
    expect(broken(calls)).toBeUndefined();
  });
});

describe('obeys-retry-after', () => {
  const broken = (calls: readonly Call[]) => saidBy('obeys-retry-after', calls);
  const limited: Call = [10, 'GET /v2/ep/status/j', { status: 429, retryAfter: 8 }];

  test('is broken by the next such call, if it comes too early', () => {
    expect(broken([limited, [17, 'GET /v2/ep/status/j', said('COMPLETED')]])).toMatchObject({
      words:
        'call 1 (GET /v2/ep/status/j at 00:00:10.000) was answered 429 with Retry-After: 8, and call 2 (GET /v2/ep/status/j at 00:00:17.000) ' +
        'came before 00:00:18.000. Wait as long as Retry-After says before the next such call',
      exchange: { number: 2 },
    });
    expect(broken([limited, [10, 'GET /v2/ep/status/j', { status: 429, retryAfter: 8 }]])).toBeDefined();
    expect(broken([limited, [12, 'GET /v2/ep/stream/k', {}]])).toBeDefined();
  });

  test.each<[string, readonly Call[]]>([
    ['the client waits exactly so long', [limited, [18, 'GET /v2/ep/status/j', said('COMPLETED')]]],
    [
      'calls were under way when the answer came',
      [
        [10, 'GET /v2/ep/status/j', { status: 429, retryAfter: 8, together: 2 }],
        [10, 'GET /v2/ep/status/k', said('COMPLETED', 'k')],
      ],
    ],
    ['the call belongs to another limit', [limited, [11, 'POST /v2/ep/cancel/j', said('CANCELLED')]]],
    ['the call is for another endpoint', [limited, [11, 'GET /v2/other/status/j', said('COMPLETED')]]],
    [
      'the client cleans up after a read of the management API',
      [
        [0, 'GET /v2/pods/p', { status: 429, retryAfter: 60 }],
        [1, 'DELETE /v2/pods/p', { status: 204 }],
      ],
    ],
    [
      'the answer does not say when',
      [
        [0, 'POST /v2/ep/run', { status: 429 }],
        [0, 'POST /v2/ep/run', submit],
      ],
    ],
    [
      'the answer is no 429',
      [
        [0, 'POST /v2/ep/run', { status: 503, retryAfter: 60 }],
        [1, 'POST /v2/ep/run', submit],
      ],
    ],
  ])('holds where %s', (_, calls) => {
    expect(broken(calls)).toBeUndefined();
  });
});

describe('a lasting property', () => {
  const after: readonly Call[] = [
    [9_000, 'POST /v2/ep/run', submit],
    [9_100, 'GET /v2/ep/status/j', said('COMPLETED')],
  ];
  test.each<[string, readonly Call[]]>([
    ['retries-bounded', repeated(21, 'POST /v2/ep/run', { body: { input: {} }, status: 503 })],
    ['stops-when-gone', repeated(7, 'GET /v2/ep/status/j', { status: 404 })],
    ['obeys-retry-after', repeated(2, 'POST /v2/ep/run', { status: 429, retryAfter: 30 })],
  ])('%s stays broken, whatever the client does later', (name, calls) => {
    expect(clientProperty(name)?.lasting).toBe(true);
    expect(saidBy(name, [...calls, ...after])).toEqual(saidBy(name, calls, 'stopped'));
    expect(saidBy(name, calls, 'stopped')).toBeDefined();
  });

  test('is none that the client can still make good', () => {
    expect(clientProperties.filter(({ lasting }) => lasting)).toHaveLength(7);
  });
});
