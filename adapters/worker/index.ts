/** `podsim/worker`: a worker in Node, of a queue endpoint whose handler is external. One function, which speaks the protocol. */

import type { JobFunction, StartWorkerOptions } from './jobFunction.ts';
import { QueueWorker } from './queueWorker.ts';

export type { JobFunction, JobTools, StartWorkerOptions, TakenJob } from './jobFunction.ts';

/**
 * Takes jobs of its endpoint, over the same routes as the platform's own SDK, until SIGTERM or SIGINT comes and the jobs that it holds
 * have ended. All it needs is its environment, which `podsim exec --workers` sets and `podsim worker-env` prints; it throws without it.
 */
export const startWorker = async (perform: JobFunction, options: StartWorkerOptions = {}): Promise<void> => {
  const worker = new QueueWorker(perform, options);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => worker.close());
  await worker.run();
};
