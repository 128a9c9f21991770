import { defineLifecycle, to } from '../lifecycles.ts';
import type { BatchEvent } from './events.ts';

const rename = (status: 'DRAFT' | 'FINALIZED' | 'CANCELLED') => to(status, 'queue.batch', 'it gets a name', { byCaller: true });

/** A table of status, event and next status. A batch whose requests have all ended is still FINALIZED: its counts say so. */
// biome-ignore format: a table
export const batchLifecycle = defineLifecycle<BatchEvent>()({
  id: 'batch',
  initial: 'NEW',
  states: {
    NEW: { description: 'does not exist yet', tags: ['before'], meta: { rule: 'queue.batch' }, on: {
      BatchCreated:        to('DRAFT', 'queue.batch', 'a client creates it'),
    } },
    DRAFT: { description: 'takes requests, and runs none', tags: ['live'], meta: { rule: 'queue.batch' }, on: {
      BatchRequestsAdded:  to('DRAFT', 'queue.batch', 'a client adds requests', { byCaller: true }),
      BatchRequestRemoved: to('DRAFT', 'queue.batch', 'a client takes one out', { byCaller: true }),
      BatchRenamed:        rename('DRAFT'),
      BatchFinalized:      to('FINALIZED', 'queue.batch', 'a client says that it is whole', { byCaller: true }),
      BatchCancelAsked:    to('DRAFT', 'queue.batch', 'a client cancels it', { asked: 'cancelled', byCaller: true }),
      BatchCancelled:      to('CANCELLED', 'queue.batch', 'nothing of it runs'),
      BatchFailed:         to('FAILED', 'queue.batch', 'its endpoint is deleted'),
    } },
    FINALIZED: { description: 'its requests become jobs, some at a time', tags: ['live'], meta: { rule: 'queue.batch' }, on: {
      BatchRequestMoved:   to('FINALIZED', 'queue.batch', 'a request becomes a job, or its job goes on'),
      BatchRenamed:        rename('FINALIZED'),
      BatchCancelAsked:    to('FINALIZED', 'queue.batch', 'a client cancels it: what runs goes on', { asked: 'cancelled', byCaller: true }),
      BatchCancelled:      to('CANCELLED', 'queue.batch', 'nothing of it runs any more'),
      BatchFailed:         to('FAILED', 'queue.batch', 'its endpoint is deleted'),
    } },
    CANCELLED: { description: 'cancelled, and nothing of it runs', tags: ['terminal'], meta: { rule: 'queue.batch' }, on: {
      BatchRenamed:        rename('CANCELLED'),
    } },
    FAILED: { type: 'final', description: 'its endpoint is gone', tags: ['gone'], meta: { rule: 'queue.batch' } },
  },
});
