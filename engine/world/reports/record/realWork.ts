import type { HandlerSpec } from '../../../cloud/handler/spec.ts';
import type { State } from '../../../cloud/state/state.ts';
import type { Worker } from '../../../cloud/worker/state.ts';
import type { VirtualTime } from '../../../kernel/time.ts';

/** Something that a real process has to do, and that takes as long as it takes. */
export interface RealWork {
  /** Distinct from all other work, also of the same job when it runs again. Work that ends together is ordered by it. */
  readonly key: string;
  readonly workerId: string;
  /** The job that it runs; null where it has to start, or to take a job that waits for it. */
  readonly jobId: string | null;
  /** When it began; null where the state does not say so. */
  readonly since: VirtualTime | null;
  /** How many ms of virtual time one ms of it is. */
  readonly scale: number;
}

/**
 * What the world waits for from one worker's process: the jobs that it runs; and, where a job waits in the queue, that it says a word since
 * its container is up, or asks for a job while it is idle.
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
  // The space: at one time, what begins comes before what ends.
  return [{ key: ` ${workerId} ${status} ${tries}`, workerId, jobId: null, since: null, scale }];
};

const jobWork = (state: State, workerId: string, jobId: string, scale: number): readonly RealWork[] => {
  const job = state.find('job', jobId);
  const isOut = job?.status === 'IN_PROGRESS' && job.workerId === workerId && job.attempt?.external === true && job.missedAt === null;
  return isOut ? [{ key: `${jobId} ${workerId} ${job.startedAt}`, workerId, jobId, since: job.startedAt, scale }] : [];
};
