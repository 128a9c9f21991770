import type { StatusOf } from '../../kernel/lifecycle.ts';
import { defineLifecycle, stays, to } from '../lifecycles.ts';
import type { WorkerEvent } from './events.ts';

const crashed = to('INITIALIZING', 'worker.lifecycle', 'its container dies and is started again', { tone: 'failure' });
const gaveUp = to('UNHEALTHY', 'worker.lifecycle', 'it crashed too often in a row');
const lostHost = to('THROTTLED', 'pod.error', 'its host fails; it needs another');
const terminated = to('TERMINATED', 'endpoint.delete', 'its endpoint is deleted');
const unwanted = to('STOPPED', 'worker.min', 'it is no longer wanted');
const retuned = stays('worker.min', 'its endpoint keeps more or fewer workers, or has another idle timeout');

const removed = stays('worker.removed', 'the container that it had is gone');

const reported = stays('worker-api.external', 'its real process is heard, awaited, or to be told something');
const called = stays('worker.takes-in-time', 'a job waits: the take that it holds open is answered with the next one');
const looked = stays('worker.takes-in-time', 'it asks for its next job');
const worked = stays(
  'worker.sharing',
  'one of the jobs that share it has come to a chunk, to a stage of its batch, or to the end of its work',
);
const polled = stays('lb.health', 'the result of its health check changes');

/** A table of status, event and next status. A transition that is not listed cannot happen. */
// biome-ignore format: a table
export const workerLifecycle = defineLifecycle<WorkerEvent>()({
  id: 'worker',
  initial: 'NEW',
  states: {
    NEW: { description: 'not launched yet', tags: ['before'], meta: { rule: 'worker.lifecycle' }, on: {
      WorkerLaunched:        to('INITIALIZING', 'worker.cold-start', 'its endpoint adds it'),
      WorkerThrottled:       to('THROTTLED', 'worker.lifecycle', 'its endpoint adds it, but it finds no host', { tone: 'warning' }),
    } },
    THROTTLED: { description: 'waits for a host', tags: ['waiting'], meta: { rule: 'worker.lifecycle' }, on: {
      WorkerPlaced:          to('INITIALIZING', 'worker.cold-start', 'it finds a host'),
      WorkerHoldEnded:       stays('worker.capacity', 'its pool has room for it again')('THROTTLED'),
      WorkerStopped:         unwanted,
      WorkerRetuned:         retuned('THROTTLED'),
      WorkerRemoved:         removed('THROTTLED'),
      WorkerTerminated:      terminated,
    } },
    INITIALIZING: { description: 'pulls the image and starts the container', tags: ['starting'], meta: { rule: 'worker.cold-start' }, on: {
      WorkerPullTroubled:    to('INITIALIZING', 'worker.cold-start', 'its image is pulled slowly, or not at all', { tone: 'warning' }),
      WorkerPullRestarted:   to('INITIALIZING', 'fault.match', 'its start begins again: the fault that affected its image is over, or its host has the image by now'),
      WorkerPullFailed:      to('UNHEALTHY', 'worker.lifecycle', 'its image could not be pulled'),
      WorkerReady:           to('IDLE', 'worker.cold-start', 'the container is up'),
      WorkerCrashed:         crashed,
      WorkerTurnedUnhealthy: gaveUp,
      WorkerLostHost:        lostHost,
      WorkerStopped:         unwanted,
      WorkerRetuned:         retuned('INITIALIZING'),
      WorkerRemoved:         removed('INITIALIZING'),
      WorkerPolled:          polled('INITIALIZING'),
      WorkerReported:        reported('INITIALIZING'),
      WorkerTerminated:      terminated,
    } },
    IDLE: { description: 'ready for a job', tags: ['ready'], meta: { rule: 'worker.lifecycle' }, on: {
      WorkerSlept:           to('ASLEEP', 'worker.sleep', 'no job within the idle timeout'),
      WorkerCalled:          called('IDLE'),
      WorkerLooked:          looked('IDLE'),
      WorkerTookJob:         to('RUNNING', 'job.start', 'it takes the next job'),
      WorkerTookRequest:     to('RUNNING', 'lb.traffic', 'the load balancer sends it a request'),
      WorkerCrashed:         crashed,
      WorkerTurnedUnhealthy: gaveUp,
      WorkerLostHost:        lostHost,
      WorkerStopped:         to('STOPPED', 'worker.idle', 'no job within the idle timeout, or it is stale or surplus'),
      WorkerRetuned:         retuned('IDLE'),
      WorkerRemoved:         removed('IDLE'),
      WorkerPolled:          polled('IDLE'),
      WorkerReported:        reported('IDLE'),
      WorkerTerminated:      terminated,
    } },
    RUNNING: { description: 'runs a job, or handles requests', tags: ['ready', 'busy'], meta: { rule: 'job.start' }, on: {
      WorkerCalled:          called('RUNNING'),
      WorkerLooked:          looked('RUNNING'),
      WorkerTookJob:         to('RUNNING', 'worker.concurrency', 'it takes one more'),
      WorkerBeganWork:       to('RUNNING', 'worker.sharing', 'a job that it took shares it with the others'),
      WorkerDidWork:         worked('RUNNING'),
      WorkerEndedJob:        to('RUNNING', 'worker.concurrency', 'one of its jobs ends, but not the last'),
      WorkerTookRequest:     to('RUNNING', 'lb.traffic', 'one more request'),
      WorkerEndedRequest:    to('RUNNING', 'lb.traffic', 'one of its requests ends, but not the last'),
      WorkerFreed:           to('IDLE', 'worker.lifecycle', 'its job, or the last of its requests, has ended'),
      WorkerCrashed:         crashed,
      WorkerTurnedUnhealthy: gaveUp,
      WorkerLostHost:        lostHost,
      WorkerRetuned:         retuned('RUNNING'),
      WorkerRemoved:         removed('RUNNING'),
      WorkerReported:        reported('RUNNING'),
      WorkerTerminated:      terminated,
    } },
    ASLEEP: { description: 'sleeps: it keeps its place, and costs nothing', tags: ['asleep'], meta: { rule: 'worker.sleep' }, on: {
      WorkerWoken:           to('INITIALIZING', 'worker.wake', 'its endpoint wants it back'),
      WorkerStopped:         to('STOPPED', 'worker.sleep', 'its place is wanted, its host fails, or it is stale or surplus'),
      WorkerRetuned:         retuned('ASLEEP'),
      WorkerRemoved:         removed('ASLEEP'),
      WorkerTerminated:      terminated,
    } },
    UNHEALTHY: { description: 'crashed too often, or its image cannot be pulled; tried again later', tags: ['broken'], meta: { rule: 'worker.lifecycle' }, on: {
      WorkerLostHost:        lostHost,
      WorkerTriedAgain:      to('INITIALIZING', 'worker.lifecycle', 'it is tried again'),
      WorkerStopped:         unwanted,
      WorkerRetuned:         retuned('UNHEALTHY'),
      WorkerRemoved:         removed('UNHEALTHY'),
      WorkerPolled:          polled('UNHEALTHY'),
      WorkerTerminated:      terminated,
    } },
    STOPPED: { description: 'scaled down; its image stays on the host', tags: ['stopped'], meta: { rule: 'worker.idle' }, on: {
      WorkerLaunched:        to('INITIALIZING', 'worker.cold-start', 'its endpoint wants it back'),
      WorkerThrottled:       to('THROTTLED', 'worker.lifecycle', 'its endpoint wants it back, but it finds no host', { tone: 'warning' }),
      WorkerRetuned:         retuned('STOPPED'),
      WorkerRemoved:         removed('STOPPED'),
      WorkerTerminated:      terminated,
    } },
    TERMINATED: { type: 'final', description: 'gone with its endpoint', tags: ['gone'], meta: { rule: 'endpoint.delete' } },
  },
});

export type WorkerStatus = StatusOf<typeof workerLifecycle>;

/** The statuses in which a worker counts towards `workers.max`: it is up, or is expected to come up. */
export const activeStatuses: readonly WorkerStatus[] = workerLifecycle.statusesWith('waiting', 'starting', 'ready', 'broken');

/** How near a worker with this status is to serving: 0 serves now, and each further number comes later (worker.serving-counts). */
export const serviceOrder = (status: WorkerStatus): number => nearestToService.findIndex((statuses) => statuses.includes(status));

const nearestToService = (['ready', 'starting', 'waiting', 'broken'] as const).map((tag) => workerLifecycle.statusesWith(tag));

/** The statuses in which a worker holds compute. */
export const placedStatuses: readonly WorkerStatus[] = workerLifecycle.statusesWith('starting', 'ready', 'broken', 'asleep');

const placed: ReadonlySet<WorkerStatus> = new Set(placedStatuses);

/** Whether a worker begins or stops being billed, apart from what it holds: an unhealthy one costs nothing, nor does one that sleeps. */
export const changesHealth = (from: WorkerStatus, to: WorkerStatus): boolean => isSpared(from) !== isSpared(to);

const isSpared = (status: WorkerStatus): boolean => status === 'UNHEALTHY' || status === 'ASLEEP';

/** Whether a worker begins or stops holding compute. Taking or ending a job does neither. */
export const changesHolding = (from: WorkerStatus, to: WorkerStatus): boolean => placed.has(from) !== placed.has(to);

/** Whether the container of a worker with this status is up or starting. */
export const isUpStatus = (status: string): boolean => up.has(status);

const up: ReadonlySet<string> = new Set(workerLifecycle.statusesWith('starting', 'ready'));
