import { right } from 'fp-ts/lib/Either.js';
import { goneBody } from '../../api/contract/worker.ts';
import { isUp } from '../../policies/externalWork.ts';
import { command } from './command.ts';

/** POST workers/{id}/gone: the process of a worker has ended. Its worker has crashed, unless its container started again since. */
export const workerGone = command({
  id: 'workerGone',
  methods: ['POST'],
  path: '/_podsim/v1/workers/{worker_id}/gone',
  resolves: { worker_id: 'worker' },
  summary: 'Report that the process of a worker has ended',
  body: goneBody,
  bodyMax: 'body',
  success: { status: 204 },
  rules: ['control.inputs', 'worker-api.gone', 'job.worker-lost'],
  run: (sim, { worker, body: { start = worker.tries } }) => {
    if (isUp(worker) && start === worker.tries) sim.dispatchOrThrow('worker', worker.id, { type: 'CrashWorker' });
    return right({ answer: { status: 204 } });
  },
});
