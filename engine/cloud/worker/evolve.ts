import type { Mutable } from '../../kernel/decider.ts';
import { type DurationMs, later, type VirtualTime } from '../../kernel/time.ts';
import type { CpuShape } from '../container/config.ts';
import type { PollAnswer, WorkerEvent, WorkerProcess, WorkerShape } from './events.ts';
import { type WorkerStatus, workerLifecycle } from './lifecycle.ts';

/** The state of one worker. */
export interface Worker extends Omit<WorkerShape, 'cpu' | 'external' | 'megabytes'> {
  readonly id: string;
  readonly status: WorkerStatus;
  /** When it entered its status. */
  readonly since: VirtualTime | null;
  /** When its container last came up; null while it is not up. */
  readonly startedAt: VirtualTime | null;
  readonly startingMs: DurationMs;
  /** How often its container began to start; part of the key of the draws of faults. */
  readonly tries: number;
  /** The CPU configuration it was placed with, of those of its endpoint (endpoint.cpu-order). */
  readonly cpu: CpuShape | null;
  /** Whether its image can be pulled. If not, the worker turns unhealthy. */
  readonly pulls: boolean;
  /** A fault slows the pull of its image, or makes it fail. */
  readonly troubled: boolean;
  /** Its image is on its host. */
  readonly pulled: boolean;
  /** The size of its image, where that decides how long it is pulled. */
  readonly megabytes: number | null;
  readonly jobId: string | null;
  /** The jobs that it has beside that one: a real worker may take several. */
  readonly otherJobs: readonly string[];
  /** Its real process; null where its jobs are simulated. */
  readonly real: WorkerProcess | null;
  /** How many requests it has in flight (lb.traffic). */
  readonly requests: number;
  /** The last result of its health check; null before the first, and on a queue endpoint (lb.health). */
  readonly health: PollAnswer | null;
  /** Crashes since its last successful job or request. */
  readonly crashes: number;
  /** When it next asks for a job; null while it holds a take open, and while it has no place for one (worker.take). */
  readonly looksAt: VirtualTime | null;
  /** It looks then because a job waits, and not because it was freed. */
  readonly isCalled: boolean;
  /** How many jobs its process has taken: the first may have to load a model (job.first). */
  readonly taken: number;
  /** How often it was to look; part of the key of its draws. */
  readonly looks: number;
}

/** Shared by all workers that have at most one job. */
const noJobs: readonly string[] = [];

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
  tries: 0,
  cpu: null,
  pulls: true,
  troubled: false,
  pulled: false,
  megabytes: null,
  jobId: null,
  otherJobs: noJobs,
  real: null,
  requests: 0,
  health: null,
  crashes: 0,
  looksAt: null,
  isCalled: false,
  taken: 0,
  looks: 0,
  endpointId: '',
  number: 0,
  placement: null,
  gpuCount: 0,
  vcpus: 0,
  version: 0,
  kept: false,
  idleTimeoutMs: 0,
});

/** Events that begin a start again while the worker is starting already. */
const startsAgain: readonly WorkerEvent['type'][] = ['WorkerCrashed', 'WorkerPullRestarted'];

/** The status comes from the lifecycle; each case sets only the data its event carries. */
export const evolveWorker = (worker: Mutable<Worker>, event: WorkerEvent, at: VirtualTime): void => {
  const from = worker.status;
  worker.status = workerLifecycle.to(from, event.type);
  if (worker.status !== from || startsAgain.includes(event.type)) worker.since = at;
  if (worker.looksAt !== null && worker.status !== 'IDLE') looksNoMore(worker);
  switch (event.type) {
    case 'WorkerLaunched':
      takeShape(worker, event);
      worker.pulled = event.imageOnHost === true;
      starting(worker, event);
      return;
    case 'WorkerThrottled':
      takeShape(worker, event);
      return;
    case 'WorkerPlaced':
      worker.placement = event.placement;
      worker.cpu = event.cpu ?? null;
      worker.vcpus = event.cpu?.vcpuCount ?? worker.vcpus;
      worker.pulled = event.imageOnHost === true;
      starting(worker, event);
      return;
    case 'WorkerPullTroubled':
      worker.startingMs = event.startingMs;
      worker.pulls = event.pulls;
      worker.troubled = true;
      return;
    case 'WorkerPullRestarted':
      if (event.imageOnHost === true) worker.pulled = true;
      starting(worker, event);
      return;
    case 'WorkerPullFailed':
      return;
    case 'WorkerReady':
      worker.startedAt = at;
      worker.pulled = true;
      return;
    case 'WorkerCalled':
      looks(worker, at, event.looksInMs);
      worker.isCalled = true;
      return;
    case 'WorkerLooked':
      looksNoMore(worker);
      return;
    case 'WorkerTookJob':
      worker.taken += 1;
      if (worker.jobId === null) worker.jobId = event.jobId;
      else worker.otherJobs = [...worker.otherJobs, event.jobId];
      return;
    case 'WorkerEndedJob': {
      const [first = null, ...others] = [worker.jobId ?? '', ...worker.otherJobs].filter((id) => id !== event.jobId);
      worker.jobId = first;
      worker.otherJobs = others;
      if (event.succeeded) worker.crashes = 0;
      return;
    }
    case 'WorkerTookRequest':
      worker.requests += 1;
      return;
    case 'WorkerEndedRequest':
      worker.requests -= 1;
      if (event.succeeded) worker.crashes = 0;
      return;
    case 'WorkerFreed':
      free(worker);
      if ('jobId' in event && event.looksInMs !== undefined) looks(worker, at, event.looksInMs);
      if (event.succeeded) worker.crashes = 0;
      return;
    case 'WorkerCrashed':
      down(worker);
      worker.crashes = event.crashes;
      starting(worker, event);
      return;
    case 'WorkerTurnedUnhealthy':
      down(worker);
      worker.crashes = event.crashes;
      worker.pulls = true;
      return;
    case 'WorkerLostHost':
      down(worker);
      worker.placement = null;
      worker.pulled = false;
      worker.health = null;
      return;
    case 'WorkerStopped':
      silent(worker);
      worker.startedAt = null;
      worker.placement = null;
      worker.pulled = false;
      worker.health = null;
      return;
    case 'WorkerSlept':
      worker.startedAt = null;
      worker.health = null;
      return;
    case 'WorkerWoken': {
      const { taken } = worker;
      starting(worker, event);
      // A snapshot has what its process had loaded.
      if (event.restored === true) worker.taken = taken;
      worker.kept = event.kept;
      return;
    }
    case 'WorkerTriedAgain':
      starting(worker, event);
      worker.crashes = 0;
      return;
    case 'WorkerRetuned':
      worker.kept = event.kept;
      worker.idleTimeoutMs = event.idleTimeoutMs;
      return;
    case 'WorkerPolled':
      worker.health = event.answer;
      return;
    case 'WorkerReported': {
      const { type: _, workerId: __, printed: ___, ...said } = event;
      worker.real = { ...(worker.real ?? silentProcess), ...said };
      return;
    }
    case 'WorkerTerminated':
      free(worker);
      return;
    default:
      event satisfies never;
  }
};

/** It asks for a job so much later. */
const looks = (worker: Mutable<Worker>, at: VirtualTime, inMs: DurationMs): void => {
  worker.looksAt = later(at, inMs);
  worker.looks += 1;
};

const looksNoMore = (worker: Mutable<Worker>): void => {
  worker.looksAt = null;
  worker.isCalled = false;
};

/** It has no work any more. */
const free = (worker: Mutable<Worker>): void => {
  worker.jobId = null;
  worker.otherJobs = noJobs;
  worker.requests = 0;
};

/** Its process, if it has a real one, is gone. */
const silent = (worker: Mutable<Worker>): void => {
  worker.real = worker.real && silentProcess;
};

/** Its container is not up any more, and its work is lost. */
const down = (worker: Mutable<Worker>): void => {
  free(worker);
  silent(worker);
  worker.startedAt = null;
};

const takeShape = (worker: Mutable<Worker>, shape: WorkerShape): void => {
  worker.crashes = 0;
  worker.health = null;
  worker.endpointId = shape.endpointId;
  worker.number = shape.number;
  worker.placement = shape.placement;
  worker.gpuCount = shape.gpuCount;
  worker.vcpus = shape.vcpus;
  worker.cpu = shape.cpu ?? null;
  worker.version = shape.version;
  worker.kept = shape.kept;
  worker.idleTimeoutMs = shape.idleTimeoutMs;
  worker.megabytes = shape.megabytes ?? null;
  worker.real = shape.external === true ? silentProcess : null;
};

/** Its container begins to start. If a fault affects its image, the next event says so. */
const starting = (worker: Mutable<Worker>, { startingMs }: { readonly startingMs: DurationMs }): void => {
  worker.startingMs = startingMs;
  worker.tries += 1;
  worker.taken = 0;
  worker.pulls = true;
  worker.troubled = false;
};
