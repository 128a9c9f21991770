import type { Mutable } from '../../kernel/decider.ts';
import { later, type VirtualTime } from '../../kernel/time.ts';
import { joinBatch, leaveBatch, takeBatchStep } from './batch.ts';
import { down, free, looks, looksNoMore, removes, silent, starting, takeShape } from './changes.ts';
import type { WorkerEvent } from './events.ts';
import { type WorkerStatus, workerLifecycle } from './lifecycle.ts';
import { silentProcess, type Worker } from './state.ts';
import { beginWork, endWork, idOfWork, passMark } from './work.ts';

/** Events that begin a start again while the worker is starting already. */
const startsAgain: readonly WorkerEvent['type'][] = ['WorkerCrashed', 'WorkerPullRestarted'];

/** The statuses in which it may ask for a job. */
const mayLook: readonly WorkerStatus[] = ['IDLE', 'RUNNING'];

/** The status comes from the lifecycle; each case sets only the data its event carries. */
export const evolveWorker = (worker: Mutable<Worker>, event: WorkerEvent, at: VirtualTime): void => {
  const from = worker.status;
  worker.status = workerLifecycle.to(from, event.type);
  if (worker.status !== from || startsAgain.includes(event.type)) worker.since = at;
  if (worker.looksAt !== null && !mayLook.includes(worker.status)) looksNoMore(worker);
  switch (event.type) {
    case 'WorkerLaunched':
      takeShape(worker, event);
      worker.pulled = event.imageOnHost === true;
      starting(worker, event);
      return;
    case 'WorkerThrottled':
      takeShape(worker, event);
      worker.heldUntil = event.heldMs === undefined ? null : later(at, event.heldMs);
      return;
    case 'WorkerHoldEnded':
      worker.heldUntil = null;
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
      worker.tookAt = at;
      worker.places = event.places ?? worker.places;
      if (worker.jobId === null) worker.jobId = event.jobId;
      else worker.otherJobs = [...worker.otherJobs, event.jobId];
      return;
    case 'WorkerEndedJob': {
      const [first = null, ...others] = [worker.jobId ?? '', ...worker.otherJobs].filter((id) => id !== event.jobId);
      worker.jobId = first;
      worker.otherJobs = others;
      worker.work = endWork(worker.work, event.jobId, at);
      worker.batch = leaveBatch(worker.batch, event.jobId, at);
      if (event.looksInMs !== undefined) looks(worker, at, event.looksInMs);
      if (event.succeeded) worker.crashes = 0;
      return;
    }
    case 'WorkerBeganWork': {
      const { workMs, chunks, tokens, rates } = event;
      if (tokens !== undefined) {
        worker.batch = joinBatch(worker.batch, idOfWork(event), tokens, rates, at);
        return;
      }
      const plan = { ...(workMs === undefined ? {} : { workMs }), ...(chunks === undefined ? {} : { chunks }) };
      worker.work = beginWork(worker.work, idOfWork(event), plan, event.sharing, at);
      return;
    }
    case 'WorkerDidWork': {
      const { stage } = event;
      const id = idOfWork(event);
      if (stage === undefined) worker.work = worker.work && passMark(worker.work, id, at);
      else worker.batch = worker.batch && takeBatchStep(worker.batch, { id, stage }, at);
      return;
    }
    case 'WorkerTookRequest':
      worker.requests += 1;
      return;
    case 'WorkerEndedRequest':
      worker.requests -= 1;
      worker.work = endWork(worker.work, event.requestId, at);
      worker.batch = leaveBatch(worker.batch, event.requestId, at);
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
      worker.removedAt = null;
      return;
    case 'WorkerStopped':
      silent(worker);
      removes(worker, at, event);
      if (event.reason === 'host') worker.removedAt = null;
      worker.heldUntil = null;
      worker.startedAt = null;
      worker.placement = null;
      worker.pulled = false;
      worker.health = null;
      return;
    case 'WorkerSlept':
      removes(worker, at, event);
      worker.startedAt = null;
      worker.health = null;
      return;
    case 'WorkerRemoved':
      worker.removedAt = null;
      return;
    case 'WorkerWoken': {
      const { taken, places } = worker;
      starting(worker, event);
      // A snapshot holds the loaded state of its process, and the progress of its start.
      if (event.restored === true) Object.assign(worker, { taken, places });
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
