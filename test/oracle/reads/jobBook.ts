import type { JobEvent } from '../../../engine/cloud/job/events.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import { type VirtualTime, worldStart } from '../../../engine/kernel/time.ts';

/** A job, as a status call must show it. */
export interface JobSeen {
  readonly endpointId: string;
  /** When a client last put it in the queue; once it has ended, the start of the world: equal worlds have equal books. */
  readonly queuedAt: VirtualTime;
  readonly status: string;
  readonly delayTime?: number;
  readonly executionTime?: number;
  readonly output?: Json;
  readonly error?: string;
  readonly retries?: number;
  readonly workerId?: string;
}

/** What a status call must say of a job after this event; undefined once it must say that there is no such job. */
export const jobAfter = (event: JobEvent, before: JobSeen | undefined, at: VirtualTime): JobSeen | undefined => {
  if (event.type === 'JobQueued') return { endpointId: event.endpointId, queuedAt: at, status: 'IN_QUEUE' };
  if (before === undefined) return undefined;
  const { endpointId, queuedAt } = before;
  const over = { ...before, queuedAt: worldStart };
  switch (event.type) {
    case 'JobStarted': {
      const { retries } = before;
      const again = retries === undefined ? {} : { retries };
      return { endpointId, queuedAt, status: 'IN_PROGRESS', delayTime: at - queuedAt, workerId: event.workerId, ...again };
    }
    // Only a real worker says how far it is (worker-api.done).
    case 'JobProgressed':
      return withOutput(before, event.output);
    case 'JobCompleted': {
      const ended = { ...over, status: 'COMPLETED', executionTime: event.executionTime };
      const { output: _, ...bare } = ended;
      return event.bare === true ? bare : { ...bare, output: event.output };
    }
    case 'JobFailed':
      return withOutput({ ...over, status: 'FAILED', executionTime: event.executionTime, error: event.error }, event.output ?? null);
    case 'JobTimedOut':
      return withOutput({ ...over, status: 'TIMED_OUT', executionTime: event.executionTime }, null);
    case 'JobCancelled':
      return withOutput({ ...over, status: 'CANCELLED' }, null);
    // It lost its worker. It waits since a client put it there, and what it did is forgotten (job.worker-lost).
    case 'JobRequeued':
      return { endpointId, queuedAt, status: 'IN_QUEUE', ...(event.retries === 0 ? {} : { retries: event.retries }) };
    // A client puts it there anew (job.retry).
    case 'JobRetried':
      return { endpointId, queuedAt: at, status: 'IN_QUEUE' };
    case 'JobResultDropped':
    case 'JobExpired':
    case 'JobPurged':
      return undefined;
    default:
      return before;
  }
};

/** Null is no output. */
const withOutput = ({ output: _, ...job }: JobSeen, output: Json): JobSeen => (output === null ? job : { ...job, output });

/** The body of a status call. */
export const bodyOfJob = (id: string, { endpointId: _endpoint, queuedAt: _queued, ...shown }: JobSeen): Json => ({
  id,
  ...shown,
});
