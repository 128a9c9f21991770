import { describe, test } from 'vitest';
import type { JobEvent } from '../../../engine/cloud/job/events.ts';
import { jobEntity } from '../../../engine/cloud/job/job.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import { specification } from '../../support/contract/specification.ts';
import {
  cancelled,
  completed,
  expired,
  failed,
  jobId,
  queued,
  queuedWith,
  retried,
  settings,
  started,
  startedWith,
  streamedOf,
  webhookAnswered,
  webhookPosted,
} from './examples.ts';

const given = specification(jobEntity, settings);

describe('YieldChunk', () => {
  const yieldChunk = { type: 'YieldChunk' } as const;
  const outputs = startedWith({ stream: { count: 2, everyMs: 500, outputs: ['a', { b: 1 }] } });

  test('yields the outputs of the handler one by one', () => {
    given(queued, outputs).when(yieldChunk).then(streamedOf('a'));
    given(queued, outputs, streamedOf('a'))
      .when(yieldChunk)
      .then({ type: 'JobStreamed', jobId, chunks: [{ output: { b: 1 } }] });
  });
  test('numbers the chunks from 1 where the handler gives no outputs', () => {
    given(queued, startedWith({ stream: { count: 2, everyMs: 500 } }), streamedOf(1))
      .when(yieldChunk)
      .then(streamedOf(2));
  });
  test('puts the metrics beside each output', () => {
    given(queued, startedWith({ stream: { count: 2, everyMs: 500, metrics: { tokens: 3 } } }))
      .when(yieldChunk)
      .then({ type: 'JobStreamed', jobId, chunks: [{ output: 1, metrics: { tokens: 3 } }] });
  });
  test('cuts a chunk that is too long into several', () => {
    const small = specification(jobEntity, { ...settings, chunkBytesMax: 6 });
    small(queued, startedWith({ stream: { count: 1, everyMs: 500, outputs: ['abcdefghij'] } }))
      .when(yieldChunk)
      .then(streamedOf('abcd', 'efgh', 'ij'));
  });
  test('is refused when the job does not run', () => {
    given(queued).when(yieldChunk).thenRejected('refused', 'stream.drain');
    given(queued, outputs, cancelled).when(yieldChunk).thenRejected('refused', 'stream.drain');
  });
});

describe('DrainChunks', () => {
  const drain = { type: 'DrainChunks' } as const;

  test('takes all that is ready', () => {
    given(queued, started, streamedOf('a', 'b'), streamedOf('c')).when(drain).then({ type: 'JobDrained', jobId, chunks: 3 });
  });
  test('takes each chunk once', () => {
    const drained: JobEvent = { type: 'JobDrained', jobId, chunks: 2 };
    given(queued, started, streamedOf('a', 'b'), drained).when(drain).then();
    given(queued, started, streamedOf('a', 'b'), drained, streamedOf('c'))
      .when(drain)
      .then({ ...drained, chunks: 1 });
  });
  test('takes what is left once the job has ended', () => {
    given(queued, started, streamedOf('a'), completed).when(drain).then({ type: 'JobDrained', jobId, chunks: 1 });
  });
  test('changes nothing while no chunk is ready', () => {
    given(queued).when(drain).then();
  });
});

describe('LimitResult', () => {
  const until = (ms: number): JobEvent => ({ type: 'JobResultLimited', jobId, until: ms as VirtualTime });

  test('limits the retention of the result, counted from now', () => {
    given(queued, started, completed).when({ type: 'LimitResult', ttlMs: 60_000 }, { at: 5_000 }).then(until(65_000));
  });
  test('changes nothing where the result goes sooner anyway', () => {
    given(queued, started, completed).when({ type: 'LimitResult', ttlMs: 1_800_000 }, { at: 1 }).then();
    given(queued, started, completed, until(9_000)).when({ type: 'LimitResult', ttlMs: 9_000 }, { at: 0 }).then();
  });
  test('shortens what was limited before', () => {
    given(queued, started, completed, until(9_000)).when({ type: 'LimitResult', ttlMs: 8_999 }).then(until(8_999));
  });
  test('counts from the end of a job that has not ended', () => {
    const limited = (forMs: number): JobEvent => ({ type: 'JobResultLimited', jobId, forMs });
    given(queued, started).when({ type: 'LimitResult', ttlMs: 1_000 }, { at: 100 }).then(limited(1_000));
    given(queued, limited(1_000)).when({ type: 'LimitResult', ttlMs: 1_000 }).then();
    given(queued, limited(1_000)).when({ type: 'LimitResult', ttlMs: 999 }).then(limited(999));
    given(queued).when({ type: 'LimitResult', ttlMs: 1_800_000 }, { at: 100 }).then();
  });
  test('is refused for a job that is gone', () => {
    given(queued, started, completed, expired).when({ type: 'LimitResult', ttlMs: 0 }).thenRejected('refused', 'job.status-ttl');
  });
});

describe('SendWebhook', () => {
  const send = { type: 'SendWebhook' } as const;
  const url = 'https://example.com/hook';
  const ended = [queuedWith({ webhook: url }), started, completed];
  const answering = (...webhookAnswers: readonly number[]) => specification(jobEntity, { ...settings, webhookTries: 3, webhookAnswers });
  const sent = (attempt: number, answered: number, again: boolean): JobEvent => ({
    type: 'JobWebhookSent',
    jobId,
    url,
    attempt,
    answered,
    again,
  });

  test.each([200, 204, 299])('is done once the receiver answers %i', (answered) => {
    answering(answered)(...ended)
      .when(send)
      .then(sent(1, answered, false));
  });
  test.each([199, 300, 404, 500])('is tried again when the receiver answers %i', (answered) => {
    answering(answered)(...ended)
      .when(send)
      .then(sent(1, answered, true));
  });
  test('hears the answers by try, the last repeating', () => {
    const given = answering(500, 503);
    given(...ended, sent(1, 500, true))
      .when(send)
      .then(sent(2, 503, true));
    given(...ended, sent(1, 500, true), sent(2, 503, true))
      .when(send)
      .then(sent(3, 503, false));
  });
  test('is given up after the last try', () => {
    answering(500)(...ended, sent(1, 500, true), sent(2, 500, true))
      .when(send)
      .then(sent(3, 500, false));
  });
  test('is refused while the job has not ended', () => {
    given(queuedWith({ webhook: url }), started)
      .when(send)
      .thenRejected('refused', 'webhook.delivery');
  });
});

describe('a webhook that is really posted', () => {
  const url = 'https://example.com/hook';
  const send = { type: 'SendWebhook' } as const;
  const report = (attempt: number, answered: number) => ({ type: 'ReportWebhook', attempt, answered }) as const;
  const ended = [queuedWith({ webhook: url, webhookIsReal: true }), started, failed];
  const given = specification(jobEntity, { ...settings, webhookTries: 2, webhookAnswers: [200] });
  const second = { ...webhookPosted, attempt: 2 };

  test('is sent with its answer outstanding, whatever receivers answer by the settings', () => {
    given(...ended)
      .when(send)
      .then(webhookPosted);
  });
  test.each([200, 204, 299])('is done once %i is reported', (answered) => {
    given(...ended, webhookPosted)
      .when(report(1, answered))
      .then({ ...webhookAnswered, answered, again: false });
  });
  test.each([0, 199, 302, 404, 500])('is tried again when %i is reported, and given up after the last try', (answered) => {
    given(...ended, webhookPosted)
      .when(report(1, answered))
      .then({ ...webhookAnswered, answered, again: true });
    given(...ended, webhookPosted, webhookAnswered)
      .when(send)
      .then(second);
    given(...ended, webhookPosted, webhookAnswered, second)
      .when(report(2, answered))
      .then({ ...webhookAnswered, attempt: 2, answered, again: false });
  });
  // biome-ignore format: a table
  test.each<[string, readonly JobEvent[]]>([
    ['was never posted',                      ended],
    ['is simulated',                          [queuedWith({ webhook: url }), started, failed]],
    ['has been answered',                     [...ended, webhookPosted, { ...webhookAnswered, again: false }]],
    ['has been answered, and is to be tried again', [...ended, webhookPosted, webhookAnswered]],
    ['is at another try',                     [...ended, webhookPosted, webhookAnswered, second]],
    ['belongs to an end that a retry undid',  [...ended, webhookPosted, retried]],
    ['belongs to the end before the last',    [...ended, webhookPosted, retried, started, failed]],
    ['belongs to a job that is gone',         [...ended, webhookPosted, expired]],
  ])('awaits no answer where it %s', (_, events) => {
    given(...events).when(report(1, 200)).thenRejected('refused', 'webhook.delivery');
  });
});
