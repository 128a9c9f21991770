import type { Response } from 'express';
import { type Answer, beforeQuery, findOperation, type Operation } from '../../engine/api/index.ts';
import type { HostedWorld } from '../host/world/hostedWorld.ts';
import { tellWorld } from '../host/world/tellWorld.ts';

/**
 * A job whose answer does not reach its worker must not count as taken: where the connection ends before the answer is out, the jobs in
 * it go back to the queue (worker-api.take). That is an input like any other.
 */
export const returnIfUndelivered = (row: Operation, worker: string, answer: Answer, res: Response, served: HostedWorld): void => {
  const jobs = row.api === 'worker' && row.resume !== undefined && answer.status === 200 ? jobsIn(answer) : [];
  if (jobs.length === 0) return;
  const giveBack = () => tellWorld(served, returnJobs, { worker_id: beforeQuery(worker) }, { jobs });
  // A call without a socket has none to lose.
  const { socket } = res;
  if (res.destroyed || socket?.destroyed === true) giveBack();
  else {
    // Not `writableFinished`: without a socket an answer is out without it. An answer whose connection broke while it was written finishes, too.
    let isOut = false;
    res.once('finish', () => {
      isOut = socket?.destroyed !== true;
    });
    res.once('close', () => isOut || giveBack());
  }
};

const returnJobs = findOperation('returnJobs') as Operation;

const jobsIn = ({ body }: Answer): readonly string[] =>
  [body ?? []].flat().flatMap((job) => (typeof job === 'object' && job !== null && 'id' in job ? [String(job['id'])] : []));
