import { describe, expect, test } from 'vitest';
import { type Call, type EndWritten, said, saidBy, submit } from './conversation.ts';

const submitted: Call = [0, 'POST /v2/ep/run', submit];
const read = (status: string): Call => [60, 'GET /v2/ep/status/j', said(status)];

/** What the property says of a client that returned. */
const returned = (calls: readonly Call[], end: EndWritten) => saidBy('success-is-success', calls, 'returned', end);

const ended = (status: string): EndWritten => ({ jobs: [{ id: 'j', status, endpointId: 'ep', overAt: 50, endedAt: 50 }] });

describe('success-is-success', () => {
  test.each([
    ['FAILED', 'failed'],
    ['TIMED_OUT', 'timed out'],
    ['CANCELLED', 'was cancelled'],
  ])('is broken by a client that read %s, and returned', (status, words) => {
    expect(returned([submitted, read(status)], ended(status))?.words).toContain(`submitted j, which ${words}, and the client returned`);
    expect(saidBy('success-is-success', [submitted, read(status)], 'threw', ended(status))).toBeUndefined();
  });

  test('is broken by a client whose job was removed before it read an output', () => {
    const gone: Call = [4_000, 'GET /v2/ep/status/j', { status: 404 }];
    expect(returned([submitted, gone], ended('REMOVED'))?.words).toContain('was removed before its output was read');
    expect(returned([submitted, read('COMPLETED'), gone], ended('REMOVED'))).toBeUndefined();
  });

  test('is held by a client that has the same work done by another job, or the same job by a retry', () => {
    const again: readonly Call[] = [
      [70, 'POST /v2/ep/run', { ...submit, answer: { id: 'k', status: 'IN_QUEUE' } }],
      [90, 'GET /v2/ep/status/k', { answer: { id: 'k', status: 'COMPLETED' } }],
    ];
    expect(returned([submitted, read('FAILED'), ...again], ended('FAILED'))).toBeUndefined();
    const other: Call = [70, 'POST /v2/ep/run', { body: { input: 2 }, answer: { id: 'k', status: 'IN_QUEUE' } }];
    expect(returned([submitted, read('FAILED'), other, again[1] as Call], ended('FAILED'))).toBeDefined();
    const retried: Call = [70, 'POST /v2/ep/retry/j', said('IN_QUEUE')];
    expect(
      returned([submitted, read('FAILED'), retried, [90, 'GET /v2/ep/status/j', said('COMPLETED')]], ended('COMPLETED')),
    ).toBeUndefined();
  });

  test('is held by a client that gives up a job before its end, and broken by one that does so afterwards', () => {
    const at = (time: number, call: string): Call => [time, call, { answer: { id: 'j', status: 'CANCELLED' } }];
    for (const call of ['POST /v2/ep/cancel/j', 'POST /v2/ep/purge-queue', 'DELETE /v2/serverless/ep']) {
      expect(returned([submitted, at(50, call)], ended('CANCELLED'))).toBeUndefined();
      expect(returned([submitted, at(51, call)], ended('CANCELLED'))).toBeDefined();
    }
  });

  test('is held by a client that returns the status', () => {
    expect(returned([submitted, read('FAILED')], { ...ended('FAILED'), said: '"FAILED"' })).toBeUndefined();
    expect(returned([submitted, read('FAILED')], { ...ended('FAILED'), said: '"COMPLETED"' })).toBeDefined();
  });

  test('is held by a client that returns the id, or leaves the end to the receiver of a webhook', () => {
    expect(returned([submitted, read('FAILED')], { ...ended('FAILED'), said: '{"failed":["j"]}' })).toBeUndefined();
    const hooked: Call = [0, 'POST /v2/ep/run', { ...submit, body: { input: {}, webhook: 'http://receiver.test/' } }];
    expect(returned([hooked], ended('FAILED'))).toBeUndefined();
    const hooks = [{ jobId: 'j', attempt: 1, at: 50, status: 'FAILED', answered: 200 }];
    expect(returned([hooked], { ...ended('FAILED'), hooks })).toBeDefined();
  });
});
