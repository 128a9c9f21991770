import { type Either, isLeft, left, type Right, right } from 'fp-ts/lib/Either.js';
import type { Rejection } from '../../cloud/decisions.ts';
import type { Endpoint } from '../../cloud/endpoint/evolve.ts';
import type { Settings } from '../../cloud/entities.ts';
import type { JobTerms } from '../../cloud/handler/jobTerms.ts';
import type { Request } from '../../cloud/input.ts';
import type { JobSource } from '../../cloud/job/events.ts';
import type { Job } from '../../cloud/job/evolve.ts';
import type { JobSettings } from '../../cloud/job/settings.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import type { Json } from '../../kernel/canonical.ts';
import { InvariantViolation } from '../../kernel/invariant.ts';
import { keyText } from '../../kernel/rng.ts';
import type { DurationMs } from '../../kernel/time.ts';
import { jobRef, jobResource, type SubmitRequest, strictSubmitRequest, submitRequest, waitQuery } from '../contract/job.ts';
import type { RequestContext } from '../operation.ts';
import { ownHandler } from '../ownHandler.ts';
import { operation } from '../row.ts';
import { isTerminal, jobView } from './view.ts';
import { waitOutOfBounds, waitUntil } from './wait.ts';
import { isReal } from './webhooks.ts';

/** What the operations that submit a job share. */
const submitsJob = {
  api: 'queue',
  methods: ['POST'],
  resolves: { endpoint_id: 'endpoint' },
  permission: { group: 'queue', level: 'write' },
  body: submitRequest,
  bodyUnder: ({ job }: Settings) => (job.unknownKeys === 'refuse' ? strictSubmitRequest : submitRequest),
  secrets: [['s3Config', 'accessSecret']],
} as const;

/** POST /run: the job joins the queue, and the answer has its id at once. */
export const run = operation({
  ...submitsJob,
  id: 'run',
  path: '/v2/{endpoint_id}/run',
  summary: 'Submit a job and get its id',
  quota: 'run',
  bodyMax: 'runBody',
  success: { status: 200, schema: jobRef },
  rules: ['job.run', 'job.unknown-keys', 'job.ids', 'job.ttl', 'limits.queue', 'scaling.low-priority', 'webhook.delivery'],
  outOfBounds: ({ body }, settings) => policyOutOfBounds(body, settings),
  run: (sim, asked) => {
    const job = submitJob(sim, asked, 'run', 0);
    return isLeft(job) ? job : right({ answer: { status: 200, body: { id: job.right.id, status: 'IN_QUEUE' } } });
  },
});

/** POST /runsync: the same, but the answer waits for the result, up to `wait`. */
export const runsync = operation({
  ...submitsJob,
  id: 'runsync',
  edgeHolds: true,
  refuses: [524],
  path: '/v2/{endpoint_id}/runsync',
  summary: 'Submit a job and wait for its result',
  quota: 'runsync',
  query: waitQuery,
  bodyMax: 'runsyncBody',
  success: { status: 200, schema: jobResource },
  rules: [
    'job.runsync',
    'job.unknown-keys',
    'job.runsync-wait-bounds',
    'job.retention-runsync',
    'job.ids',
    'limits.queue',
    'job.expired',
    'edge.cut',
  ],
  outOfBounds: (asked, settings) => waitOutOfBounds(asked, settings) ?? policyOutOfBounds(asked.body, settings),
  run: (sim, asked) => {
    const until = waitUntil(sim, asked.query.wait, sim.settings.job.syncWait);
    if (isLeft(until)) return until;
    const job = submitJob(sim, asked, 'runsync', until.right - sim.now);
    if (isLeft(job)) return job;
    // A job that took no time has ended already.
    if (isTerminal(job.right)) return right({ answer: { status: 200, body: jobView(job.right) } });
    return right({ wait: { jobId: job.right.id, waitsFor: 'settled', until: until.right } });
  },
  resume: (sim, call) => jobAnswer(sim, call.jobId),
});

/** The job that a call waited for; 404 if its result is no longer available (job.expired). */
export const readable = (sim: SimulationContext, jobId: string | null): Either<Rejection, Job> => {
  const job = jobId === null ? undefined : sim.find('job', jobId);
  if (job === undefined || job.resultDropped)
    return left({ kind: 'unknown', rule: 'job.expired', detail: 'job not found: it has expired' });
  return right(job);
};

/** The answer to a call that waited: the job as it is now; 404 if its result is no longer available. */
export const jobAnswer = (sim: SimulationContext, jobId: string | null) => {
  const job = readable(sim, jobId);
  return isLeft(job) ? job : right({ status: 200, body: jobView(job.right) });
};

/** Queues a job. Its input is that of the body, unless another is given. */
export const submitJob = (
  sim: SimulationContext,
  { endpoint, body, inputKey, request, input = readInput(request) }: Submitted,
  source: JobSource,
  waitMs: DurationMs,
): Either<Rejection, Job> => {
  const terms = checkTerms(sim, endpoint, body, source, waitMs, request.podsim?.handler);
  if (isLeft(terms)) return terms;
  const id = sim.uuid(keyText('job', inputKey()), source === 'runsync' ? 'sync-' : '', '-u1');
  const queued = sim.dispatch('job', id, {
    type: 'QueueJob',
    endpointId: endpoint.id,
    source,
    input,
    terms: terms.right,
  });
  if (isLeft(queued)) return queued;
  const job = sim.find('job', id);
  if (job === undefined) throw new InvariantViolation(`${id} was queued and is not there`);
  return right(job);
};

interface Submitted extends Pick<RequestContext<unknown, unknown>, 'endpoint' | 'inputKey' | 'request'> {
  readonly body: Pick<SubmitRequest, 'policy' | 'webhook'>;
  readonly input?: Json;
}

/** The input as sent, the very same object: the log holds it already, and an input may be ten megabytes. */
const readInput = ({ body }: Request): Json => (body as { readonly input: Json }).input;

/** The terms of a job, or why its policy is out of bounds. */
export const checkTerms = (
  sim: SimulationContext,
  endpoint: Endpoint,
  { policy, webhook }: Submitted['body'],
  source: JobSource,
  waitMs: DurationMs,
  written: Json | undefined,
): Either<Rejection, JobTerms> => {
  const { job } = sim.settings;
  const handler = ownHandler(written);
  if (policy !== undefined || isLeft(handler)) {
    const errors = [...unfit(policy, job), ...(isLeft(handler) ? handler.left : [])];
    if (errors.length > 0) return left(invalid(errors));
  }
  const keptMs = retentionMs(sim, source, waitMs);
  const own = isLeft(handler) ? null : handler.right;
  const last = lastTerms.get(endpoint.config);
  const asksForNothing = policy === undefined && webhook === undefined && own === null;
  if (asksForNothing && last !== undefined && isUsual(last.right, job.ttl, keptMs)) return last;
  const terms: JobTerms = {
    ttlMs: policy?.ttl ?? job.ttl,
    executionTimeoutMs: policy?.executionTimeout ?? null,
    retentionMs: keptMs,
    lowPriority: policy?.lowPriority ?? false,
    webhook: webhook ?? null,
    handler: own,
  };
  return shareTerms(endpoint, webhook !== undefined && isReal(sim, webhook) ? { ...terms, webhookIsReal: true } : terms);
};

const policyOutOfBounds = ({ policy }: SubmitRequest, { job }: Settings): Rejection | undefined => {
  if (policy === undefined) return undefined;
  const errors = unfit(policy, job);
  return errors.length === 0 ? undefined : invalid(errors);
};

const invalid = (errors: readonly string[]): Rejection => ({
  kind: 'invalid',
  rule: 'errors.validation',
  detail: 'Request validation failed.',
  errors,
});

/** The problems of a job's policy that is out of bounds (job.ttl, job.timeout). */
const unfit = (policy: SubmitRequest['policy'], settings: JobSettings): string[] => [
  ...outside('ttl', policy?.ttl, settings.ttlMin, settings.ttlMax),
  ...outside('executionTimeout', policy?.executionTimeout, settings.executionTimeoutMin, settings.executionTimeoutMax),
];

const outside = (name: string, value: DurationMs | undefined, min: DurationMs, max: DurationMs): string[] =>
  value === undefined || (value >= min && value <= max) ? [] : [`$.policy.${name}: must be from ${min} to ${max} ms`];

/** `fixed`: one minute, whatever the wait; `wait`: the interface document's other reading (job.retention-runsync). */
const retentionMs = ({ settings: { job, batch } }: SimulationContext, source: JobSource, waitMs: DurationMs): DurationMs => {
  if (source === 'run') return job.retentionRun;
  if (source === 'batch') return batch.retention;
  if (job.runsyncRetention === 'fixed') return job.retentionRunsync;
  return Math.min(Math.max(job.retentionRunsync, waitMs), job.retentionRunsyncMax);
};

/** The last terms on an endpoint. Jobs with equal terms share one object, which matters for a million jobs. */
const lastTerms = new WeakMap<Endpoint['config'], Right<JobTerms>>();

/** Whether these are the terms of a job whose request says nothing of them: then they need not be made. */
const isUsual = (terms: JobTerms, ttlMs: DurationMs, keptMs: DurationMs): boolean =>
  terms.ttlMs === ttlMs &&
  terms.retentionMs === keptMs &&
  terms.executionTimeoutMs === null &&
  terms.webhook === null &&
  terms.handler === null &&
  !terms.lowPriority;

const shareTerms = ({ config }: Endpoint, terms: JobTerms): Right<JobTerms> => {
  const last = lastTerms.get(config);
  if (last !== undefined && areEqual(last.right, terms)) return last;
  const shared: Right<JobTerms> = { _tag: 'Right', right: terms };
  lastTerms.set(config, shared);
  return shared;
};

const areEqual = (one: JobTerms, other: JobTerms): boolean =>
  one.ttlMs === other.ttlMs &&
  one.executionTimeoutMs === other.executionTimeoutMs &&
  one.retentionMs === other.retentionMs &&
  one.lowPriority === other.lowPriority &&
  one.webhook === other.webhook &&
  one.webhookIsReal === other.webhookIsReal &&
  one.handler === other.handler;
