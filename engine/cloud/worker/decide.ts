import { left, right } from 'fp-ts/lib/Either.js';
import { canonicalText } from '../../kernel/canonical.ts';
import { allowEvent, type Context, type Decision, whyNot } from '../../kernel/decider.ts';
import type { DurationMs } from '../../kernel/time.ts';
import type { CpuShape } from '../container/config.ts';
import type { Placement } from '../container/placement.ts';
import type { FoundImage, LostJobs, PollAnswer, StopReason, WorkerEvent, WorkerProcess, WorkerShape } from './events.ts';
import type { Worker } from './evolve.ts';
import { workerLifecycle } from './lifecycle.ts';
import type { WorkerSettings } from './settings.ts';

export type WorkerCommand =
  | ({ readonly type: 'LaunchWorker'; readonly shape: WorkerShape; readonly startingMs: DurationMs } & FoundImage)
  | ({ readonly type: 'PlaceWorker'; readonly placement: Placement; readonly startingMs: DurationMs; readonly cpu?: CpuShape } & FoundImage)
  | { readonly type: 'TroublePull'; readonly startingMs: DurationMs; readonly pulls: boolean }
  | ({ readonly type: 'RestartPull' } & FoundImage)
  | { readonly type: 'FinishStart' }
  | { readonly type: 'TakeJob'; readonly jobId: string }
  | { readonly type: 'FreeWorker'; readonly jobId?: string; readonly succeeded: boolean }
  | { readonly type: 'TakeRequest'; readonly requestId: string }
  | { readonly type: 'EndRequest'; readonly requestId: string; readonly succeeded: boolean }
  | { readonly type: 'CrashWorker' }
  | { readonly type: 'LoseHost' }
  | { readonly type: 'StopWorker'; readonly reason: StopReason }
  | { readonly type: 'TryWorkerAgain' }
  | { readonly type: 'RetuneWorker'; readonly kept: boolean; readonly idleTimeoutMs: DurationMs }
  | { readonly type: 'PollWorker'; readonly port: string; readonly path: string; readonly answer: PollAnswer }
  | { readonly type: 'ReportProcess'; readonly said: Partial<WorkerProcess> }
  | { readonly type: 'PrintLines'; readonly lines: readonly string[] }
  | { readonly type: 'LoseProcess' }
  | { readonly type: 'FailCheck' }
  | { readonly type: 'TerminateWorker' };

export const decideWorker = (command: WorkerCommand, worker: Worker, { settings }: Context<WorkerSettings>): Decision<WorkerEvent> => {
  const workerId = worker.id;
  switch (command.type) {
    case 'LaunchWorker': {
      const { endpointId, number, placement, gpuCount, vcpus, cpu, version, kept, idleTimeoutMs, external } = command.shape;
      const real = external === undefined ? {} : { external };
      const shape = { endpointId, number, placement, gpuCount, vcpus, ...cpuField(cpu), version, kept, idleTimeoutMs, ...real };
      if (placement === null) return occurs(worker, { type: 'WorkerThrottled', workerId, ...shape });
      return occurs(worker, { type: 'WorkerLaunched', workerId, startingMs: command.startingMs, ...imageField(command), ...shape });
    }
    case 'PlaceWorker': {
      const { placement, startingMs, cpu } = command;
      return occurs(worker, { type: 'WorkerPlaced', workerId, placement, startingMs, ...imageField(command), ...cpuField(cpu) });
    }
    case 'TroublePull':
      return occurs(worker, { type: 'WorkerPullTroubled', workerId, startingMs: command.startingMs, pulls: command.pulls });
    case 'RestartPull':
      return occurs(worker, { type: 'WorkerPullRestarted', workerId, startingMs: startFor(command, settings), ...imageField(command) });
    case 'FinishStart':
      if (worker.real?.isHeard === false && worker.pulls) return reportProcess(worker, { isAwaited: true });
      return occurs(worker, { type: worker.pulls ? 'WorkerReady' : 'WorkerPullFailed', workerId });
    case 'TakeJob':
      // Only a real process takes several jobs (worker-api.take).
      if (worker.status === 'RUNNING' && worker.real === null)
        return left(whyNot(workerLifecycle, worker, 'worker.lifecycle', 'WorkerTookJob'));
      return occurs(worker, { type: 'WorkerTookJob', workerId, jobId: command.jobId });
    case 'FreeWorker':
      if (worker.otherJobs.length > 0)
        return occurs(worker, {
          type: 'WorkerEndedJob',
          workerId,
          jobId: command.jobId ?? worker.jobId ?? '',
          succeeded: command.succeeded,
        });
      return occurs(worker, { type: 'WorkerFreed', workerId, jobId: worker.jobId ?? '', succeeded: command.succeeded });
    case 'TakeRequest':
      return occurs(worker, { type: 'WorkerTookRequest', workerId, requestId: command.requestId });
    case 'EndRequest': {
      const ended = { workerId, requestId: command.requestId, succeeded: command.succeeded };
      const isLast = worker.requests <= 1;
      return occurs(worker, isLast ? { type: 'WorkerFreed', ...ended } : { type: 'WorkerEndedRequest', ...ended });
    }
    case 'CrashWorker':
      return crash(worker, worker.crashes + 1, settings, otherJobs(worker));
    case 'LoseProcess':
      return crash(worker, worker.crashes + 1, settings, { ...otherJobs(worker), isSilent: true });
    case 'FailCheck':
      return crash(worker, settings.crashLoop, settings, otherJobs(worker));
    case 'LoseHost':
      return occurs(worker, { type: 'WorkerLostHost', workerId, jobId: worker.jobId, ...otherJobs(worker) });
    case 'StopWorker':
      return occurs(worker, { type: 'WorkerStopped', workerId, reason: command.reason });
    case 'TryWorkerAgain':
      return occurs(worker, { type: 'WorkerTriedAgain', workerId, startingMs: upAgainMs(worker, settings) });
    case 'RetuneWorker':
      return occurs(worker, { type: 'WorkerRetuned', workerId, kept: command.kept, idleTimeoutMs: command.idleTimeoutMs });
    case 'PollWorker':
      return occurs(worker, { type: 'WorkerPolled', workerId, port: command.port, path: command.path, answer: command.answer });
    case 'ReportProcess':
      return reportProcess(worker, command.said);
    case 'PrintLines':
      return occurs(worker, { type: 'WorkerReported', workerId, printed: command.lines });
    case 'TerminateWorker':
      return occurs(worker, { type: 'WorkerTerminated', workerId });
  }
};

/** The container starts again; after too many crashes in a row, it is left alone for a while. */
const crash = (worker: Worker, crashes: number, settings: WorkerSettings, lost: LostJobs): Decision<WorkerEvent> => {
  const { id: workerId, jobId } = worker;
  if (crashes >= settings.crashLoop) return occurs(worker, { type: 'WorkerTurnedUnhealthy', workerId, jobId, crashes, ...lost });
  return occurs(worker, { type: 'WorkerCrashed', workerId, jobId, crashes, startingMs: upAgainMs(worker, settings), ...lost });
};

const otherJobs = ({ otherJobs: others }: Worker): LostJobs => (others.length === 0 ? {} : { otherJobs: others });

/** Says only what is new. */
const reportProcess = (worker: Worker, said: Partial<WorkerProcess>): Decision<WorkerEvent> => {
  const { id: workerId, real } = worker;
  const isNew = (name: string): boolean => {
    const key = name as keyof WorkerProcess;
    return real === null || canonicalText(said[key] ?? null) !== canonicalText(real[key]);
  };
  const news: Partial<WorkerProcess> = Object.fromEntries(Object.entries(said).filter(([name]) => isNew(name)));
  if (Object.keys(news).length === 0) return right([]);
  return occurs(worker, { type: 'WorkerReported', workerId, ...news });
};

/** A container whose image is on the host starts again quickly; any other starts from the beginning. */
const upAgainMs = ({ pulled }: Worker, settings: WorkerSettings): DurationMs =>
  pulled ? settings.restartAfterCrash : startFor({}, settings);

/** How long a container starts, with the pull of its image where the host has not got it. */
export const startFor = ({ imageOnHost }: FoundImage, { imagePull, start }: Pick<WorkerSettings, 'imagePull' | 'start'>): DurationMs =>
  imageOnHost === true ? start : imagePull + start;

const imageField = ({ imageOnHost }: FoundImage): FoundImage => (imageOnHost === undefined ? {} : { imageOnHost });

/** A worker on GPUs has no CPU configuration, and its events have no such field. */
const cpuField = (cpu: CpuShape | undefined): { readonly cpu?: CpuShape } => (cpu === undefined ? {} : { cpu });

const occurs = (worker: Worker, event: WorkerEvent): Decision<WorkerEvent> =>
  allowEvent(workerLifecycle, worker, 'worker.lifecycle', event);
