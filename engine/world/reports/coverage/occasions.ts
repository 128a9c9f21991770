import type { Kind } from '../../../cloud/entities.ts';
import type { DomainEvent } from '../../../cloud/input.ts';
import type { RuleId } from '../../../cloud/rulebook/rules.ts';

/** Something that a client of the platform should be ready for, in the words of its tests. */
export interface Occasion {
  readonly words: string;
  /** The rule behind it: `podsim spec rules RULE` names scenarios that show it. */
  readonly rule: RuleId;
}

/** An event of an entity, in this status if one is named, that many times to the same one. */
export interface EventOccasion extends Occasion {
  readonly kind: Kind;
  readonly event: DomainEvent['type'];
  readonly from?: string;
  readonly times?: number;
}

// biome-ignore format: a table
export const eventOccasions: readonly EventOccasion[] = [
  { kind: 'job',     event: 'JobFailed',                                  rule: 'job.fail',            words: 'a job that fails' },
  { kind: 'job',     event: 'JobTimedOut',                                rule: 'job.timeout',         words: 'a job that runs longer than it may' },
  { kind: 'job',     event: 'JobExpired',          from: 'IN_QUEUE',      rule: 'job.ttl',             words: 'a job that expires while it waits' },
  { kind: 'job',     event: 'JobExpired',          from: 'IN_PROGRESS',   rule: 'job.ttl',             words: 'a job that expires while it runs' },
  { kind: 'job',     event: 'JobRequeued',                                rule: 'job.worker-lost',     words: 'a job that loses its worker, and waits again' },
  { kind: 'job',     event: 'JobRetried',                                 rule: 'job.retry',           words: 'a job that is retried' },
  { kind: 'job',     event: 'JobCancelled',        from: 'IN_QUEUE',      rule: 'job.cancel-queued',   words: 'a job that is cancelled while it waits' },
  { kind: 'job',     event: 'JobCancelled',        from: 'IN_PROGRESS',   rule: 'job.cancel-running',  words: 'a job that is cancelled while it runs' },
  { kind: 'job',     event: 'JobPurged',                                  rule: 'queue.purge',         words: 'a queue that is emptied' },
  { kind: 'job',     event: 'JobExpired',          from: 'COMPLETED',     rule: 'job.retention-run',   words: 'a result that is no longer kept' },
  { kind: 'job',     event: 'JobWebhookSent',      times: 2,              rule: 'webhook.delivery',    words: 'a webhook that is posted again' },
  { kind: 'worker',  event: 'WorkerThrottled',                            rule: 'worker.lifecycle',    words: 'a worker that finds no host' },
  { kind: 'worker',  event: 'WorkerCrashed',                              rule: 'worker.lifecycle',    words: 'a worker that crashes' },
  { kind: 'worker',  event: 'WorkerCrashed',       times: 2,              rule: 'worker.lifecycle',    words: 'a worker that crashes twice' },
  { kind: 'worker',  event: 'WorkerTurnedUnhealthy',                      rule: 'worker.lifecycle',    words: 'a worker that crashes until it is unhealthy' },
  { kind: 'worker',  event: 'WorkerPullFailed',                           rule: 'worker.cold-start',   words: 'a worker whose image cannot be pulled' },
  { kind: 'worker',  event: 'WorkerLostHost',                             rule: 'pod.error',           words: 'a worker whose host fails' },
  { kind: 'worker',  event: 'WorkerLaunched',      from: 'STOPPED',       rule: 'worker.idle',         words: 'a worker that is scaled down, and comes back' },
  { kind: 'worker',  event: 'WorkerTerminated',                           rule: 'endpoint.delete',     words: 'an endpoint that is deleted with its workers' },
  { kind: 'pod',     event: 'PodFailed',                                  rule: 'pod.error',           words: 'a pod that fails' },
  { kind: 'pod',     event: 'PodTerminated',       from: 'STARTING',      rule: 'pod.terminate',       words: 'a pod that is terminated before it runs' },
  { kind: 'pod',     event: 'PodRestarted',        from: 'RUNNING',       rule: 'pod.restart',         words: 'a pod that is restarted' },
  { kind: 'pod',     event: 'PodResumed',          from: 'EXITED',        rule: 'pod.start',           words: 'a pod that is stopped, and started again' },
  { kind: 'cluster', event: 'ClusterDegraded',                            rule: 'cluster.lifecycle',   words: 'a cluster that loses a member' },
  { kind: 'request', event: 'RequestFailed',       from: 'WAITING',       rule: 'lb.traffic',          words: 'a request that no worker takes' },
  { kind: 'request', event: 'RequestFailed',       from: 'IN_FLIGHT',     rule: 'lb.traffic',          words: 'a request whose worker is lost, or too slow' },
];

/** A call is answered so. */
export interface AnswerOccasion extends Occasion {
  readonly status: number;
}

// biome-ignore format: a table
export const answerOccasions: readonly AnswerOccasion[] = [
  { status: 400, rule: 'errors.malformed',     words: '400: a call that makes no sense, or for which there is no room' },
  { status: 401, rule: 'auth.bearer',          words: '401: a key that is not known' },
  { status: 403, rule: 'auth.scope',           words: '403: a key that may not do this' },
  { status: 404, rule: 'auth.tenancy',         words: '404: something that is not there' },
  { status: 409, rule: 'job.retry-refused',    words: '409: a call at the wrong time' },
  { status: 422, rule: 'errors.validation',    words: '422: a body or a query that is not valid' },
  { status: 429, rule: 'limits.exceeded',      words: '429: more calls than are allowed' },
  { status: 503, rule: 'fault.window',         words: '503: an API that is out of order' },
];
