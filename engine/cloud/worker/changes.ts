import type { Mutable } from '../../kernel/decider.ts';
import { type DurationMs, later, type VirtualTime } from '../../kernel/time.ts';
import type { Removal, WorkerShape } from './events.ts';
import { noJobs, silentProcess, type Worker } from './state.ts';

/** The effects of several events on a worker. */

/** It asks for a job so much later. */
export const looks = (worker: Mutable<Worker>, at: VirtualTime, inMs: DurationMs): void => {
  worker.looksAt = later(at, inMs);
  worker.looks += 1;
};

export const looksNoMore = (worker: Mutable<Worker>): void => {
  worker.looksAt = null;
  worker.isCalled = false;
};

/** The container that it had is removed so much later. */
export const removes = (worker: Mutable<Worker>, at: VirtualTime, { removedInMs }: Removal): void => {
  if (removedInMs !== undefined) worker.removedAt = later(at, removedInMs);
};

/** It has no work any more. */
export const free = (worker: Mutable<Worker>): void => {
  worker.jobId = null;
  worker.otherJobs = noJobs;
  worker.work = null;
  worker.batch = null;
  worker.requests = 0;
};

/** Its process, if it has a real one, is gone. */
export const silent = (worker: Mutable<Worker>): void => {
  worker.real = worker.real && silentProcess;
};

/** Its container is not up any more, and its work is lost. */
export const down = (worker: Mutable<Worker>): void => {
  free(worker);
  silent(worker);
  worker.startedAt = null;
};

export const takeShape = (worker: Mutable<Worker>, shape: WorkerShape): void => {
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
  worker.start = shape.start ?? null;
  worker.real = shape.external === true ? silentProcess : null;
};

/** Its container begins to start. If a fault affects its image, the next event says so. */
export const starting = (worker: Mutable<Worker>, { startingMs }: { readonly startingMs: DurationMs }): void => {
  worker.startingMs = startingMs;
  worker.tries += 1;
  worker.taken = 0;
  worker.places = 0;
  worker.pulls = true;
  worker.troubled = false;
};
