import { setup } from 'xstate';
import { lifecycleOf, type StatusOf } from '../kernel/lifecycle.ts';
import type { JobEvent } from './events.ts';

const expired = { target: 'REMOVED', meta: { rule: 'job.ttl' }, description: 'its time to live is over' } as const;
const forgotten = {
  target: 'REMOVED',
  meta: { rule: 'job.retention-run' },
  description: 'the result, or the whole job, was kept long enough',
} as const;
const dropped = <const Status extends string>(target: Status) =>
  ({
    target,
    meta: { rule: 'job.status-ttl-webhook' },
    description: 'the result was kept long enough: the id is unknown to every caller, and the tries of the webhook continue',
  }) as const;
const retried = {
  target: 'IN_QUEUE',
  meta: { rule: 'job.retry', asked: 'retried' },
  description: 'the client asks again: same id, same input',
} as const;
const limited = <const Status extends string>(target: Status) =>
  ({ target, meta: { rule: 'job.status-ttl' }, description: 'a status call shortens how long the result is kept' }) as const;
const drained = <const Status extends string>(target: Status) =>
  ({ target, meta: { rule: 'stream.drain' }, description: 'a stream call takes the chunks that are ready' }) as const;
const webhook = <const Status extends string>(target: Status) =>
  ({ target, meta: { rule: 'webhook.delivery' }, description: 'the final status is posted to the webhook' }) as const;
const posted = <const Status extends string>(target: Status) =>
  ({ target, meta: { rule: 'webhook.delivery' }, description: 'the final status is really posted; its answer is awaited' }) as const;
const answered = <const Status extends string>(target: Status) =>
  ({ target, meta: { rule: 'webhook.delivery' }, description: 'the receiver of a webhook has answered, or will not' }) as const;

/** A table of status, event and next status. A transition that is not listed cannot happen. */
// biome-ignore format: a table
export const jobMachine = setup({ types: { events: {} as Pick<JobEvent, 'type'> } }).createMachine({
  id: 'job',
  initial: 'NEW',
  states: {
    NEW: {
      description: 'no such job yet', tags: ['before'], meta: { rule: 'job.run' },
      on: {
        JobQueued:        { target: 'IN_QUEUE', meta: { rule: 'job.run' }, description: 'run or runsync accepts it' },
      },
    },
    IN_QUEUE: {
      description: 'waits for a worker', tags: ['waiting', 'cancellable', 'purgeable'], meta: { rule: 'job.order' },
      on: {
        JobStarted:       { target: 'IN_PROGRESS', meta: { rule: 'job.start' }, description: 'a ready worker takes it' },
        JobCancelled:     { target: 'CANCELLED', meta: { rule: 'job.cancel-queued', asked: 'cancelled' }, description: 'removed before it starts' },
        JobPurged:        { target: 'REMOVED', meta: { rule: 'queue.purge' }, description: 'the queue is emptied' },
        JobExpired:       expired,
        JobResultLimited: limited('IN_QUEUE'),
        JobDrained:       drained('IN_QUEUE'),
      },
    },
    IN_PROGRESS: {
      description: 'runs on a worker', tags: ['running', 'cancellable'], meta: { rule: 'job.start' },
      on: {
        JobStreamed:      { target: 'IN_PROGRESS', meta: { rule: 'stream.drain' }, description: 'the handler yields partial output' },
        JobDrained:       drained('IN_PROGRESS'),
        JobCompleted:     { target: 'COMPLETED', meta: { rule: 'job.complete' }, description: 'the handler returns' },
        JobFailed:        { target: 'FAILED', meta: { rule: 'job.fail' }, description: 'the handler fails, or the worker is lost again' },
        JobTimedOut:      { target: 'TIMED_OUT', meta: { rule: 'job.timeout' }, description: 'it ran longer than it may' },
        JobCancelled:     { target: 'CANCELLED', meta: { rule: 'job.cancel-running', asked: 'cancelled' }, description: 'stopped, the worker freed' },
        JobCrashedWorker: { target: 'IN_PROGRESS', meta: { rule: 'job.worker-lost' }, description: 'the handler crashes its worker' },
        JobMissedWorker:  { target: 'IN_PROGRESS', meta: { rule: 'job.worker-lost' }, description: 'its worker no longer answers' },
        JobRequeued:      { target: 'IN_QUEUE', meta: { rule: 'job.worker-lost' }, description: 'the worker is lost for the first time' },
        JobExpired:       expired,
        JobResultLimited: limited('IN_PROGRESS'),
      },
    },
    COMPLETED: {
      description: 'done, the output can be read', tags: ['terminal'], meta: { rule: 'job.complete' },
      on: { JobDrained: drained('COMPLETED'), JobResultLimited: limited('COMPLETED'), JobWebhookSent: webhook('COMPLETED'), JobWebhookPosted: posted('COMPLETED'), JobWebhookAnswered: answered('COMPLETED'), JobResultDropped: dropped('COMPLETED'), JobExpired: forgotten },
    },
    FAILED: {
      description: 'ended with an error', tags: ['terminal', 'retryable'], meta: { rule: 'job.fail' },
      on: { JobRetried: retried, JobDrained: drained('FAILED'), JobResultLimited: limited('FAILED'), JobWebhookSent: webhook('FAILED'), JobWebhookPosted: posted('FAILED'), JobWebhookAnswered: answered('FAILED'), JobResultDropped: dropped('FAILED'), JobExpired: forgotten },
    },
    CANCELLED: {
      description: 'stopped by the client', tags: ['terminal'], meta: { rule: 'job.cancel-queued' },
      on: { JobDrained: drained('CANCELLED'), JobResultLimited: limited('CANCELLED'), JobWebhookSent: webhook('CANCELLED'), JobWebhookPosted: posted('CANCELLED'), JobWebhookAnswered: answered('CANCELLED'), JobResultDropped: dropped('CANCELLED'), JobExpired: forgotten },
    },
    TIMED_OUT: {
      description: 'ran out of execution time', tags: ['terminal', 'retryable'], meta: { rule: 'job.timeout' },
      on: { JobRetried: retried, JobDrained: drained('TIMED_OUT'), JobResultLimited: limited('TIMED_OUT'), JobWebhookSent: webhook('TIMED_OUT'), JobWebhookPosted: posted('TIMED_OUT'), JobWebhookAnswered: answered('TIMED_OUT'), JobResultDropped: dropped('TIMED_OUT'), JobExpired: forgotten },
    },
    REMOVED: { type: 'final', description: 'gone: to every caller the id is unknown', tags: ['gone'], meta: { rule: 'job.expired' } },
  },
});

export type JobStatus = StatusOf<typeof jobMachine>;

export const jobLifecycle = lifecycleOf(jobMachine);

/** The statuses in which a job has ended; its result may be read until it is dropped. */
export const terminalStatuses: readonly JobStatus[] = jobLifecycle.tagged('terminal');

/** The statuses of a job that the world still holds. */
export const liveStatuses: readonly JobStatus[] = jobLifecycle.tagged('waiting', 'running', 'terminal');
