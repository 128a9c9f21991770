import { describe, expect, test } from 'vitest';
import type { VirtualTime } from '../../../../engine/kernel/time.ts';
import { type Call, type CallWritten, said, saidBy, submit } from './conversation.ts';

const polls = (count: number, every: number, written: CallWritten): readonly Call[] =>
  Array.from({ length: count }, (_, k) => [1 + k * every, 'GET /v2/ep/status/j', written] as const);

describe('polls-with-pause', () => {
  const submitted: Call = [0, 'POST /v2/ep/run', submit];

  test('is broken by the eleventh read at once after a read that was answered alike', () => {
    expect(saidBy('polls-with-pause', [submitted, ...polls(11, 0.01, said('IN_QUEUE'))])?.exchange?.number).toBe(12);
    expect(saidBy('polls-with-pause', [submitted, ...polls(10, 0.01, said('IN_QUEUE'))])).toBeUndefined();
    expect(saidBy('polls-with-pause', [submitted, ...polls(40, 0.01, { status: 503 })])?.words).toContain('Wait between two polls');
  });

  test.each<[string, readonly Call[]]>([
    ['a client that waits', polls(40, 1, said('IN_QUEUE'))],
    ['one that lets the platform wait', polls(40, 2, { ...said('IN_QUEUE'), takes: 2 })],
    ['one that sends many reads together', polls(40, 0, { ...said('IN_QUEUE'), together: 40 })],
    ['one that takes chunks as they come', polls(40, 0.01, { answer: { status: 'IN_PROGRESS', stream: [{ output: 1 }] } })],
  ])('is held by %s', (_, calls) => {
    expect(saidBy('polls-with-pause', [submitted, ...calls])).toBeUndefined();
  });
});

describe('work-once', () => {
  const again: readonly Call[] = [
    [0, 'POST /v2/ep/run', submit],
    [100, 'POST /v2/ep/run', { body: { input: {} }, answer: { id: 'k', status: 'IN_QUEUE' } }],
  ];
  const with2 = (job: object) => ({ jobs: [{ id: 'j', ...job }, { id: 'k' }] });

  test.each<[string, object]>([
    ['waits or runs', {}],
    ['has completed, and is gone', { hasCompleted: true, overAt: 50, status: 'REMOVED' }],
    ['completes later', { hasCompleted: true, overAt: 200 }],
    ['fails later', { overAt: 200 }],
  ])('is broken where the same is submitted again while its job %s', (_, job) => {
    expect(saidBy('work-once', again, 'threw', with2(job))?.exchange?.number).toBe(2);
  });

  test('is held where the job had failed, where the input is another one, and where the client did not know of the job', () => {
    expect(saidBy('work-once', again, 'returned', with2({ overAt: 50, status: 'FAILED' }))).toBeUndefined();
    const [first, second] = again as [Call, Call];
    const other: Call = [100, 'POST /v2/ep/run', { body: { input: 2 }, answer: { id: 'k', status: 'IN_QUEUE' } }];
    expect(saidBy('work-once', [first, other], 'returned', with2({}))).toBeUndefined();
    const together: Call = [0, 'POST /v2/ep/run', { ...submit, together: 2 }];
    expect(saidBy('work-once', [together, [0, second[1], second[2] ?? {}]], 'returned', with2({}))).toBeUndefined();
    const lost: Call = [0, 'POST /v2/ep/run', { body: { input: {} }, lost: 'lost' }];
    expect(saidBy('work-once', [lost, second], 'returned', with2({}))).toBeUndefined();
  });
});

describe('pays-once', () => {
  const body = { name: 'p', image: 'a' };
  const lostThen = (at: number): readonly Call[] => [
    [0, 'POST /v2/pods', { body, takes: 1, lost: 'the connection broke' }],
    [at, 'POST /v2/pods', { body, status: 201, answer: { id: 'p2' } }],
  ];
  const created = [
    { kind: 'pod', id: 'p1', name: 'p', createdAt: 0 },
    { kind: 'pod', id: 'p2', name: 'p', createdAt: 5 },
  ] as const;

  test('is broken where a pod is created again although the first one is there', () => {
    expect(saidBy('pays-once', lostThen(5), 'threw', { created })?.words).toContain("created another pod called 'p'");
    const failed: Call = [0, 'POST /v2/pods', { body, takes: 1, status: 500 }];
    expect(saidBy('pays-once', [failed, ...lostThen(5).slice(1)], 'threw', { created })?.words).toContain(
      'was answered 500, but p1 was there',
    );
  });

  test('is held where the first one is gone by then, or was never created, and where the client did not know that the answer was lost', () => {
    const gone = [{ ...created[0], goneAt: 4 }, created[1]];
    expect(saidBy('pays-once', lostThen(5), 'threw', { created: gone })).toBeUndefined();
    expect(saidBy('pays-once', lostThen(5), 'threw', { created: [created[1]] })).toBeUndefined();
    const [first, second] = lostThen(0.5) as [Call, Call];
    expect(saidBy('pays-once', [[first[0], first[1], { ...first[2], together: 2 }], second], 'threw', { created })).toBeUndefined();
  });
});

describe('pays-once, after a list was read', () => {
  const body = { name: 'p', image: 'a' };
  const created = [
    { kind: 'pod', id: 'p1', name: 'p', createdAt: 0 },
    { kind: 'pod', id: 'p2', name: 'p', createdAt: 9 },
  ] as const;
  const withList = (at: number, ...shown: readonly string[]): readonly Call[] => [
    [0, 'POST /v2/pods', { body, takes: 1, lost: 'the connection broke' }],
    [at, 'GET /v2/pods', { answer: { pods: shown.map((id) => ({ id })) } }],
    [9, 'POST /v2/pods', { body, status: 201, answer: { id: 'p2' } }],
  ];

  test('is held where that did not show the first one: it lags behind, and no client could know better', () => {
    expect(saidBy('pays-once', withList(5, 'other'), 'threw', { created })).toBeUndefined();
  });

  test('is broken where that showed it, where it was read before the loss was known, and where it failed', () => {
    const refused = withList(5).map((call): Call => (call[1].startsWith('GET') ? [call[0], call[1], { status: 503 }] : call));
    for (const calls of [withList(5, 'p1'), withList(0.5), refused])
      expect(saidBy('pays-once', calls, 'threw', { created })?.words).toContain("created another pod called 'p'");
  });
});

describe('webhooks-in-any-order', () => {
  const follow = (of: string): Call => [
    20,
    'POST /v2/ep/run',
    { body: { input: { of } }, answer: { id: 'f', status: 'IN_QUEUE' }, because: { jobId: 'j', attempt: 1 } },
  ];
  const jobs = [{ id: 'j', overAt: 10, hasCompleted: true }, { id: 'k' }];

  test('is broken by work for a job that is not over, when the webhook of another one comes', () => {
    expect(saidBy('webhooks-in-any-order', [follow('k')], 'returned', { jobs })?.words).toContain('goes on with k, which was not over');
  });

  test('is held by work for the job of the webhook, for one that is over, and for none', () => {
    for (const of of ['j', 'k and j', 'none']) expect(saidBy('webhooks-in-any-order', [follow(of)], 'returned', { jobs })).toBeUndefined();
    const over = [jobs[0] as { id: string }, { id: 'k', overAt: 15 }];
    expect(saidBy('webhooks-in-any-order', [follow('k')], 'returned', { jobs: over })).toBeUndefined();
  });
});

describe('webhooks-once', () => {
  const submitted = (id: string): Call => [
    0,
    'POST /v2/ep/run',
    { body: { input: id, webhook: 'http://me' }, answer: { id, status: 'IN_QUEUE' } },
  ];
  const took = (...ids: string[]) =>
    ids.map((jobId, k) => ({ jobId, attempt: k + 1, at: 5 + k, answered: 200, takenAt: (5 + k) as VirtualTime }));

  test('is broken by a client that counts webhooks, and took one twice', () => {
    const jobs = [{ id: 'j', overAt: 4 }, { id: 'k' }];
    const calls = [submitted('j'), submitted('k')];
    expect(saidBy('webhooks-once', calls, 'returned', { jobs, hooks: took('j', 'j') })?.words).toContain('Count the jobs that are over');
    expect(saidBy('webhooks-once', calls, 'returned', { jobs, hooks: took('j', 'k') })).toBeUndefined();
    expect(saidBy('webhooks-once', calls, 'returned', { jobs, hooks: took('j') })).toBeUndefined();
    expect(saidBy('webhooks-once', calls, 'threw', { jobs, hooks: took('j', 'j') })).toBeUndefined();
  });
});

describe('connections-closed', () => {
  const health = (open?: 'pending' | 'unread'): Call => [0, 'GET /v2/ep/health', open === undefined ? {} : { open }];

  test('is broken by a call without an answer when the client returns', () => {
    expect(saidBy('connections-closed', [health(), health('pending')])?.exchange?.number).toBe(2);
    expect(saidBy('connections-closed', [health(), health('pending')], 'threw')).toBeUndefined();
    expect(saidBy('connections-closed', [health()])).toBeUndefined();
  });

  test('is broken by more than ten answers whose bodies were not read', () => {
    const unread = (count: number) => Array.from({ length: count }, () => health('unread'));
    expect(saidBy('connections-closed', unread(11))?.words).toContain('the bodies of 11 answers');
    expect(saidBy('connections-closed', unread(10))).toBeUndefined();
  });
});
