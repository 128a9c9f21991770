import { after } from '../../kernel/decider.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import type { Timer } from '../decisions.ts';
import { nextBatchStepAt } from './batchTime.ts';
import type { WorkerCommand } from './decide.ts';
import type { WorkerSettings } from './settings.ts';
import type { Worker } from './state.ts';
import { nextMarkAt } from './work.ts';

// biome-ignore format: a table
export const workerTimers: readonly Timer<Worker, WorkerCommand, WorkerSettings>[] = [
  { name: 'start', runs: ['INITIALIZING'], dueAt: (worker) => (worker.real?.isAwaited ? null : after(worker.since, worker.startingMs)), command: { type: 'FinishStart' } },
  { name: 'hold',  runs: ['THROTTLED'],    dueAt: ({ heldUntil }) => heldUntil,                                                   command: { type: 'EndHold' }, rule: 'worker.capacity' },
  { name: 'idle',  runs: ['IDLE'],         dueAt: (worker) => (worker.kept || worker.looksAt !== null ? null : after(worker.since, worker.idleTimeoutMs)), command: { type: 'StopWorker', reason: 'idle' } },
  { name: 'take',  runs: ['IDLE', 'RUNNING'], dueAt: ({ looksAt }) => looksAt,                                                       command: { type: 'LookForJob' } },
  { name: 'work',  runs: ['RUNNING'],      dueAt: ({ work }) => nextMarkAt(work),                                                 command: { type: 'DoWork' }, rule: 'worker.sharing' },
  { name: 'batch', runs: ['RUNNING'],      dueAt: ({ batch }) => nextBatchStepAt(batch),                                          command: { type: 'StepBatch' }, rule: 'handler.tokens' },
  { name: 'remove', runs: ['THROTTLED', 'INITIALIZING', 'IDLE', 'RUNNING', 'ASLEEP', 'UNHEALTHY', 'STOPPED'], dueAt: ({ removedAt }) => removedAt, command: { type: 'FinishRemoval' }, rule: 'worker.removed' },
  { name: 'retry', runs: ['UNHEALTHY'],    dueAt: (worker, settings) => after(worker.since, settings.unhealthyRetry),              command: { type: 'TryWorkerAgain' }, recurring: true },
  { name: 'ping',  runs: ['IDLE', 'RUNNING'], dueAt: (worker, settings) => after(silentSince(worker, 'pingedAt'), settings.pingInterval * settings.pingsMissed), command: { type: 'LoseProcess' }, rule: 'worker-api.ping' },
  { name: 'poll',  runs: ['IDLE', 'RUNNING'], dueAt: (worker, settings) => after(silentSince(worker, 'leftAt'), settings.pollGap), command: { type: 'LoseProcess' }, rule: 'worker-api.stop' },
];

/** The begin of the process's silence, if virtual time counts it: a host that watches the process counts by itself (worker-api.silence). */
const silentSince = ({ real }: Worker, what: 'pingedAt' | 'leftAt'): VirtualTime | null =>
  real === null || real.isWatched ? null : real[what];
