import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { Rejection } from '../../cloud/decisions.ts';
import { type OpenaiRoute, openaiQuestionIn, wantsPieces } from '../../cloud/handler/openaiWords.ts';
import type { Job } from '../../cloud/job/evolve.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import type { Json } from '../../kernel/canonical.ts';
import { later } from '../../kernel/time.ts';
import { openaiAnswer, openaiEmbeddingRequest, openaiPiece, openaiRequest } from '../contract/openai.ts';
import type { Answer, Outcome, RequestContext } from '../operation.ts';
import { operation } from '../row.ts';
import { followJob, rawAnswer } from './openaiAnswer.ts';
import { readable, submitJob } from './submit.ts';
import { isTerminal } from './view.ts';

/** What the OpenAI routes share: a call becomes a job, whose worker speaks OpenAI's protocol, and is answered what the worker gives (queue.openai). */
const asksModel = {
  api: 'queue',
  documentedSince: 'openai',
  inItsWords: true,
  edgeHolds: true,
  refuses: [500, 524],
  resolves: { endpoint_id: 'endpoint' },
  permission: { group: 'queue', level: 'write' },
  quota: 'openai',
  rules: ['queue.openai', 'job.ids', 'limits.queue', 'edge.cut'],
  resume: (sim: SimulationContext, { jobId }: { readonly jobId: string | null }) => answerTo(sim, jobId),
} as const;

/** POST /openai/v1/chat/completions. */
export const openaiChat = operation({
  ...asksModel,
  id: 'openaiChat',
  methods: ['POST'],
  path: '/v2/{endpoint_id}/openai/v1/chat/completions',
  summary: 'Continue a chat with a language model',
  body: openaiRequest,
  bodyMax: 'runsyncBody',
  success: { status: 200, schema: openaiAnswer, frames: openaiPiece },
  run: (sim, asked) => submitTo(sim, asked, '/v1/chat/completions'),
});

/** POST /openai/v1/completions. */
export const openaiCompletion = operation({
  ...asksModel,
  id: 'openaiCompletion',
  methods: ['POST'],
  path: '/v2/{endpoint_id}/openai/v1/completions',
  summary: 'Continue a text with a language model',
  body: openaiRequest,
  bodyMax: 'runsyncBody',
  success: { status: 200, schema: openaiAnswer, frames: openaiPiece },
  run: (sim, asked) => submitTo(sim, asked, '/v1/completions'),
});

/** POST /openai/v1/embeddings. */
export const openaiEmbedding = operation({
  ...asksModel,
  id: 'openaiEmbedding',
  methods: ['POST'],
  path: '/v2/{endpoint_id}/openai/v1/embeddings',
  summary: 'Embed texts with a language model',
  body: openaiEmbeddingRequest,
  bodyMax: 'runsyncBody',
  success: { status: 200, schema: openaiAnswer },
  run: (sim, asked) => submitTo(sim, asked, '/v1/embeddings'),
});

/** GET /openai/v1/models: a job like the others, for only the worker knows its models. */
export const openaiModels = operation({
  ...asksModel,
  id: 'openaiModels',
  methods: ['GET'],
  path: '/v2/{endpoint_id}/openai/v1/models',
  summary: 'List the models of an endpoint',
  success: { status: 200, schema: openaiAnswer },
  run: (sim, asked) => submitTo(sim, asked, '/v1/models'),
});

const submitTo = (
  sim: SimulationContext,
  asked: Pick<RequestContext<unknown, unknown>, 'endpoint' | 'inputKey' | 'request'>,
  route: OpenaiRoute,
): Either<Rejection, Outcome<Json>> => {
  const input = { openai_route: route, openai_input: asked.request.body ?? {} };
  const job = submitJob(sim, { ...asked, input, body: {} }, 'runsync', 0);
  if (isLeft(job)) return job;
  const { id } = job.right;
  if (isTerminal(job.right) || job.right.chunks.length > 0) {
    const answer = answerTo(sim, id);
    return isLeft(answer) ? answer : right({ answer: answer.right });
  }
  return right({
    wait: { jobId: id, waitsFor: inPieces(job.right) ? 'chunks' : 'settled', until: later(sim.now, sim.settings.job.waitMax) },
  });
};

const answerTo = (sim: SimulationContext, jobId: string | null): Either<Rejection, Answer<Json>> => {
  const job = readable(sim, jobId);
  if (isLeft(job)) return job;
  if (!isTerminal(job.right) && job.right.chunks.length === 0) return left(tooLong);
  return right(inPieces(job.right) ? followJob(sim, job.right) : rawAnswer(job.right));
};

const tooLong: Rejection = {
  kind: 'failing',
  rule: 'queue.openai',
  status: 524,
  detail: 'the model has not answered for as long as a call may wait; its job goes on: use a stream, or submit with /run and poll',
};

const inPieces = ({ input }: Job): boolean => {
  const question = openaiQuestionIn(input);
  return question !== undefined && wantsPieces(question);
};
