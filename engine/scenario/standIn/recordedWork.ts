import type { AttemptEnding } from '../../cloud/handler/attempt.ts';
import { defaultHandler } from '../../cloud/handler/handler.ts';
import { concurrencyMax } from '../../cloud/handler/sharing.ts';
import type { HandlerAnswer, HandlerSpec } from '../../cloud/handler/spec.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import { canonicalText, isSame, type Json } from '../../kernel/canonical.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import { pacer, type Steps } from '../../kernel/steps.ts';
import { type DurationMs, type VirtualTime, worldStart } from '../../kernel/time.ts';

/** The work of an endpoint's real workers, as its log has it. */
export interface RecordedWork {
  /** One for each attempt that a real worker ended, in the order of their ends. */
  readonly answers: readonly HandlerAnswer[];
  /** The number of attempts that no real worker ended, by their cause. */
  readonly leftOut: ReadonlyMap<string, number>;
  /** How long each process took until it asked for work, once its container was up. In whole milliseconds. */
  readonly startUps: readonly DurationMs[];
  /** How many jobs one of them ran at once at most. */
  readonly atOnce: number;
}

/** The work of every endpoint of a log that has had real workers: by endpoint, in the order in which they got them. */
export function* readWork(entries: Iterable<LogEntry<DomainEvent>>): Steps<ReadonlyMap<string, RecordedWork>> {
  const reader = new WorkReader();
  const pauses = pacer();
  for (const { at, event } of entries) {
    reader.read(at, event);
    if (pauses()) yield;
  }
  return reader.finish();
}

/** The same answers with no job of their own: equal ones are one, with the sum of their weights. */
export const withoutJobs = (answers: readonly HandlerAnswer[]): readonly HandlerAnswer[] => {
  const merged = new Map<string, HandlerAnswer>();
  for (const { job: _job, ...answer } of answers) {
    const key = canonicalText({ ...answer, times: 0 });
    merged.set(key, { ...answer, times: answer.times + (merged.get(key)?.times ?? 0) });
  }
  return [...merged.values()];
};

/**
 * Makes a handler that gives these answers, as many at once on one worker as real ones did: the recorded times include how much the jobs
 * slowed each other. Undefined if there are no answers.
 */
export const makeStandIn = (answers: readonly HandlerAnswer[], atOnce: number): HandlerSpec | undefined =>
  answers.length === 0
    ? undefined
    : { ...defaultHandler, answers, ...(atOnce > 1 ? { concurrency: Math.min(atOnce, concurrencyMax) } : {}) };

/** An attempt that a real worker runs. */
interface Running {
  readonly endpointId: string;
  readonly workerId: string;
  readonly input: Json;
  readonly attempt: number;
  readonly startedAt: VirtualTime;
  /** A fault has ended it before its worker could. */
  readonly isStruck: boolean;
  readonly chunks: Json[];
}

interface WorkerAnswers {
  readonly answers: HandlerAnswer[];
  readonly leftOut: Map<string, number>;
  readonly startUps: DurationMs[];
  atOnce: number;
}

/** After these events a job is never tried again: its input is no longer needed. */
const isForGood: ReadonlySet<string> = new Set(['JobCompleted', 'JobCancelled', 'JobExpired', 'JobPurged', 'JobResultDropped']);

/** Follows the attempts of real workers from their starts to their ends. */
class WorkReader {
  readonly #work = new Map<string, WorkerAnswers>();
  readonly #handlers = new Map<string, HandlerSpec>();
  readonly #jobs = new Map<string, { readonly endpointId: string; readonly input: Json; starts: number }>();
  readonly #running = new Map<string, Running>();
  /** The endpoint of each worker that has a real process, and when its container is up. */
  readonly #workers = new Map<string, { readonly endpointId: string; upAt: VirtualTime }>();

  read(at: VirtualTime, event: DomainEvent): void {
    switch (event.type) {
      case 'EndpointHandlerSet':
        this.#handlers.set(event.endpointId, event.handler);
        if (event.handler.external !== undefined) this.#findWork(event.endpointId);
        return;
      case 'WorkerLaunched':
      case 'WorkerThrottled':
        this.#workers.set(event.workerId, { endpointId: event.endpointId, upAt: worldStart });
        if (event.type === 'WorkerLaunched') this.#starts(event.workerId, at, event.startingMs);
        return;
      case 'WorkerPlaced':
      case 'WorkerTriedAgain':
      case 'WorkerPullTroubled':
      case 'WorkerPullRestarted':
        return this.#starts(event.workerId, at, event.startingMs);
      case 'WorkerReady':
        return this.#isReady(event.workerId, at);
      case 'WorkerCrashed':
        this.#starts(event.workerId, at, event.startingMs);
        return this.#crash(event.jobId, event.otherJobs, at);
      case 'WorkerTurnedUnhealthy':
        return this.#crash(event.jobId, event.otherJobs, at);
      case 'WorkerLostHost':
        for (const id of [event.jobId, ...(event.otherJobs ?? [])]) this.#leaveOut(id, 'its worker lost its host');
        return;
      case 'JobQueued':
        this.#jobs.set(event.jobId, { endpointId: event.endpointId, input: event.input, starts: 0 });
        return;
      case 'JobStarted':
        return this.#start(event, at);
      case 'JobStreamed':
        this.#running.get(event.jobId)?.chunks.push(...event.chunks.map(({ output }) => output));
        return;
      default:
        this.#end(event, at);
        if (isForGood.has(event.type) && 'jobId' in event && event.jobId !== null) this.#jobs.delete(event.jobId);
    }
  }

  /** The facts at the end of the log. */
  finish(): ReadonlyMap<string, RecordedWork> {
    for (const id of [...this.#running.keys()]) this.#leaveOut(id, 'still running at the end of the log');
    return this.#work;
  }

  #findWork(endpointId: string): WorkerAnswers {
    const work = this.#work.get(endpointId) ?? { answers: [], leftOut: new Map(), startUps: [], atOnce: 0 };
    this.#work.set(endpointId, work);
    return work;
  }

  #starts(workerId: string, at: VirtualTime, startingMs: DurationMs): void {
    const worker = this.#workers.get(workerId);
    if (worker !== undefined) worker.upAt = (at + startingMs) as VirtualTime;
  }

  #isReady(workerId: string, at: VirtualTime): void {
    const { endpointId, upAt } = this.#workers.get(workerId) ?? { endpointId: '', upAt: at };
    if (this.#handlers.get(endpointId)?.external !== undefined) this.#findWork(endpointId).startUps.push(Math.max(0, at - upAt));
  }

  #start({ jobId, workerId, attempt }: Extract<DomainEvent, { readonly type: 'JobStarted' }>, at: VirtualTime): void {
    const job = this.#jobs.get(jobId);
    if (job === undefined) return;
    job.starts += 1;
    if (attempt.external !== true) return;
    const { endpointId, input, starts } = job;
    const isStruck = attempt.runsMs < (this.#handlers.get(endpointId)?.external?.timeoutMs ?? 0);
    this.#running.set(jobId, { endpointId, workerId, input, attempt: starts, startedAt: at, isStruck, chunks: [] });
    const work = this.#findWork(endpointId);
    const here = [...this.#running.values()].filter((one) => one.workerId === workerId);
    work.atOnce = Math.max(work.atOnce, here.length);
  }

  /** A job that ended, or went back to the queue. One that has no attempt under way was answered before. */
  #end(event: DomainEvent, at: VirtualTime): void {
    switch (event.type) {
      case 'JobCompleted':
        return this.#answer(event.jobId, at, 'complete', { output: event.output });
      case 'JobFailed':
        return event.posted === true
          ? this.#answer(event.jobId, at, 'fail', { error: event.error })
          : this.#answer(event.jobId, at, 'crash');
      case 'JobTimedOut':
        return this.#answer(event.jobId, at, 'hang');
      case 'JobCrashedWorker':
        return this.#crashJob(event.jobId, at);
      case 'JobRequeued':
        // Lost by a worker that pings on, unless it never reached the worker.
        return event.returned === true ? this.#leaveOut(event.jobId, 'never reached its worker') : this.#answer(event.jobId, at, 'crash');
      case 'JobTakenOver':
        return this.#leaveOut(event.jobId, 'taken over by a stand-in');
      case 'JobCancelled':
        return this.#leaveOut(event.jobId, 'cancelled');
      case 'JobExpired':
        return this.#leaveOut(event.jobId, 'expired');
      case 'JobPurged':
        return this.#leaveOut(event.jobId, 'purged');
      default:
        return;
    }
  }

  /** Its worker was silent until the handler's timeout, or a fault ended it: that is no answer, nor for the other jobs of the worker. */
  #crashJob(jobId: string, at: VirtualTime): void {
    const running = this.#running.get(jobId);
    if (running?.isStruck !== true) return this.#answer(jobId, at, 'crash');
    for (const [id, { workerId }] of [...this.#running]) if (workerId === running.workerId) this.#leaveOut(id, 'ended by a fault');
  }

  #crash(jobId: string | null, others: readonly string[] = [], at: VirtualTime): void {
    for (const id of jobId === null ? others : [jobId, ...others]) this.#answer(id, at, 'crash');
  }

  #answer(jobId: string, at: VirtualTime, ending: AttemptEnding, said: { readonly output?: Json; readonly error?: string } = {}): void {
    const running = this.#running.get(jobId);
    if (running === undefined) return;
    this.#running.delete(jobId);
    const { endpointId, input, attempt, startedAt, chunks } = running;
    // An echo of its input is an echo of any other input, too.
    const { output, ...error } = said;
    const handler: HandlerSpec = {
      duration: ending === 'hang' ? defaultHandler.duration : { kind: 'fixed', ms: at - startedAt },
      outcomes: [ending],
      ...error,
      ...(output === undefined || isSame(output, input) ? {} : { output }),
      ...(chunks.length === 0 ? {} : { chunks: { outputs: chunks } }),
    };
    this.#findWork(endpointId).answers.push({ job: jobId, input, attempt, times: 1, handler });
  }

  #leaveOut(jobId: string | null, why: string): void {
    const running = jobId === null ? undefined : this.#running.get(jobId);
    if (jobId === null || running === undefined) return;
    this.#running.delete(jobId);
    const { leftOut } = this.#findWork(running.endpointId);
    leftOut.set(why, (leftOut.get(why) ?? 0) + 1);
  }
}
