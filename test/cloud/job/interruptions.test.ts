import { describe, test } from 'vitest';
import { jobEntity } from '../../../engine/cloud/job/job.ts';
import { specification } from '../../support/contract/specification.ts';
import {
  cancelled,
  completed,
  expired,
  failed,
  jobId,
  missedWorker,
  queued,
  requeued,
  retried,
  settings,
  started,
  timedOut,
  workerId,
} from './examples.ts';

const given = specification(jobEntity, settings);

describe('CancelJob', () => {
  test('takes a waiting job out of the line: it was on no worker', () => {
    given(queued)
      .when({ type: 'CancelJob' })
      .then({ ...cancelled, workerId: null });
  });
  test('takes a requeued job out of the line: it is on no worker any more', () => {
    given(queued, started, requeued)
      .when({ type: 'CancelJob' })
      .then({ ...cancelled, workerId: null });
  });
  test('stops a running job, and names the worker that is free by it', () => {
    given(queued, started).when({ type: 'CancelJob' }).then(cancelled);
  });
  test.each([
    ['COMPLETED', completed],
    ['FAILED', failed],
    ['CANCELLED', cancelled],
    ['TIMED_OUT', timedOut],
  ])('is refused when the job is %s', (_, ended) => {
    given(queued, started, ended).when({ type: 'CancelJob' }).thenRejected('refused', 'job.cancel-terminal');
  });
  test('does not know a job that never existed', () => {
    given().when({ type: 'CancelJob' }).thenRejected('unknown', 'job.cancel-terminal');
  });
});

describe('LoseWorker', () => {
  const lose = { type: 'LoseWorker' } as const;
  const once = specification(jobEntity, { ...settings, retriesMax: 1 });
  const never = specification(jobEntity, { ...settings, retriesMax: 0 });

  test('requeues while retries are left', () => {
    once(queued, started, missedWorker).when(lose).then(requeued);
  });
  test('fails the job when none is left', () => {
    once(queued, started, requeued, started, missedWorker)
      .when(lose, { at: 30_000 })
      .then({ ...failed, error: 'job timed out after 1 retries', executionTime: 30_000 });
  });
  test('fails it at once where the world allows no retries', () => {
    never(queued, started, missedWorker)
      .when(lose)
      .then({ ...failed, error: 'job timed out after 0 retries' });
  });
  test('counts from zero again after the client has retried the job', () => {
    once(queued, started, requeued, started, failed, retried, started, missedWorker).when(lose).then(requeued);
  });
  test('is refused for a job on no worker', () => {
    given(queued).when(lose).thenRejected('refused', 'job.worker-lost');
  });
});

describe('MissWorker', () => {
  test('notes that the worker is silent', () => {
    given(queued, started).when({ type: 'MissWorker' }).then(missedWorker);
  });
  test('is refused for a job that has ended', () => {
    given(queued, started, completed).when({ type: 'MissWorker' }).thenRejected('refused', 'job.worker-lost');
  });
});

describe('RetryJob', () => {
  test.each([
    ['failed', failed],
    ['timed out', timedOut],
  ])('puts a job that %s back in line', (_, ended) => {
    given(queued, started, ended).when({ type: 'RetryJob' }).then(retried);
  });
  test.each([
    ['waits', [queued]],
    ['runs', [queued, started]],
    ['has completed', [queued, started, completed]],
    ['was cancelled', [queued, started, cancelled]],
  ] as const)('is refused when the job %s', (_, events) => {
    given(...events)
      .when({ type: 'RetryJob' })
      .thenRejected('refused', 'job.retry-refused');
  });
});

describe('PurgeJob', () => {
  test('removes a waiting job', () => {
    given(queued).when({ type: 'PurgeJob' }).then({ type: 'JobPurged', jobId });
  });
  test('never touches a running one', () => {
    given(queued, started).when({ type: 'PurgeJob' }).thenRejected('refused', 'queue.purge');
  });
});

describe('ExpireJob', () => {
  test('names the worker that a running job was on', () => {
    given(queued, started)
      .when({ type: 'ExpireJob', reason: 'ttl' })
      .then({ ...expired, workerId });
  });
  test('names none for a job that ended: its worker has another one by now', () => {
    given(queued, started, completed)
      .when({ type: 'ExpireJob', reason: 'retention' })
      .then({ ...expired, reason: 'retention' });
  });
  test('is refused for a job that is gone', () => {
    given(queued, expired).when({ type: 'ExpireJob', reason: 'ttl' }).thenRejected('refused', 'job.ttl');
  });
});
