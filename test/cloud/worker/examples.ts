import type { Placement } from '../../../engine/cloud/container/placement.ts';
import type { WorkerCommand } from '../../../engine/cloud/worker/decide.ts';
import type { WorkerEvent, WorkerShape } from '../../../engine/cloud/worker/events.ts';
import { workerSettings } from '../../../engine/cloud/worker/settings.ts';
import { workerEntity } from '../../../engine/cloud/worker/worker.ts';
import { listDefaults } from '../../../engine/kernel/settings.ts';
import { oneOfEach, stateAfter } from '../../support/contract/specification.ts';

/** Events of a worker, as examples for the tests of the worker. */
export const workerId = 'worker-1';
export const jobId = 'job-1';
export const placement: Placement = {
  hostId: 'host-1',
  dataCenterId: 'EU-RO-1',
  gpuTypeId: 'NVIDIA GeForce RTX 4090',
  cudaVersion: '12.8',
};
export const shape: WorkerShape = {
  endpointId: 'ep-a',
  number: 1,
  placement,
  gpuCount: 1,
  vcpus: 0,
  version: 1,
  kept: false,
  idleTimeoutMs: 10_000,
};
export const noPlace: WorkerShape = { ...shape, placement: null };
export const settings = listDefaults(workerSettings);

export const launched: WorkerEvent = { type: 'WorkerLaunched', workerId, startingMs: 25_000, ...shape };
export const throttled: WorkerEvent = { type: 'WorkerThrottled', workerId, ...noPlace };
export const held: WorkerEvent = { ...throttled, heldMs: 60_000 } as WorkerEvent;
export const holdEnded: WorkerEvent = { type: 'WorkerHoldEnded', workerId };
export const placed: WorkerEvent = { type: 'WorkerPlaced', workerId, placement, startingMs: 25_000 };
export const pullFails: WorkerEvent = { type: 'WorkerPullTroubled', workerId, startingMs: 60_000, pulls: false };
export const pullRestarted: WorkerEvent = { type: 'WorkerPullRestarted', workerId, startingMs: 25_000 };
export const pullFailed: WorkerEvent = { type: 'WorkerPullFailed', workerId };
export const ready: WorkerEvent = { type: 'WorkerReady', workerId };
const beganWork: WorkerEvent = { type: 'WorkerBeganWork', workerId, jobId, workMs: 2_000, sharing: { kind: 'processor', from: 1 } };
const didWork: WorkerEvent = { type: 'WorkerDidWork', workerId, jobId };
export const tookJob: WorkerEvent = { type: 'WorkerTookJob', workerId, jobId };
export const requestId = 'request-1';
export const tookRequest: WorkerEvent = { type: 'WorkerTookRequest', workerId, requestId };
export const endedRequest: WorkerEvent = { type: 'WorkerEndedRequest', workerId, requestId, succeeded: true };
export const freedOfRequest: WorkerEvent = { type: 'WorkerFreed', workerId, requestId, succeeded: true };
const called: WorkerEvent = { type: 'WorkerCalled', workerId, looksInMs: 150 };
const slept: WorkerEvent = { type: 'WorkerSlept', workerId };
const removed: WorkerEvent = { type: 'WorkerRemoved', workerId };
const woken: WorkerEvent = { type: 'WorkerWoken', workerId, startingMs: 1_000, kept: false, restored: true };
const looked: WorkerEvent = { type: 'WorkerLooked', workerId };
export const freed: WorkerEvent = { type: 'WorkerFreed', workerId, jobId, succeeded: true };
export const freedByFailure: WorkerEvent = { ...freed, succeeded: false };
export const crashed = (crashes: number, of: string | null = null) =>
  ({ type: 'WorkerCrashed', workerId, jobId: of, crashes, startingMs: 2_000 }) satisfies WorkerEvent;
export const unhealthy = (crashes: number, of: string | null = null): WorkerEvent => ({
  type: 'WorkerTurnedUnhealthy',
  workerId,
  jobId: of,
  crashes,
});
export const lostHost = (of: string | null = null): WorkerEvent => ({ type: 'WorkerLostHost', workerId, jobId: of });
export const polled: WorkerEvent = { type: 'WorkerPolled', workerId, port: '80', path: '/ping', answer: 204 };
export const stopped: WorkerEvent = { type: 'WorkerStopped', workerId, reason: 'idle' };
export const triedAgain: WorkerEvent = { type: 'WorkerTriedAgain', workerId, startingMs: 2_000 };
export const retuned: WorkerEvent = { type: 'WorkerRetuned', workerId, kept: true, idleTimeoutMs: 5_000 };
export const terminated: WorkerEvent = { type: 'WorkerTerminated', workerId };

export const launch = { type: 'LaunchWorker', shape, startingMs: 25_000 } satisfies WorkerCommand;

/** One of each command. */
export const commands = oneOfEach<WorkerCommand>({
  LaunchWorker: launch,
  PlaceWorker: { placement, startingMs: 25_000 },
  EndHold: {},
  TroublePull: { startingMs: 60_000, pulls: false },
  RestartPull: {},
  FinishStart: {},
  CallWorker: { looksInMs: 150 },
  LookForJob: {},
  WakeWorker: { startingMs: 1_000, kept: false, restored: true },
  TakeJob: { jobId },
  BeginWork: { of: { jobId }, plan: { workMs: 2_000 }, sharing: { kind: 'processor', from: 1 } },
  DoWork: {},
  JoinBatch: {
    of: { jobId },
    plan: { prompt: 100, output: 20 },
    rates: { prefillNs: 250_000, decodeNs: 18_000_000, slopeNs: 350_000, most: 64, memory: 10_000 },
  },
  StepBatch: {},
  FreeWorker: { succeeded: true },
  TakeRequest: { requestId },
  EndRequest: { requestId, succeeded: true },
  CrashWorker: {},
  LoseHost: {},
  FinishRemoval: {},
  StopWorker: { reason: 'idle' },
  TryWorkerAgain: {},
  RetuneWorker: { kept: true, idleTimeoutMs: 5_000 },
  ReportProcess: { said: { isHeard: true } },
  PrintLines: { lines: ['a line'] },
  LoseProcess: {},
  FailCheck: {},
  PollWorker: { port: '80', path: '/ping', answer: 204 },
  TerminateWorker: {},
});

const atStart = (...events: readonly WorkerEvent[]) => stateAfter(workerEntity, events);

/** A worker in each status. */
export const workers = [
  atStart(),
  atStart(throttled),
  atStart(launched),
  atStart(launched, ready),
  atStart(launched, ready, tookJob),
  atStart(launched, ready, slept),
  atStart(launched, ready, unhealthy(3)),
  atStart(launched, ready, stopped),
  atStart(launched, terminated),
];

/** One of each event, as a worker's log may hold it. */
export const events: readonly WorkerEvent[] = [
  launched,
  held,
  holdEnded,
  placed,
  pullFails,
  pullRestarted,
  pullFailed,
  ready,
  called,
  slept,
  removed,
  woken,
  looked,
  tookJob,
  beganWork,
  didWork,
  freed,
  { type: 'WorkerEndedJob', workerId, jobId, succeeded: true },
  { type: 'WorkerReported', workerId, isHeard: true, stops: [jobId] },
  tookRequest,
  endedRequest,
  crashed(1, jobId),
  unhealthy(3, jobId),
  lostHost(jobId),
  polled,
  stopped,
  triedAgain,
  retuned,
  terminated,
];
