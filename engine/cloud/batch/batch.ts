import { asItsParts, entity } from '../../kernel/entity.ts';
import { decideBatch } from './decide.ts';
import { evolveBatch, newBatch } from './evolve.ts';
import { batchLifecycle } from './lifecycle.ts';
import { batchSettings } from './settings.ts';

/** A batch: requests that were submitted together, and become jobs of the endpoint some at a time. */
export const batchEntity = entity({
  kind: 'batch',
  lifecycle: batchLifecycle,
  initial: newBatch,
  decide: decideBatch,
  evolve: evolveBatch,
  settings: batchSettings,
  relations: { endpoint: ({ endpointId }) => endpointId },
  profile: {
    createdBy: ['createBatch'],
    found: { example: 'batch_b5t3h7c1q9x4ke', missing: 'queue.batch' },
    numbered: true,
    counts: [],
    waitsIn: [],
    actions: null,
    parts: ['job'],
    inTransition: asItsParts,
    words: {},
  },
});
