import type { Kind } from '../../cloud/entities.ts';
import type { State } from '../../cloud/state/state.ts';
import { realWorkOf } from '../../world/reports/record/realWork.ts';

/**
 * Whether what an entity waits for is up to a real process: a worker waits to hear from its own; a job waits until one takes or ends it,
 * if a worker of its endpoint could have one.
 */
export const waitsForProcess = (state: State, kind: Kind, id: string): boolean => {
  if (kind === 'worker') return state.find('worker', id)?.real?.isAwaited === true;
  const job = kind === 'job' ? state.find('job', id) : undefined;
  return job !== undefined && state.fleet.of(job.endpointId).members.some((workerId) => realWorkOf(state, workerId).length > 0);
};
