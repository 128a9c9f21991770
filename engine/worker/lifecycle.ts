import { setup } from 'xstate';
import { lifecycleOf, type StatusOf } from '../kernel/lifecycle.ts';
import type { WorkerEvent } from './events.ts';

const crashed = {
  target: 'INITIALIZING',
  meta: { rule: 'worker.lifecycle' },
  description: 'its container dies and is started again',
} as const;
const gaveUp = { target: 'UNHEALTHY', meta: { rule: 'worker.lifecycle' }, description: 'it crashed too often in a row' } as const;
const lostHost = { target: 'THROTTLED', meta: { rule: 'pod.error' }, description: 'its host fails; it needs another' } as const;
const terminated = { target: 'TERMINATED', meta: { rule: 'endpoint.delete' }, description: 'its endpoint is deleted' } as const;
const stopped = (rule: string, description: string) => ({ target: 'STOPPED', meta: { rule }, description }) as const;
const retuned = <const Status extends string>(target: Status) =>
  ({ target, meta: { rule: 'worker.min' }, description: 'its endpoint keeps more or fewer workers, or has another idle timeout' }) as const;

const polled = <const Status extends string>(target: Status) =>
  ({ target, meta: { rule: 'lb.health' }, description: 'the result of its health check changes' }) as const;

/** A table of status, event and next status. A transition that is not listed cannot happen. */
// biome-ignore format: a table
export const workerMachine = setup({ types: { events: {} as Pick<WorkerEvent, 'type'> } }).createMachine({
  id: 'worker',
  initial: 'NEW',
  states: {
    NEW: {
      description: 'not launched yet', tags: ['before'], meta: { rule: 'worker.lifecycle' },
      on: {
        WorkerLaunched:        { target: 'INITIALIZING', meta: { rule: 'worker.cold-start' }, description: 'the scaler adds it' },
        WorkerThrottled:       { target: 'THROTTLED', meta: { rule: 'worker.lifecycle' }, description: 'the scaler adds it, but no GPU is free' },
      },
    },
    THROTTLED: {
      description: 'waits for a GPU', tags: ['waiting'], meta: { rule: 'worker.lifecycle' },
      on: {
        WorkerPlaced:          { target: 'INITIALIZING', meta: { rule: 'worker.cold-start' }, description: 'a GPU has become free' },
        WorkerStopped:         stopped('worker.min', 'it is no longer wanted'),
        WorkerRetuned:         retuned('THROTTLED'),
        WorkerTerminated:      terminated,
      },
    },
    INITIALIZING: {
      description: 'pulls the image and starts the container', tags: ['starting'], meta: { rule: 'worker.cold-start' },
      on: {
        WorkerPullTroubled:    { target: 'INITIALIZING', meta: { rule: 'worker.cold-start' }, description: 'its image is pulled slowly, or not at all' },
        WorkerPullRestarted:   { target: 'INITIALIZING', meta: { rule: 'fault.match' }, description: 'the fault that affected its image is over; the image is pulled again' },
        WorkerPullFailed:      { target: 'UNHEALTHY', meta: { rule: 'worker.lifecycle' }, description: 'its image could not be pulled' },
        WorkerReady:           { target: 'IDLE', meta: { rule: 'worker.cold-start' }, description: 'the container is up' },
        WorkerCrashed:         crashed,
        WorkerTurnedUnhealthy: gaveUp,
        WorkerLostHost:        lostHost,
        WorkerStopped:         stopped('worker.min', 'it is no longer wanted'),
        WorkerRetuned:         retuned('INITIALIZING'),
        WorkerPolled:          polled('INITIALIZING'),
        WorkerTerminated:      terminated,
      },
    },
    IDLE: {
      description: 'ready for a job', tags: ['ready'], meta: { rule: 'worker.lifecycle' },
      on: {
        WorkerTookJob:         { target: 'RUNNING', meta: { rule: 'job.start' }, description: 'it takes the next job' },
        WorkerTookRequest:     { target: 'RUNNING', meta: { rule: 'lb.traffic' }, description: 'the load balancer sends it a request' },
        WorkerCrashed:         crashed,
        WorkerTurnedUnhealthy: gaveUp,
        WorkerLostHost:        lostHost,
        WorkerStopped:         stopped('worker.idle', 'no job within the idle timeout, or it is stale or surplus'),
        WorkerRetuned:         retuned('IDLE'),
        WorkerPolled:          polled('IDLE'),
        WorkerTerminated:      terminated,
      },
    },
    RUNNING: {
      description: 'runs a job, or handles requests', tags: ['ready', 'busy'], meta: { rule: 'job.start' },
      on: {
        WorkerTookRequest:     { target: 'RUNNING', meta: { rule: 'lb.traffic' }, description: 'one more request' },
        WorkerEndedRequest:    { target: 'RUNNING', meta: { rule: 'lb.traffic' }, description: 'one of its requests ends, but not the last' },
        WorkerFreed:           { target: 'IDLE', meta: { rule: 'worker.lifecycle' }, description: 'its job, or the last of its requests, has ended' },
        WorkerCrashed:         crashed,
        WorkerTurnedUnhealthy: gaveUp,
        WorkerLostHost:        lostHost,
        WorkerRetuned:         retuned('RUNNING'),
        WorkerTerminated:      terminated,
      },
    },
    UNHEALTHY: {
      description: 'crashed too often, or its image cannot be pulled; tried again later', tags: ['broken'], meta: { rule: 'worker.lifecycle' },
      on: {
        WorkerLostHost:        lostHost,
        WorkerTriedAgain:      { target: 'INITIALIZING', meta: { rule: 'worker.lifecycle' }, description: 'it is tried again' },
        WorkerStopped:         stopped('worker.min', 'it is no longer wanted'),
        WorkerRetuned:         retuned('UNHEALTHY'),
        WorkerPolled:          polled('UNHEALTHY'),
        WorkerTerminated:      terminated,
      },
    },
    STOPPED: {
      description: 'scaled down; its image stays on the host', tags: ['stopped'], meta: { rule: 'worker.idle' },
      on: {
        WorkerLaunched:        { target: 'INITIALIZING', meta: { rule: 'worker.cold-start' }, description: 'the scaler wants it back' },
        WorkerThrottled:       { target: 'THROTTLED', meta: { rule: 'worker.lifecycle' }, description: 'the scaler wants it back, but no GPU is free' },
        WorkerRetuned:         retuned('STOPPED'),
        WorkerTerminated:      terminated,
      },
    },
    TERMINATED: { type: 'final', description: 'gone with its endpoint', tags: ['gone'], meta: { rule: 'endpoint.delete' } },
  },
});

export type WorkerStatus = StatusOf<typeof workerMachine>;

export const workerLifecycle = lifecycleOf(workerMachine);

/** The statuses in which a worker counts towards `workers.max`: it is up, or is expected to come up. */
export const activeStatuses: readonly WorkerStatus[] = workerLifecycle.tagged('waiting', 'starting', 'ready', 'broken');

/** The statuses in which a worker holds compute. */
export const placedStatuses: readonly WorkerStatus[] = workerLifecycle.tagged('starting', 'ready', 'broken');

const placed: ReadonlySet<WorkerStatus> = new Set(placedStatuses);

/** Whether a worker begins or stops holding compute. Taking or ending a job does neither. */
export const changesHolding = (from: WorkerStatus, to: WorkerStatus): boolean => placed.has(from) !== placed.has(to);
