import type { DurationMs, VirtualTime } from '../../kernel/time.ts';
import type { CpuShape } from '../container/config.ts';
import type { Distribution } from '../handler/distribution.ts';
import type { TokenBatch } from './batchTime.ts';
import type { PollAnswer, WorkerProcess, WorkerShape } from './events.ts';
import type { WorkerStatus } from './lifecycle.ts';
import type { SharedWork } from './work.ts';

/** The state of one worker. */
export interface Worker extends Omit<WorkerShape, 'cpu' | 'external' | 'megabytes' | 'start'> {
  readonly id: string;
  readonly status: WorkerStatus;
  /** When it entered its status. */
  readonly since: VirtualTime | null;
  /** When its container last came up; null while it is not up. */
  readonly startedAt: VirtualTime | null;
  readonly startingMs: DurationMs;
  /** When the container that it had before is removed; null once it is (worker.removed). */
  readonly removedAt: VirtualTime | null;
  /** Until when it waits for a host although some have room; null if it does not (worker.capacity). */
  readonly heldUntil: VirtualTime | null;
  /** How often its container began to start; part of the key of the draws of faults. */
  readonly tries: number;
  /** The CPU configuration of its placement, one of those of its endpoint (endpoint.cpu-order). */
  readonly cpu: CpuShape | null;
  /** Whether its image can be pulled. If not, the worker turns unhealthy. */
  readonly pulls: boolean;
  /** A fault slows the pull of its image, or makes it fail. */
  readonly troubled: boolean;
  /** Its image is on its host. */
  readonly pulled: boolean;
  /** The size of its image, if that determines the time of its pull. */
  readonly megabytes: number | null;
  /** The times of its image's starts, if they are the image's own. */
  readonly start: Distribution | null;
  readonly jobId: string | null;
  /** Its other jobs (worker.concurrency, worker-api.take). */
  readonly otherJobs: readonly string[];
  /** The work that its jobs share; null if none does. */
  readonly work: SharedWork | null;
  /** The sequences that it makes tokens for; null if there are none (handler.tokens). */
  readonly batch: TokenBatch | null;
  /** When it last took a job. */
  readonly tookAt: VirtualTime | null;
  /** Its real process; null if its jobs are simulated. */
  readonly real: WorkerProcess | null;
  /** How many requests it has in flight (lb.traffic). */
  readonly requests: number;
  /** The last result of its health check; null before the first, and on a queue endpoint (lb.health). */
  readonly health: PollAnswer | null;
  /** Crashes since its last successful job or request. */
  readonly crashes: number;
  /** When it next asks for a job; null while it holds a take open, and while it has no place for one (worker.takes-in-time). */
  readonly looksAt: VirtualTime | null;
  /** It looks then because a job waits, and not because it was freed. */
  readonly isCalled: boolean;
  /** How many jobs its process has taken: the first may have to load a model (handler.first-job). */
  readonly taken: number;
  /** How often it was to look; part of the key of its draws. */
  readonly looks: number;
  /** How many jobs its process took at most at its last poll that gave it one, while it raises that; 0 before (worker.ramp). */
  readonly places: number;
}

/** Shared by all workers that have at most one job. */
export const noJobs: readonly string[] = [];

/** The process of a container that begins to start. */
export const silentProcess: WorkerProcess = {
  isHeard: false,
  isAwaited: false,
  pingedAt: null,
  leftAt: null,
  unnamed: noJobs,
  stops: noJobs,
  isRetiring: false,
  lease: null,
  isWatched: false,
};

export const newWorker = (id: string): Worker => ({
  id,
  status: 'NEW',
  since: null,
  startedAt: null,
  startingMs: 0,
  removedAt: null,
  heldUntil: null,
  tries: 0,
  cpu: null,
  pulls: true,
  troubled: false,
  pulled: false,
  megabytes: null,
  start: null,
  jobId: null,
  otherJobs: noJobs,
  work: null,
  batch: null,
  tookAt: null,
  real: null,
  requests: 0,
  health: null,
  crashes: 0,
  looksAt: null,
  isCalled: false,
  taken: 0,
  looks: 0,
  places: 0,
  endpointId: '',
  number: 0,
  placement: null,
  gpuCount: 0,
  vcpus: 0,
  version: 0,
  kept: false,
  idleTimeoutMs: 0,
});
