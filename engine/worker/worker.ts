import type { Decider } from '../kernel/decider.ts';
import { decideWorker, type WorkerCommand } from './decide.ts';
import type { WorkerEvent } from './events.ts';
import { evolveWorker, newWorker, type Worker } from './evolve.ts';
import { workerLifecycle } from './lifecycle.ts';
import type { WorkerSettings } from './settings.ts';
import { workerTimers } from './timers.ts';

/** A worker of an endpoint: the container that takes jobs from its queue, one at a time. */
export const workerDecider: Decider<Worker, WorkerCommand, WorkerEvent, WorkerSettings> = {
  kind: 'worker',
  lifecycle: workerLifecycle,
  initial: newWorker,
  decide: decideWorker,
  evolve: evolveWorker,
  timers: workerTimers,
};
