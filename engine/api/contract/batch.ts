import { z } from 'zod';
import { lazily } from '../../kernel/collections/lazily.ts';
import { submitRequest } from './job.ts';
import { documented } from './parts/documented.ts';
import { json } from './parts/json.ts';
import { openObject, strictObject } from './parts/objects.ts';
import { wholeFrom } from './parts/query.ts';

/** The body of `POST /batch`: requests as for `/run`, or none. */
export const createBatchRequest = z.array(submitRequest).register(documented, { examples: [[{ input: { text: 'hello' } }]] });

/** The body of `POST /batch/{batch_id}/requests`. */
export const addRequestsRequest = strictObject(() => ({ requests: z.array(submitRequest).min(1) }));

/** The body of `PUT /batch/{batch_id}`. */
export const updateBatchRequest = strictObject(() => ({ name: z.string().min(1).max(191) }));

export const batchRequestsQuery = openObject(() => ({
  offset: wholeFrom(0).default(0).describe('How many requests come before the first of the answer'),
  limit: wholeFrom(1, 1_000).default(50).describe('The most requests of one answer'),
}));

const batchStatus = z.enum(['DRAFT', 'FINALIZED', 'FAILED', 'CANCELLED']).register(documented, { id: 'BatchStatus' });
const requestStatus = z
  .enum(['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'CANCELLED'])
  .register(documented, { id: 'BatchRequestStatus' });

const requestCount = z.int().min(0);

export const batchRef = lazily(() =>
  z.strictObject({ id: z.string(), status: batchStatus }).register(documented, { id: 'BatchReference' }),
);

/** A batch. It is done when `requestCompleted` and `requestFailed` make `requestTotal`. */
export const batchResource = lazily(() =>
  z
    .strictObject({
      id: z.string(),
      name: z.string().nullable(),
      endpointId: z.string(),
      status: batchStatus,
      requestTotal: requestCount,
      requestInProgress: requestCount,
      requestCompleted: requestCount,
      requestFailed: requestCount,
      createdAt: z.int().describe('ms since 1970'),
    })
    .register(documented, { id: 'Batch' }),
);

export const batchList = lazily(() => z.strictObject({ batches: z.array(batchResource()) }));

/** The requests of a batch, in the order in which they were given. Fields that do not apply are absent. */
export const batchRequestList = lazily(() =>
  z.strictObject({
    requests: z.array(
      z
        .strictObject({
          id: z.string(),
          status: requestStatus,
          output: json.optional(),
          error: z.string().optional(),
          startedAt: z.iso.datetime().optional(),
          completedAt: z.iso.datetime().optional(),
        })
        .register(documented, { id: 'BatchRequest' }),
    ),
    total: requestCount,
    offset: requestCount,
    limit: z.int().min(1),
    hasMore: z.boolean(),
  }),
);
