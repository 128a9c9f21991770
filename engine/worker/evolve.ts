import type { Mutable } from '../kernel/decider.ts';
import type { DurationMs, VirtualTime } from '../kernel/time.ts';
import type { PollAnswer, WorkerEvent, WorkerShape } from './events.ts';
import { type WorkerStatus, workerLifecycle } from './lifecycle.ts';

/** All that is known of one worker. */
export interface Worker extends WorkerShape {
  readonly id: string;
  readonly status: WorkerStatus;
  /** When it entered its status. */
  readonly since: VirtualTime | null;
  /** When its container last came up; null while it is not up. */
  readonly startedAt: VirtualTime | null;
  readonly startingMs: DurationMs;
  /** Its container came up once for this release: the image is on the host. */
  readonly seen: boolean;
  readonly jobId: string | null;
  /** How many requests it has in flight (lb.traffic). */
  readonly requests: number;
  /** What its health check last said to the load balancer; null before it was asked, and on a queue endpoint (lb.health). */
  readonly health: PollAnswer | null;
  /** Crashes since its last good job. */
  readonly crashes: number;
}

export const newWorker = (id: string): Worker => ({
  id,
  status: 'NEW',
  since: null,
  startedAt: null,
  startingMs: 0,
  seen: false,
  jobId: null,
  requests: 0,
  health: null,
  crashes: 0,
  endpointId: '',
  number: 0,
  placement: null,
  gpuCount: 0,
  vcpus: 0,
  version: 0,
  kept: false,
  idleTimeoutMs: 0,
});

/** The status comes from the lifecycle; each case sets only the data its event carries. */
export const evolveWorker = (worker: Mutable<Worker>, event: WorkerEvent, at: VirtualTime): void => {
  const from = worker.status;
  worker.status = workerLifecycle.to(from, event.type) as WorkerStatus;
  if (worker.status !== from || event.type === 'WorkerCrashed') worker.since = at;
  switch (event.type) {
    case 'WorkerLaunched':
      shaped(worker, event);
      worker.startingMs = event.startingMs;
      return;
    case 'WorkerThrottled':
      shaped(worker, event);
      return;
    case 'WorkerPlaced':
      worker.placement = event.placement;
      worker.startingMs = event.startingMs;
      return;
    case 'WorkerReady':
      worker.startedAt = at;
      worker.seen = true;
      return;
    case 'WorkerTookJob':
      worker.jobId = event.jobId;
      return;
    case 'WorkerTookRequest':
      worker.requests += 1;
      return;
    case 'WorkerEndedRequest':
      worker.requests -= 1;
      if (event.succeeded) worker.crashes = 0;
      return;
    case 'WorkerFreed':
      worker.jobId = null;
      worker.requests = 0;
      if (event.succeeded) worker.crashes = 0;
      return;
    case 'WorkerCrashed':
      worker.jobId = null;
      worker.requests = 0;
      worker.startedAt = null;
      worker.crashes = event.crashes;
      worker.startingMs = event.startingMs;
      return;
    case 'WorkerTurnedUnhealthy':
      worker.jobId = null;
      worker.requests = 0;
      worker.startedAt = null;
      worker.crashes = event.crashes;
      return;
    case 'WorkerLostHost':
      worker.jobId = null;
      worker.requests = 0;
      worker.startedAt = null;
      worker.placement = null;
      worker.seen = false;
      worker.health = null;
      return;
    case 'WorkerStopped':
      worker.startedAt = null;
      worker.placement = null;
      return;
    case 'WorkerTriedAgain':
      worker.startingMs = event.startingMs;
      worker.crashes = 0;
      return;
    case 'WorkerRetuned':
      worker.kept = event.kept;
      worker.idleTimeoutMs = event.idleTimeoutMs;
      return;
    case 'WorkerPolled':
      worker.health = event.answer;
      return;
    case 'WorkerTerminated':
      worker.jobId = null;
      worker.requests = 0;
      return;
    default:
      event satisfies never;
  }
};

const shaped = (worker: Mutable<Worker>, shape: WorkerShape): void => {
  worker.seen = worker.seen && worker.version === shape.version;
  worker.crashes = 0;
  worker.health = null;
  worker.endpointId = shape.endpointId;
  worker.number = shape.number;
  worker.placement = shape.placement;
  worker.gpuCount = shape.gpuCount;
  worker.vcpus = shape.vcpus;
  worker.version = shape.version;
  worker.kept = shape.kept;
  worker.idleTimeoutMs = shape.idleTimeoutMs;
};
