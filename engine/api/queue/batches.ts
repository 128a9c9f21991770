import { chain, type Either, isLeft, left, map, right, traverseArrayWithIndex } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { BatchRequest } from '../../cloud/batch/events.ts';
import { isActive } from '../../cloud/batch/evolve.ts';
import type { Rejection } from '../../cloud/decisions.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import type { Json } from '../../kernel/canonical.ts';
import { invariant } from '../../kernel/invariant.ts';
import { keyText } from '../../kernel/rng.ts';
import {
  addRequestsRequest,
  batchList,
  batchRef,
  batchRequestList,
  batchRequestsQuery,
  batchResource,
  createBatchRequest,
  updateBatchRequest,
} from '../contract/batch.ts';
import { emptyBody, type SubmitRequest } from '../contract/job.ts';
import type { RequestContext } from '../operation.ts';
import { operation } from '../row.ts';
import { batchView, requestView } from './batchView.ts';
import { checkTerms } from './submit.ts';

const all = { api: 'queue', since: 'batches', path: '/v2/{endpoint_id}/batch', resolves: { endpoint_id: 'endpoint' } } as const;
const one = { ...all, path: '/v2/{endpoint_id}/batch/{batch_id}', resolves: { endpoint_id: 'endpoint', batch_id: 'batch' } } as const;
const read = { methods: ['GET'], permission: { group: 'queue', level: 'read' } } as const;
const write = { permission: { group: 'queue', level: 'write' } } as const;
const whole = { status: 200, schema: batchResource } as const;

/** POST /batch: a draft, with the requests of an array. */
export const createBatch = operation({
  ...all,
  ...write,
  id: 'createBatch',
  methods: ['POST'],
  summary: 'Create a batch',
  body: createBatchRequest,
  bodyMax: 'runBody',
  secrets: [['*', 's3Config', 'accessSecret']],
  refuses: [400, 409],
  success: { status: 200, schema: batchRef },
  rules: ['queue.batch', 'job.unknown-keys'],
  run: (sim, asked) => {
    const { endpoint, body, inputKey } = asked;
    const { activeMax } = sim.settings.batch;
    const active = sim.state.findRelated('batch', 'endpoint', endpoint.id).filter(isActive).length;
    if (active >= activeMax)
      return refuse(`${active} batches of this endpoint have requests that have not ended, and no more may: wait for one, or cancel it`);
    const id = `batch_${sim.shortId(keyText('batch', inputKey()))}`;
    return pipe(
      checkRequests(sim, asked, body, 0),
      chain((requests) => sim.dispatch('batch', id, { type: 'CreateBatch', endpointId: endpoint.id, requests })),
      map(() => ({ answer: { status: 200, body: { id, status: 'DRAFT' } } }) as const),
    );
  },
});

/** GET /batch: the batches of the endpoint, newest first. */
export const listBatches = operation({
  ...all,
  ...read,
  id: 'listBatches',
  summary: 'List the batches of an endpoint',
  success: { status: 200, schema: batchList },
  rules: ['queue.batch'],
  run: (sim, { endpoint: { id } }) => {
    const batches = sim.state.findRelated('batch', 'endpoint', id).map((batch) => batchView(sim, batch));
    return right({ answer: { status: 200, body: { batches: batches.reverse() } } });
  },
});

/** GET /batch/{batch_id}: how far it is. */
export const getBatch = operation({
  ...one,
  ...read,
  id: 'getBatch',
  summary: 'Read a batch',
  success: whole,
  rules: ['queue.batch'],
  run: (sim, { batch }) => right({ answer: { status: 200, body: batchView(sim, batch) } }),
});

/** PUT /batch/{batch_id}: gives it a name. */
export const updateBatch = operation({
  ...one,
  ...write,
  id: 'updateBatch',
  methods: ['PUT'],
  summary: 'Name a batch',
  body: updateBatchRequest,
  bodyMax: 'body',
  refuses: [409],
  success: whole,
  rules: ['queue.batch'],
  run: (sim, { batch: { id }, body: { name } }) => answerChanged(sim, id, sim.dispatch('batch', id, { type: 'RenameBatch', name })),
});

/** POST /batch/{batch_id}/finalize: its requests become jobs from now on. */
export const finalizeBatch = operation({
  ...one,
  ...write,
  id: 'finalizeBatch',
  methods: ['POST'],
  path: '/v2/{endpoint_id}/batch/{batch_id}/finalize',
  summary: 'Finalize a batch',
  body: emptyBody,
  refuses: [409],
  success: whole,
  rules: ['queue.batch'],
  run: (sim, { batch: { id } }) => answerChanged(sim, id, sim.dispatch('batch', id, { type: 'FinalizeBatch' })),
});

/** POST /batch/{batch_id}/cancel: what waits is cancelled at once, and what runs goes on. */
export const cancelBatch = operation({
  ...one,
  ...write,
  id: 'cancelBatch',
  methods: ['POST'],
  path: '/v2/{endpoint_id}/batch/{batch_id}/cancel',
  summary: 'Cancel a batch',
  body: emptyBody,
  refuses: [409],
  success: whole,
  rules: ['queue.batch'],
  run: (sim, { batch: { id } }) => answerChanged(sim, id, sim.dispatch('batch', id, { type: 'CancelBatch' })),
});

/** GET /batch/{batch_id}/requests: its requests with their results. */
export const listBatchRequests = operation({
  ...one,
  ...read,
  id: 'listBatchRequests',
  path: '/v2/{endpoint_id}/batch/{batch_id}/requests',
  summary: 'List the requests of a batch',
  query: batchRequestsQuery,
  success: { status: 200, schema: batchRequestList },
  rules: ['queue.batch'],
  run: (sim, { batch: { requests }, query: { offset, limit } }) => {
    const shown = requests.slice(offset, offset + limit).map((request) => requestView(sim, request));
    const hasMore = offset + shown.length < requests.length;
    return right({ answer: { status: 200, body: { requests: shown, total: requests.length, offset, limit, hasMore } } });
  },
});

/** POST /batch/{batch_id}/requests: more of them, as long as it is a draft. */
export const addBatchRequests = operation({
  ...one,
  ...write,
  id: 'addBatchRequests',
  methods: ['POST'],
  path: '/v2/{endpoint_id}/batch/{batch_id}/requests',
  summary: 'Add requests to a batch',
  body: addRequestsRequest,
  bodyMax: 'runBody',
  secrets: [['requests', '*', 's3Config', 'accessSecret']],
  refuses: [400, 409],
  success: whole,
  rules: ['queue.batch', 'job.unknown-keys'],
  run: (sim, asked) => {
    const { id, requests: before } = asked.batch;
    return pipe(
      checkRequests(sim, asked, asked.body.requests, before.length),
      chain((requests) => answerChanged(sim, id, sim.dispatch('batch', id, { type: 'AddRequests', requests }))),
    );
  },
});

/** DELETE /batch/{batch_id}/requests/{request_id}: takes one out of a draft. */
export const removeBatchRequest = operation({
  ...one,
  ...write,
  id: 'removeBatchRequest',
  methods: ['DELETE'],
  path: '/v2/{endpoint_id}/batch/{batch_id}/requests/{request_id}',
  summary: 'Take a request out of a batch',
  refuses: [409],
  success: { status: 204 },
  rules: ['queue.batch'],
  run: (sim, { batch: { id, requests }, request: { params } }) => {
    const requestId = params['request_id'] ?? '';
    if (!requests.some((request) => request.id === requestId))
      return left({ kind: 'unknown', rule: 'queue.batch', detail: `request not found: ${requestId}` });
    return map(() => ({ answer: { status: 204 } }))(sim.dispatch('batch', id, { type: 'RemoveRequest', requestId }));
  },
});

/** The requests of a body. `before`: how many the batch has already. */
const checkRequests = (
  sim: SimulationContext,
  { endpoint, inputKey }: Pick<RequestContext<unknown, unknown>, 'endpoint' | 'inputKey'>,
  bodies: readonly SubmitRequest[],
  before: number,
): Either<Rejection, readonly BatchRequest[]> => {
  const { requestsMax } = sim.settings.batch;
  if (before + bodies.length > requestsMax)
    return left({ kind: 'contradictory', rule: 'queue.batch', detail: `a batch has ${requestsMax} requests at most: make another` });
  const key = inputKey();
  return traverseArrayWithIndex((place, body: SubmitRequest): Either<Rejection, BatchRequest> => {
    const terms = checkTerms(sim, endpoint, body, 'batch', 0, undefined);
    const id = sim.uuid(keyText('batch', key, String(place)), '', '-u1');
    return isLeft(terms) ? terms : right({ id, input: body.input as Json, terms: terms.right });
  })(bodies);
};

/** The batch after a command to it. */
const answerChanged = (sim: SimulationContext, id: string, change: Either<Rejection, void>) =>
  map(() => {
    const batch = sim.find('batch', id);
    invariant(batch !== undefined, () => `${id} has just been changed`);
    return { answer: { status: 200, body: batchView(sim, batch) } };
  })(change);

const refuse = (detail: string): Either<Rejection, never> => left({ kind: 'refused', rule: 'queue.batch', detail });
