import { after, type Timer } from '../kernel/decider.ts';
import type { WorkerCommand } from './decide.ts';
import type { Worker } from './evolve.ts';
import type { WorkerSettings } from './settings.ts';

// biome-ignore format: a table
export const workerTimers: readonly Timer<Worker, WorkerCommand, WorkerSettings>[] = [
  { name: 'start', runs: ['INITIALIZING'], rings: (worker) => after(worker.since, worker.startingMs),                              then: { type: 'FinishStart' } },
  { name: 'idle',  runs: ['IDLE'],         rings: (worker) => (worker.kept ? null : after(worker.since, worker.idleTimeoutMs)),    then: { type: 'StopWorker', reason: 'idle' } },
  { name: 'retry', runs: ['UNHEALTHY'],    rings: (worker, settings) => after(worker.since, settings.unhealthyRetry),              then: { type: 'TryWorkerAgain' }, recurring: true },
];
