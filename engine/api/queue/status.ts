import { isLeft, right } from 'fp-ts/lib/Either.js';
import { invariant } from '../../kernel/invariant.ts';
import { jobResource, statusQuery, waitQuery } from '../contract/job.ts';
import { operation } from '../row.ts';
import { jobAnswer } from './submit.ts';
import { isTerminal, jobView } from './view.ts';
import { waitOutOfBounds, waitUntil } from './wait.ts';

/** What the operations that read a job share. */
export const readsJob = {
  api: 'queue',
  methods: ['GET', 'POST'],
  resolves: { endpoint_id: 'endpoint', job_id: 'job' },
  permission: { group: 'queue', level: 'read' },
  quota: 'read',
} as const;

/** GET or POST /status: the job as it is now. `ttl` shortens how long its result is available (job.status-ttl). */
export const status = operation({
  ...readsJob,
  id: 'status',
  path: '/v2/{endpoint_id}/status/{job_id}',
  summary: 'Read a job',
  query: statusQuery,
  success: { status: 200, schema: jobResource },
  rules: ['job.status-ttl', 'job.expired', 'queue.methods'],
  run: (sim, { job, query }) => {
    if (query.ttl !== undefined) {
      const limited = sim.dispatch('job', job.id, { type: 'LimitResult', ttlMs: query.ttl });
      invariant(!isLeft(limited), () => `${job.id} is there, so its result can be limited`);
    }
    return right({ answer: { status: 200, body: jobView(job) } });
  },
});

/** GET or POST /status-sync: the same, held until the job has ended or the wait is over. */
export const statusSync = operation({
  ...readsJob,
  id: 'statusSync',
  edgeHolds: true,
  refuses: [524],
  path: '/v2/{endpoint_id}/status-sync/{job_id}',
  summary: 'Read a job once it has ended',
  query: waitQuery,
  success: { status: 200, schema: jobResource },
  rules: ['queue.status-sync', 'job.runsync-wait-bounds', 'queue.methods', 'edge.cut'],
  outOfBounds: waitOutOfBounds,
  run: (sim, { job, query }) => {
    const until = waitUntil(sim, query.wait, sim.settings.job.syncWait);
    if (isLeft(until)) return until;
    if (isTerminal(job)) return right({ answer: { status: 200, body: jobView(job) } });
    return right({ wait: { jobId: job.id, waitsFor: 'settled', until: until.right } });
  },
  resume: (sim, call) => jobAnswer(sim, call.jobId),
});
