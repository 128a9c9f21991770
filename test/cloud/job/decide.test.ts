import { describe, expect, test } from 'vitest';
import { jobEntity } from '../../../engine/cloud/job/job.ts';
import { commandMatrix, specification } from '../../support/contract/specification.ts';
import {
  cancelled,
  commands,
  completed,
  failed,
  input,
  jobId,
  jobs,
  queue,
  queued,
  queuedWith,
  requeued,
  retried,
  settings,
  start,
  started,
  startedWith,
  streamedOf,
  terms,
  timedOut,
  workerId,
} from './examples.ts';

const given = specification(jobEntity, settings);

test('what each command does in each status', () => {
  expect(commandMatrix(jobEntity, settings, commands, jobs)).toMatchInlineSnapshot(`
    "
                 QueueJob  StartJob  YieldChunk  PostChunk  PostOutput  TakeOver   DrainChunks  EndWork    EndAttempt  TimeOutJob  CancelJob  AskCancel  ReturnJob  MissWorker    LoseWorker  LoseUnnamed  RetryJob  LimitResult    ExpireJob  PurgeJob  SendWebhook  ReportWebhook
    NEW          Queued    ·         ·           ·          ·           ·          nothing      ·          ·           ·           ·          ·          ·          ·             ·           ·            ·         nothing        ·          ·         ·            ·
    IN_QUEUE     ·         Started   ·           ·          ·           ·          nothing      ·          ·           ·           Cancelled  Cancelled  ·          ·             ·           ·            ·         ResultLimited  Expired    Purged    ·            ·
    IN_PROGRESS  ·         ·         Streamed    Streamed   Completed   TakenOver  Drained      Completed  Completed   TimedOut    Cancelled  Cancelled  Requeued   MissedWorker  Requeued    Requeued     ·         ResultLimited  Expired    ·         ·            ·
    COMPLETED    ·         ·         ·           ·          ·           ·          Drained      ·          ·           ·           ·          ·          ·          ·             ·           ·            ·         ResultLimited  Expired    ·         WebhookSent  ·
    FAILED       ·         ·         ·           ·          ·           ·          Drained      ·          ·           ·           ·          ·          ·          ·             ·           ·            Retried   ResultLimited  Expired    ·         WebhookSent  ·
    CANCELLED    ·         ·         ·           ·          ·           ·          Drained      ·          ·           ·           ·          ·          ·          ·             ·           ·            ·         ResultLimited  Expired    ·         WebhookSent  ·
    TIMED_OUT    ·         ·         ·           ·          ·           ·          Drained      ·          ·           ·           ·          ·          ·          ·             ·           ·            Retried   ResultLimited  Expired    ·         WebhookSent  ·
    REMOVED      ·         ·         ·           ·          ·           ·          nothing      ·          ·           ·           ·          ·          ·          ·             ·           ·            ·         ·              ·          ·         ·            ·
    "
  `);
});

describe('QueueJob', () => {
  test('queues the job with the values that were fixed at its submission', () => {
    given().when(queue).then({ type: 'JobQueued', jobId, endpointId: 'ep-a', source: 'run', input, terms });
  });
  test('is refused for an id that is taken', () => {
    given(queued).when(queue).thenRejected('refused', 'job.run');
  });
});

describe('StartJob', () => {
  test('starts the job on the worker, with the outcome of the attempt', () => {
    given(queued).when(start).then(started);
  });
  test('lets it run for as long as its policy says, or else its endpoint', () => {
    const lasting = (timeoutMs: number) => ({ type: 'JobStarted', jobId, workerId, attempt: start.attempt, timeoutMs }) as const;
    given(queuedWith({ executionTimeoutMs: 60_000 }))
      .when(start)
      .then(lasting(60_000));
    given(queued)
      .when({ ...start, endpointTimeoutMs: 8_000 })
      .then(lasting(8_000));
  });
  test('starts a job again that lost its worker, or was retried', () => {
    given(queued, started, requeued).when(start).then(started);
    given(queued, started, failed, retried).when(start).then(started);
  });
  test('is refused while another worker has the job', () => {
    given(queued, started)
      .when({ ...start, workerId: 'worker-2' })
      .thenRejected('refused', 'job.start');
  });
});

describe('EndAttempt', () => {
  const endAttempt = { type: 'EndAttempt' } as const;

  test('completes with the echo of the input where the handler gives no output', () => {
    given(queued, started)
      .when(endAttempt, { at: 2_000 })
      .then({ ...completed, output: input, executionTime: 2_000 });
  });
  test.each([{ text: 'ho' }, null, 0, ''])('completes with the output of the handler: %j', (output) => {
    given(queued, startedWith({ output }))
      .when(endAttempt, { at: 2_000 })
      .then({ ...completed, output, executionTime: 2_000 });
  });
  test('fails with what the handler says', () => {
    given(queued, startedWith({ ending: 'fail', error: 'boom' }))
      .when(endAttempt, { at: 1_500 })
      .then({ ...failed, error: 'boom', executionTime: 1_500 });
  });
  test('fails with words of its own where the handler says nothing', () => {
    given(queued, startedWith({ ending: 'fail' }))
      .when(endAttempt)
      .then(failed);
  });
  test('takes the worker down, and leaves the job to be missed', () => {
    given(queued, startedWith({ ending: 'crash' }))
      .when(endAttempt)
      .then({ type: 'JobCrashedWorker', jobId, workerId });
  });
  test('yields the chunks still to come before it completes', () => {
    given(queued, startedWith({ stream: { count: 3, everyMs: 500, outputs: ['a', 'b', 'c'] } }), streamedOf('a'))
      .when(endAttempt)
      .then(streamedOf('b'), streamedOf('c'), completed);
  });
  test('drops the chunks that would have followed when it fails', () => {
    given(queued, startedWith({ ending: 'fail', stream: { count: 3, everyMs: 500 } }), streamedOf(1))
      .when(endAttempt)
      .then(failed);
  });
  test.each([
    ['waits', [queued]],
    ['has completed', [queued, started, completed]],
    ['was cancelled with chunks to come', [queued, startedWith({ stream: { count: 3, everyMs: 500 } }), cancelled]],
  ] as const)('is refused when the job %s', (_, events) => {
    given(...events)
      .when(endAttempt)
      .thenRejected('refused', 'job.complete');
  });
});

describe('TimeOutJob', () => {
  test('ends a job that runs too long', () => {
    given(queued, started)
      .when({ type: 'TimeOutJob' }, { at: 300_000 })
      .then({ ...timedOut, executionTime: 300_000 });
  });
  test('is refused for a job that waits', () => {
    given(queued).when({ type: 'TimeOutJob' }).thenRejected('refused', 'job.timeout');
  });
});
