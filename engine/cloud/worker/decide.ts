import { right } from 'fp-ts/lib/Either.js';
import { canonicalText, isSame } from '../../kernel/canonical.ts';
import { allowEvent, type Context } from '../../kernel/decider.ts';
import type { DurationMs, VirtualTime } from '../../kernel/time.ts';
import type { CpuShape } from '../container/config.ts';
import type { Placement } from '../container/placement.ts';
import type { Decision } from '../decisions.ts';
import type { Sharing } from '../handler/sharing.ts';
import type { BatchRates } from '../handler/tokens.ts';
import type { SequencePlan } from './batchTime.ts';
import { nextBatchStep } from './batchTime.ts';
import type { FoundImage, Hold, LostJobs, PollAnswer, StopReason, WorkerEvent, WorkerProcess, WorkerShape } from './events.ts';
import { workerLifecycle } from './lifecycle.ts';
import { planRemoval, removalLeft } from './removal.ts';
import type { WorkerSettings } from './settings.ts';
import { type StartBasis, startFor, upAgainMs } from './start.ts';
import type { Worker } from './state.ts';
import { looksAgainIn } from './take.ts';
import { chunkAtMark, type WorkOf, type WorkPlan } from './work.ts';

export type WorkerCommand =
  | ({ readonly type: 'LaunchWorker'; readonly shape: WorkerShape; readonly startingMs: DurationMs } & Hold & FoundImage)
  | ({ readonly type: 'PlaceWorker'; readonly placement: Placement; readonly startingMs: DurationMs; readonly cpu?: CpuShape } & FoundImage)
  | { readonly type: 'EndHold' }
  | { readonly type: 'TroublePull'; readonly startingMs: DurationMs; readonly pulls: boolean }
  | ({ readonly type: 'RestartPull' } & FoundImage)
  | { readonly type: 'FinishStart' }
  | { readonly type: 'CallWorker'; readonly looksInMs: DurationMs }
  | { readonly type: 'LookForJob' }
  | { readonly type: 'TakeJob'; readonly jobId: string; readonly places?: number }
  | { readonly type: 'BeginWork'; readonly of: WorkOf; readonly plan: WorkPlan; readonly sharing: Sharing }
  | { readonly type: 'DoWork' }
  | { readonly type: 'JoinBatch'; readonly of: WorkOf; readonly plan: SequencePlan; readonly rates: BatchRates }
  | { readonly type: 'StepBatch' }
  /** `looksAlready`: it has room for more, so it asks for a job without being free of this one. */
  | { readonly type: 'FreeWorker'; readonly jobId?: string; readonly succeeded: boolean; readonly looksAlready?: boolean }
  | { readonly type: 'TakeRequest'; readonly requestId: string }
  | { readonly type: 'EndRequest'; readonly requestId: string; readonly succeeded: boolean }
  | { readonly type: 'CrashWorker' }
  | { readonly type: 'LoseHost' }
  | { readonly type: 'StopWorker'; readonly reason: StopReason }
  | { readonly type: 'FinishRemoval' }
  | { readonly type: 'WakeWorker'; readonly startingMs: DurationMs; readonly kept: boolean; readonly restored: boolean }
  | { readonly type: 'TryWorkerAgain' }
  | { readonly type: 'RetuneWorker'; readonly kept: boolean; readonly idleTimeoutMs: DurationMs }
  | { readonly type: 'PollWorker'; readonly port: string; readonly path: string; readonly answer: PollAnswer }
  | { readonly type: 'ReportProcess'; readonly said: Partial<WorkerProcess> }
  | { readonly type: 'PrintLines'; readonly lines: readonly string[] }
  | { readonly type: 'LoseProcess' }
  | { readonly type: 'FailCheck' }
  | { readonly type: 'TerminateWorker' };

export const decideWorker = (command: WorkerCommand, worker: Worker, basis: Context<WorkerSettings>): Decision<WorkerEvent> => {
  const workerId = worker.id;
  switch (command.type) {
    case 'LaunchWorker': {
      const { endpointId, number, placement, gpuCount, vcpus, cpu, version, kept, idleTimeoutMs, megabytes, start, external } =
        command.shape;
      const image = { ...(megabytes === undefined ? {} : { megabytes }), ...(start === undefined ? {} : { start }) };
      const real = external === undefined ? {} : { external };
      const shape = { endpointId, number, placement, gpuCount, vcpus, ...cpuField(cpu), version, kept, idleTimeoutMs, ...image, ...real };
      const hold = command.heldMs === undefined ? {} : { heldMs: command.heldMs };
      if (placement === null) return occurs(worker, { type: 'WorkerThrottled', workerId, ...hold, ...shape });
      return occurs(worker, { type: 'WorkerLaunched', workerId, startingMs: command.startingMs, ...imageField(command), ...shape });
    }
    case 'PlaceWorker': {
      const { placement, startingMs, cpu } = command;
      return occurs(worker, { type: 'WorkerPlaced', workerId, placement, startingMs, ...imageField(command), ...cpuField(cpu) });
    }
    case 'EndHold':
      return occurs(worker, { type: 'WorkerHoldEnded', workerId });
    case 'TroublePull':
      return occurs(worker, { type: 'WorkerPullTroubled', workerId, startingMs: command.startingMs, pulls: command.pulls });
    case 'RestartPull':
      return occurs(worker, {
        type: 'WorkerPullRestarted',
        workerId,
        startingMs: removalLeft(worker, basis.now) + startFor(worker, command, basis),
        ...imageField(command),
      });
    case 'FinishStart':
      if (worker.real?.isHeard === false && worker.pulls) return reportProcess(worker, { isAwaited: true });
      return occurs(worker, { type: worker.pulls ? 'WorkerReady' : 'WorkerPullFailed', workerId });
    case 'CallWorker':
      return occurs(worker, { type: 'WorkerCalled', workerId, looksInMs: command.looksInMs });
    case 'LookForJob':
      return occurs(worker, { type: 'WorkerLooked', workerId });
    case 'TakeJob':
      return occurs(worker, takeJob(worker, command));
    case 'BeginWork':
      return occurs(worker, beginWork(worker, command));
    case 'DoWork':
      return doWork(worker);
    case 'JoinBatch':
      return occurs(worker, joinBatch(worker, command));
    case 'StepBatch':
      return stepBatch(worker, basis.now);
    case 'FreeWorker':
      return occurs(worker, freeAfter(worker, command, command.looksAlready === true ? 0 : looksAgainIn(worker, basis.now, basis)));
    case 'TakeRequest':
      return occurs(worker, { type: 'WorkerTookRequest', workerId, requestId: command.requestId });
    case 'EndRequest': {
      const ended = { workerId, requestId: command.requestId, succeeded: command.succeeded };
      const isLast = worker.requests <= 1;
      return occurs(worker, isLast ? { type: 'WorkerFreed', ...ended } : { type: 'WorkerEndedRequest', ...ended });
    }
    case 'CrashWorker':
      return crash(worker, worker.crashes + 1, basis, otherJobs(worker));
    case 'LoseProcess':
      return crash(worker, worker.crashes + 1, basis, { ...otherJobs(worker), isSilent: true });
    case 'FailCheck':
      return crash(worker, basis.settings.crashLoop, basis, otherJobs(worker));
    case 'LoseHost':
      return occurs(worker, { type: 'WorkerLostHost', workerId, jobId: worker.jobId, ...otherJobs(worker) });
    case 'WakeWorker': {
      const { startingMs, kept, restored } = command;
      return occurs(worker, { type: 'WorkerWoken', workerId, startingMs, kept, ...(restored ? { restored } : {}) });
    }
    case 'StopWorker':
      // A worker with a real process stops instead of falling asleep.
      if (command.reason === 'idle' && basis.settings.sleep === 'on' && worker.real === null)
        return occurs(worker, { type: 'WorkerSlept', workerId, ...planRemoval(worker, basis) });
      return occurs(worker, { type: 'WorkerStopped', workerId, reason: command.reason, ...planRemoval(worker, basis) });
    case 'FinishRemoval':
      return occurs(worker, { type: 'WorkerRemoved', workerId });
    case 'TryWorkerAgain':
      return occurs(worker, { type: 'WorkerTriedAgain', workerId, startingMs: upAgainMs(worker, basis) });
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

/** If it looks again at once, the event leaves that out. */
const freeAfter = (
  { id: workerId, jobId, otherJobs: others }: Worker,
  command: Extract<WorkerCommand, { type: 'FreeWorker' }>,
  looksInMs: DurationMs,
): WorkerEvent => {
  const { succeeded } = command;
  const ended: WorkerEvent =
    others.length === 0
      ? { type: 'WorkerFreed', workerId, jobId: jobId ?? '', succeeded }
      : { type: 'WorkerEndedJob', workerId, jobId: command.jobId ?? jobId ?? '', succeeded };
  return looksInMs === 0 ? ended : { ...ended, looksInMs };
};

/** The event has its number of places only if that is new. */
const takeJob = (worker: Worker, { jobId, places = worker.places }: Extract<WorkerCommand, { type: 'TakeJob' }>): WorkerEvent => {
  const took = { type: 'WorkerTookJob', workerId: worker.id, jobId } as const;
  return places === worker.places ? took : { ...took, places };
};

/** The event has the way its jobs share it only if that is new. */
const beginWork = (
  { id: workerId, work }: Worker,
  { of, plan: { workMs, chunks }, sharing }: Extract<WorkerCommand, { type: 'BeginWork' }>,
): WorkerEvent => ({
  type: 'WorkerBeganWork',
  workerId,
  ...of,
  ...(workMs === undefined ? {} : { workMs }),
  ...(chunks === undefined ? {} : { chunks }),
  ...(work !== null && isSame(work.sharing, sharing) ? {} : { sharing }),
});

/** The first of the jobs that have reached their marks. */
const doWork = (worker: Worker): Decision<WorkerEvent> => {
  const [share] = worker.work?.shares ?? [];
  if (share === undefined) return right([]);
  const { id } = share;
  const of = worker.requests > 0 ? { requestId: id } : { jobId: id };
  const chunk = chunkAtMark(share);
  return occurs(worker, { type: 'WorkerDidWork', workerId: worker.id, ...of, ...(chunk === undefined ? {} : { chunk }) });
};

const joinBatch = ({ id: workerId, batch }: Worker, { of, plan, rates }: Extract<WorkerCommand, { type: 'JoinBatch' }>): WorkerEvent => ({
  type: 'WorkerBeganWork',
  workerId,
  ...of,
  tokens: plan,
  ...(batch !== null && isSame(batch.rates, rates) ? {} : { rates }),
});

const stepBatch = (worker: Worker, now: VirtualTime): Decision<WorkerEvent> => {
  const step = worker.batch === null ? undefined : nextBatchStep(worker.batch, now);
  if (step === undefined) return right([]);
  const { id, ...to } = step;
  const of = worker.requests > 0 ? { requestId: id } : { jobId: id };
  return occurs(worker, { type: 'WorkerDidWork', workerId: worker.id, ...of, ...to });
};

/** The container starts again; after too many crashes in a row, it pauses for a while. */
const crash = (worker: Worker, crashes: number, basis: StartBasis, lost: LostJobs): Decision<WorkerEvent> => {
  const { id: workerId, jobId } = worker;
  if (crashes >= basis.settings.crashLoop) return occurs(worker, { type: 'WorkerTurnedUnhealthy', workerId, jobId, crashes, ...lost });
  return occurs(worker, { type: 'WorkerCrashed', workerId, jobId, crashes, startingMs: upAgainMs(worker, basis), ...lost });
};

const otherJobs = ({ otherJobs: others }: Worker): LostJobs => (others.length === 0 ? {} : { otherJobs: others });

/** Makes an event only if something is new. */
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

const imageField = ({ imageOnHost }: FoundImage): FoundImage => (imageOnHost === undefined ? {} : { imageOnHost });

/** A worker on GPUs has no CPU configuration, and its events have no such field. */
const cpuField = (cpu: CpuShape | undefined): { readonly cpu?: CpuShape } => (cpu === undefined ? {} : { cpu });

const occurs = (worker: Worker, event: WorkerEvent): Decision<WorkerEvent> =>
  allowEvent(workerLifecycle, worker, 'worker.lifecycle', event);
