import { isLeft, right } from 'fp-ts/lib/Either.js';
import type { Job } from '../../cloud/job/evolve.ts';
import { viewStatus } from '../../cloud/job/view.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import { invariant } from '../../kernel/invariant.ts';
import { streamAnswer, streamWaitQuery } from '../contract/job.ts';
import type { Resource } from '../contract/parts/resource.ts';
import type { Answer } from '../operation.ts';
import { operation } from '../row.ts';
import { readsJob } from './status.ts';
import { readable } from './submit.ts';
import { isTerminal } from './view.ts';
import { waitOutOfBounds, waitUntil } from './wait.ts';

/**
 * GET or POST /stream: the chunks not delivered yet, each once. The call is held while there are none (stream.drain). They come in an
 * envelope to every client; the interface document shows the bare array (stream.shape).
 */
export const stream = operation({
  ...readsJob,
  id: 'stream',
  edgeHolds: true,
  refuses: [524],
  path: '/v2/{endpoint_id}/stream/{job_id}',
  summary: 'Take the partial output that is ready',
  query: streamWaitQuery,
  success: { status: 200, schema: streamAnswer },
  rules: ['stream.drain', 'stream.shape', 'stream.handler', 'stream.chunk-size', 'queue.methods', 'edge.cut'],
  outOfBounds: waitOutOfBounds,
  run: (sim, { job, query }) => {
    const until = waitUntil(sim, query.wait, sim.settings.job.streamWait);
    if (isLeft(until)) return until;
    if (isTerminal(job) || job.chunks.length > 0) return right({ answer: drain(sim, job) });
    return right({ wait: { jobId: job.id, waitsFor: 'chunks', until: until.right } });
  },
  resume: (sim, { jobId }) => {
    const job = readable(sim, jobId);
    return isLeft(job) ? job : right(drain(sim, job.right));
  },
});

const drain = (sim: SimulationContext, job: Job): Answer<Resource<typeof streamAnswer>> => {
  const chunks = [...job.chunks];
  const outcome = sim.dispatch('job', job.id, { type: 'DrainChunks' });
  invariant(!isLeft(outcome), () => `${job.id} is there, so its chunks can be taken`);
  const isBare = sim.settings.job.streamShape === 'array';
  return { status: 200, body: isBare ? chunks : { status: viewStatus(job), stream: chunks } };
};
