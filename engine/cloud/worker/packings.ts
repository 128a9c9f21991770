import { packFields } from '../../kernel/log/packFields.ts';
import type { WorkerEvent } from './events.ts';

/** How the log keeps the events of a worker that runs ordinary jobs. */
export const workerPackings = [
  packFields<Extract<WorkerEvent, { readonly type: 'WorkerTookJob' }>>('WorkerTookJob', { workerId: 'text', jobId: 'text' }),
  packFields<Extract<WorkerEvent, { readonly type: 'WorkerFreed'; readonly jobId: string }>>('WorkerFreed', {
    workerId: 'text',
    jobId: 'text',
    succeeded: 'truth',
  }),
];
