import type { Kind } from '../../cloud/entities.ts';
import type { State } from '../../cloud/state/state.ts';
import { listRealWork } from '../../world/reports/record/realWork.ts';

/**
 * Whether an entity waits for a real process. A worker waits until its own process calls. A job waits until a process takes or ends it, if
 * a worker of its endpoint could have one.
 */
export const waitsForProcess = (state: State, kind: Kind, id: string): boolean => {
  if (kind === 'worker') return state.find('worker', id)?.real?.isAwaited === true;
  const job = kind === 'job' ? state.find('job', id) : undefined;
  return job !== undefined && state.fleet.of(job.endpointId).members.some((workerId) => listRealWork(state, workerId).length > 0);
};
