import { type Either, left, right } from 'fp-ts/lib/Either.js';
import type { Rejection } from '../../cloud/decisions.ts';
import type { Endpoint } from '../../cloud/endpoint/evolve.ts';
import type { Request } from '../../cloud/input.ts';
import type { Job } from '../../cloud/job/evolve.ts';
import { isProgress } from '../../cloud/job/posted.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import { isUp, releasePolls } from '../../cloud/policies/jobs/externalWork.ts';
import type { RuleId } from '../../cloud/rulebook/rules.ts';
import type { Json } from '../../kernel/canonical.ts';
import { doneQuery, nothingMore, posted } from '../contract/worker.ts';
import type { Ran } from '../operation.ts';
import { operation } from '../row.ts';
import { idIn, ofWorker, workerIn } from './caller.ts';

const posts = {
  ...ofWorker,
  methods: ['POST'],
  query: doneQuery,
  body: posted,
  bodyMax: 'workerBody',
  success: { status: 200, schema: nothingMore },
  refuses: [404],
} as const;

/** POST /job-done: the result of a job, its error, or how far it is (worker-api.done). */
export const postOutput = operation({
  ...posts,
  id: 'postOutput',
  path: '/v2/{endpoint_id}/job-done/{worker}/{job}',
  summary: 'Post the result of a job, or its progress, as the process of a worker',
  rules: ['worker-api.done', 'job.complete', 'job.fail'],
  contradiction: (body) => notAnObject(body, 'worker-api.done'),
  run: (sim, { endpoint, request, query, body }) => {
    const content = body as { readonly [name: string]: Json };
    const isStream = query.isStream === 'true' || /&isStream=true(?:&|$)/.test(request.params['job'] ?? '');
    return acceptPost(sim, endpoint, request, 'worker-api.done', (job) => {
      const worker = workerIn(sim, endpoint, request);
      const isLast = content['stopPod'] === true && !isProgress(content) && worker !== undefined && isUp(worker);
      if (isLast) sim.dispatchOrThrow('worker', worker.id, { type: 'ReportProcess', said: { isRetiring: true } });
      sim.dispatchOrThrow('job', job.id, { type: 'PostOutput', posted: { body: content, isStream } });
      if (isLast) releasePolls(sim, { workerId: worker.id });
    });
  },
});

/** POST /job-stream: one chunk (worker-api.stream). */
export const postStream = operation({
  ...posts,
  id: 'postStream',
  path: '/v2/{endpoint_id}/job-stream/{worker}/{job}',
  summary: 'Post one chunk of a job, as the process of a worker',
  rules: ['worker-api.stream', 'stream.drain', 'stream.chunk-size'],
  contradiction: (body) => notAnObject(body, 'worker-api.stream'),
  run: (sim, { endpoint, request, body }) =>
    acceptPost(sim, endpoint, request, 'worker-api.stream', (job) => {
      const { output = null } = body as { readonly output?: Json };
      sim.dispatchOrThrow('job', job.id, { type: 'PostChunk', output });
    }),
});

/** Lets a worker post about a job that it holds. What it posts about a job that it has ended already changes nothing. */
const acceptPost = (
  sim: SimulationContext,
  endpoint: Endpoint,
  { params }: Request,
  rule: RuleId,
  post: (job: Job) => void,
): Ran<Record<string, never>> => {
  const job = findHeldJob(sim, endpoint, params, rule);
  if (job._tag === 'Left') return job;
  if (!job.right.isPosted) post(job.right);
  return right({ answer: { status: 200, body: {} } });
};

const findHeldJob = (
  sim: SimulationContext,
  { id: endpointId }: Endpoint,
  params: Request['params'],
  rule: RuleId,
): Either<Rejection, Job> => {
  const job = sim.find('job', idIn(params, 'job'));
  const holds = job !== undefined && job.endpointId === endpointId && job.workerId === idIn(params, 'worker');
  if (holds && (job.isPosted || (job.status === 'IN_PROGRESS' && job.attempt?.external === true && job.missedAt === null)))
    return right(job);
  const detail =
    job === undefined || job.endpointId !== endpointId
      ? 'job not found: it was never here, or has expired'
      : `the worker does not hold ${job.id}, which is ${job.status}: it was cancelled, timed out, or given to another worker`;
  return left({ kind: 'unknown', rule, detail });
};

const notAnObject = (body: Json | undefined, rule: RuleId): Rejection | undefined =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? undefined
    : { kind: 'malformed', rule, detail: 'the body must be a JSON object, such as {"output": 1}' };
