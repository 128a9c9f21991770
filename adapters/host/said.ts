import { beforeQuery, type Input, type Operation } from '../../engine/index.ts';
import type { Said } from './clock/clock.ts';

/** What a call says of real work; undefined where no worker's process made it. */
export const saidBy = ({ api, id }: Operation, { request: { params, body } }: Input): Said | undefined => {
  if (api !== 'worker') return undefined;
  const jobId = params['job'] === undefined ? undefined : beforeQuery(params['job']);
  const isProgress = typeof body === 'object' && body !== null && 'status' in body && body['status'] === 'IN_PROGRESS';
  return { workerId: beforeQuery(params['worker'] ?? ''), jobId, isAwaited: id === 'postStream' || (id === 'postOutput' && !isProgress) };
};
