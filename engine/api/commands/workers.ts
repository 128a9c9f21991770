import { right } from 'fp-ts/lib/Either.js';
import { holds, isUp, listJobs, loseJob } from '../../cloud/policies/jobs/externalWork.ts';
import { goneBody, printedBody, returnBody } from '../contract/worker.ts';
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

/** POST workers/{id}/return: jobs that were given to a worker's process have not reached it. They are in the queue again. */
export const returnJobs = command({
  id: 'returnJobs',
  methods: ['POST'],
  path: '/_podsim/v1/workers/{worker_id}/return',
  resolves: { worker_id: 'worker' },
  summary: 'Report that jobs did not reach the process that took them',
  body: returnBody,
  bodyMax: 'body',
  success: { status: 204 },
  rules: ['control.inputs', 'worker-api.take'],
  run: (sim, { worker, body: { jobs = listJobs(worker) } }) => {
    for (const id of jobs) if (holds(worker, id) && worker.real !== null) loseJob(sim, worker, id, 'ReturnJob');
    return right({ answer: { status: 204 } });
  },
});

/** POST workers/{id}/watch: from now on its process's silence is reported, and virtual time no longer counts it. */
export const watchWorker = command({
  id: 'watchWorker',
  methods: ['POST'],
  path: '/_podsim/v1/workers/{worker_id}/watch',
  resolves: { worker_id: 'worker' },
  summary: 'Say that the silence of the process of a worker is counted outside, and will be reported',
  success: { status: 204 },
  rules: ['control.inputs', 'worker-api.silence'],
  run: (sim, { worker }) => {
    if (isUp(worker) && worker.real !== null)
      sim.dispatchOrThrow('worker', worker.id, { type: 'ReportProcess', said: { isWatched: true } });
    return right({ answer: { status: 204 } });
  },
});

/** POST workers/{id}/silent: its process has been silent for so long that it is lost, its jobs at once. */
export const workerSilent = command({
  id: 'workerSilent',
  methods: ['POST'],
  path: '/_podsim/v1/workers/{worker_id}/silent',
  resolves: { worker_id: 'worker' },
  summary: 'Report that the process of a worker has been silent for too long',
  body: goneBody,
  bodyMax: 'body',
  success: { status: 204 },
  rules: ['control.inputs', 'worker-api.silence', 'job.worker-lost'],
  run: (sim, { worker, body: { start = worker.tries } }) => {
    const isReady = worker.status === 'IDLE' || worker.status === 'RUNNING';
    if (isReady && worker.real !== null && start === worker.tries) sim.dispatchOrThrow('worker', worker.id, { type: 'LoseProcess' });
    return right({ answer: { status: 204 } });
  },
});

/** POST workers/{id}/output: adds lines to its log, from a program in its container. */
export const workerPrinted = command({
  id: 'workerPrinted',
  methods: ['POST'],
  path: '/_podsim/v1/workers/{worker_id}/output',
  resolves: { worker_id: 'worker' },
  summary: 'Report what the process of a worker has printed: lines of its log',
  body: printedBody,
  bodyMax: 'body',
  success: { status: 204 },
  rules: ['control.inputs', 'worker-api.output'],
  run: (sim, { worker, body: { lines, start = worker.tries } }) => {
    if (isUp(worker) && worker.real !== null && start === worker.tries)
      sim.dispatchOrThrow('worker', worker.id, { type: 'PrintLines', lines });
    return right({ answer: { status: 204 } });
  },
});
