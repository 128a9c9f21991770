import type { HandlerSpec } from '../../../cloud/handler/spec.ts';
import type { State } from '../../../cloud/state/state.ts';
import type { Worker } from '../../../cloud/worker/state.ts';
import type { VirtualTime } from '../../../kernel/time.ts';

/** Something that a real process has to do, and that takes as long as it takes. */
export interface RealWork {
  /** Distinct from all other work, also of the same job when it runs again. Work that ends together is ordered by it. */
  readonly key: string;
  readonly workerId: string;
  /** The job that it runs; null if it has to start, or to take a waiting job. */
  readonly jobId: string | null;
  /** The begin; null if the state does not know it. */
  readonly since: VirtualTime | null;
  /** How many ms of virtual time one ms of it is. */
  readonly scale: number;
}

/**
 * Lists what the world waits for from one worker's process: the end of the jobs that it runs; and, if a job waits in the queue, its first
 * word after its container is up, or its next request for a job while it is idle.
 */
export const listRealWork = (state: State, workerId: string): readonly RealWork[] => {
  const worker = state.find('worker', workerId);
  if (worker === undefined || worker.real === null) return [];
  const external = state.find('endpoint', worker.endpointId)?.handler.external;
  return external === undefined ? [] : listWorkerWork(state, worker, external);
};

const listWorkerWork = (state: State, worker: Worker, { scale }: NonNullable<HandlerSpec['external']>): readonly RealWork[] => {
  const { id: workerId, endpointId, status, tries, real, jobId } = worker;
  if (jobId !== null) return [jobId, ...worker.otherJobs].flatMap((id) => jobWork(state, workerId, id, scale));
  const isStarting = status === 'INITIALIZING' && real?.isAwaited === true;
  const isIdle = status === 'IDLE' && real?.isRetiring !== true;
  if (!(isStarting || isIdle) || state.queues.next(endpointId) === undefined) return [];
  // The space sorts starts before ends of the same time.
  return [{ key: ` ${workerId} ${status} ${tries}`, workerId, jobId: null, since: null, scale }];
};

const jobWork = (state: State, workerId: string, jobId: string, scale: number): readonly RealWork[] => {
  const job = state.find('job', jobId);
  const isOut = job?.status === 'IN_PROGRESS' && job.workerId === workerId && job.attempt?.external === true && job.missedAt === null;
  return isOut ? [{ key: `${jobId} ${workerId} ${job.startedAt}`, workerId, jobId, since: job.startedAt, scale }] : [];
};
