import { beforeQuery, isOfProcess, type Operation } from '../../../engine/api/index.ts';
import type { Principal } from '../../../engine/cloud/index.ts';
import type { Input, World } from '../../../engine/world/index.ts';
import type { Said } from '../clock/clock.ts';

/** The report of a call about real work; undefined if no worker process made the call. */
export const readSaid = ({ state }: World, principal: Principal, row: Operation, { request }: Input): Said | undefined => {
  if (row.api !== 'worker' || !isOfProcess(state, principal, row, request)) return undefined;
  const { params, body } = request;
  const jobId = params['job'] === undefined ? undefined : beforeQuery(params['job']);
  const isProgress = typeof body === 'object' && body !== null && 'status' in body && body['status'] === 'IN_PROGRESS';
  return {
    workerId: beforeQuery(params['worker'] ?? ''),
    jobId,
    isAwaited: row.id === 'postStream' || (row.id === 'postOutput' && !isProgress),
  };
};
