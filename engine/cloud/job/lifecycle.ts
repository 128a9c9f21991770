import type { StatusOf } from '../../kernel/lifecycle.ts';
import { defineLifecycle, stays, to } from '../lifecycles.ts';
import type { JobEvent } from './events.ts';

const expired = to('REMOVED', 'job.ttl', 'its time to live is over');
const forgotten = to('REMOVED', 'job.retention-run', 'the result, or the whole job, was kept long enough');
const dropped = stays(
  'job.status-ttl-webhook',
  'the result was kept long enough: the id is unknown to every caller, and the tries of the webhook continue',
);
const retried = to('IN_QUEUE', 'job.retry', 'the client asks again: same id, same input', { asked: 'retried', byCaller: true });
const cancelling = stays('job.cancel-takes-time', 'a client cancels it, which takes a moment', { byCaller: true });
const limited = stays('job.status-ttl', 'a status call shortens how long the result is kept', { byCaller: true });
const drained = stays('stream.drain', 'a stream call takes the chunks that are ready', { byCaller: true });
const webhook = stays('webhook.delivery', 'the final status is posted to the webhook');
const posted = stays('webhook.delivery', 'the final status is really posted; its answer is awaited');
const answered = stays('webhook.delivery', 'the receiver of a webhook has answered, or will not');

/** A table of status, event and next status. A transition that is not listed cannot happen. */
// biome-ignore format: a table
export const jobLifecycle = defineLifecycle<JobEvent>()({
  id: 'job',
  initial: 'NEW',
  states: {
    NEW: { description: 'no such job yet', tags: ['before'], meta: { rule: 'job.run' }, on: {
      JobQueued:        to('IN_QUEUE', 'job.run', 'run or runsync accepts it'),
    } },
    IN_QUEUE: { description: 'waits for a worker', tags: ['waiting', 'cancellable', 'purgeable'], meta: { rule: 'job.order' }, on: {
      JobStarted:       to('IN_PROGRESS', 'job.start', 'a ready worker takes it'),
      JobCancelled:     to('CANCELLED', 'job.cancel-queued', 'cancelled while it waits', { asked: 'cancelled', byCaller: true }),
      JobCancelAsked:   cancelling('IN_QUEUE'),
      JobPurged:        to('REMOVED', 'queue.purge', 'the queue is emptied', { byCaller: true }),
      JobExpired:       expired,
      JobResultLimited: limited('IN_QUEUE'),
      JobDrained:       drained('IN_QUEUE'),
    } },
    IN_PROGRESS: { description: 'runs on a worker', tags: ['running', 'cancellable'], meta: { rule: 'job.start' }, on: {
      JobStreamed:      to('IN_PROGRESS', 'stream.drain', 'the handler yields partial output'),
      JobProgressed:    to('IN_PROGRESS', 'worker-api.done', 'its real worker says how far it is'),
      JobWorked:        to('IN_PROGRESS', 'worker.takes-in-time', 'its work is done, its result is posted'),
      JobTakenOver:     to('IN_PROGRESS', 'worker-api.stand-in', 'a stand-in goes on with it, instead of its real worker'),
      JobDrained:       drained('IN_PROGRESS'),
      JobCompleted:     to('COMPLETED', 'job.complete', 'the handler returns'),
      JobFailed:        to('FAILED', 'job.fail', 'the handler fails, or the worker is lost again'),
      JobTimedOut:      to('TIMED_OUT', 'job.timeout', 'it ran longer than it may'),
      JobCancelled:     to('CANCELLED', 'job.cancel-running', 'stopped, the worker freed', { asked: 'cancelled', byCaller: true }),
      JobCancelAsked:   cancelling('IN_PROGRESS'),
      JobCrashedWorker: to('IN_PROGRESS', 'job.worker-lost', 'the handler crashes its worker', { tone: 'failure' }),
      JobMissedWorker:  to('IN_PROGRESS', 'job.worker-lost', 'its worker no longer answers', { tone: 'warning' }),
      JobRequeued:      to('IN_QUEUE', 'job.worker-lost', 'its worker is lost; it waits again'),
      JobExpired:       expired,
      JobResultLimited: limited('IN_PROGRESS'),
    } },
    COMPLETED: { description: 'done, the output can be read', tags: ['terminal', 'succeeded'], meta: { rule: 'job.complete' },
      on: { JobDrained: drained('COMPLETED'), JobResultLimited: limited('COMPLETED'), JobWebhookSent: webhook('COMPLETED'), JobWebhookPosted: posted('COMPLETED'), JobWebhookAnswered: answered('COMPLETED'), JobResultDropped: dropped('COMPLETED'), JobExpired: forgotten } },
    FAILED: { description: 'ended with an error', tags: ['terminal', 'retryable', 'failed'], meta: { rule: 'job.fail' },
      on: { JobRetried: retried, JobDrained: drained('FAILED'), JobResultLimited: limited('FAILED'), JobWebhookSent: webhook('FAILED'), JobWebhookPosted: posted('FAILED'), JobWebhookAnswered: answered('FAILED'), JobResultDropped: dropped('FAILED'), JobExpired: forgotten } },
    CANCELLED: { description: 'cancelled before its end', tags: ['terminal'], meta: { rule: 'job.cancel-queued' },
      on: { JobDrained: drained('CANCELLED'), JobResultLimited: limited('CANCELLED'), JobWebhookSent: webhook('CANCELLED'), JobWebhookPosted: posted('CANCELLED'), JobWebhookAnswered: answered('CANCELLED'), JobResultDropped: dropped('CANCELLED'), JobExpired: forgotten } },
    TIMED_OUT: { description: 'ran out of execution time', tags: ['terminal', 'retryable', 'failed'], meta: { rule: 'job.timeout' },
      on: { JobRetried: retried, JobDrained: drained('TIMED_OUT'), JobResultLimited: limited('TIMED_OUT'), JobWebhookSent: webhook('TIMED_OUT'), JobWebhookPosted: posted('TIMED_OUT'), JobWebhookAnswered: answered('TIMED_OUT'), JobResultDropped: dropped('TIMED_OUT'), JobExpired: forgotten } },
    REMOVED: { type: 'final', description: 'gone: to every caller the id is unknown', tags: ['gone'], meta: { rule: 'job.expired' } },
  },
});

export type JobStatus = StatusOf<typeof jobLifecycle>;

/** The statuses in which a job has ended; its result may be read until it is dropped. */
export const terminalStatuses: readonly JobStatus[] = jobLifecycle.statusesWith('terminal');

/** The statuses of a job that the world still holds. */
export const liveStatuses: readonly JobStatus[] = jobLifecycle.statusesWith('waiting', 'running', 'terminal');
