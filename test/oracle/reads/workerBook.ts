import type { WorkerEvent } from '../../../engine/cloud/worker/events.ts';

/** A worker, as the lists of its endpoint must show it. */
export interface WorkerSeen {
  readonly endpointId: string;
  readonly number: number;
  readonly version: number;
  /** `gone`: it is not listed. One that sleeps is shown as idle (worker.sleep). */
  readonly status: 'INITIALIZING' | 'THROTTLED' | 'IDLE' | 'ASLEEP' | 'RUNNING' | 'UNHEALTHY' | 'gone';
}

/** What lists must say of a worker after this event; undefined once it went with its endpoint. */
export const workerAfter = (event: WorkerEvent, before: WorkerSeen | undefined): WorkerSeen | undefined => {
  if (event.type === 'WorkerLaunched' || event.type === 'WorkerThrottled') {
    const { endpointId, number, version } = event;
    return { endpointId, number, version, status: event.type === 'WorkerLaunched' ? 'INITIALIZING' : 'THROTTLED' };
  }
  if (before === undefined || event.type === 'WorkerTerminated') return undefined;
  const status = statusAfter[event.type];
  return status === undefined ? before : { ...before, status };
};

const statusAfter: { readonly [Type in WorkerEvent['type']]?: WorkerSeen['status'] } = {
  WorkerPlaced: 'INITIALIZING',
  WorkerReady: 'IDLE',
  WorkerTookJob: 'RUNNING',
  WorkerTookRequest: 'RUNNING',
  WorkerFreed: 'IDLE',
  WorkerCrashed: 'INITIALIZING',
  WorkerTriedAgain: 'INITIALIZING',
  WorkerWoken: 'INITIALIZING',
  WorkerPullFailed: 'UNHEALTHY',
  WorkerTurnedUnhealthy: 'UNHEALTHY',
  WorkerLostHost: 'THROTTLED',
  WorkerSlept: 'ASLEEP',
  WorkerStopped: 'gone',
};
