import { isSame, type Json } from '../../../kernel/canonical.ts';
import { InvariantViolation, invariant } from '../../../kernel/invariant.ts';
import type { DurationMs } from '../../../kernel/time.ts';
import type { Endpoint } from '../../endpoint/evolve.ts';
import { attemptBy } from '../../handler/answered.ts';
import type { Attempt } from '../../handler/attempt.ts';
import type { Distribution } from '../../handler/distribution.ts';
import { type DrawnDuration, drawSetting } from '../../handler/drawnSetting.ts';
import { changeHandler, drawAttempt, type HandlerChanges, type HandlerFunction, handlerFor } from '../../handler/handler.ts';
import { type OpenaiWorker, serveOpenai } from '../../handler/openai.ts';
import { openaiQuestionIn } from '../../handler/openaiWords.ts';
import { placeOfWorker } from '../../projections/faultPlaces.ts';
import type { LostJobs } from '../../worker/events.ts';
import type { Worker } from '../../worker/state.ts';
import { takeMs } from '../../worker/take.ts';
import type { SimulationContext } from '../context.ts';
import { requireWorker } from '../existing.ts';
import { trigger } from '../faults.ts';
import { findLoad } from '../images.ts';
import { commandTake, countRoom, isEachAwaited, isHeldBack, nextTaker } from '../places.ts';
import { holds, isExternal, offerJobs } from './externalWork.ts';
import { nextToStart } from './nextJob.ts';
import { shareWorker } from './sharedWork.ts';

/**
 * Dispatches waiting jobs to workers with room, until one of them runs out: the first job that may start goes to the worker that became
 * idle last (job.order), and to one that already runs jobs only if none is idle (worker.concurrency).
 */
export const takeNext = (sim: SimulationContext, _event: unknown, { endpointId }: { readonly endpointId: string }): void => {
  if (isExternal(sim, endpointId)) return offerJobs(sim, endpointId);
  for (let workerId = nextTaker(sim, endpointId); workerId !== undefined; workerId = nextTaker(sim, endpointId)) {
    if (isEachAwaited(sim, endpointId)) return;
    const jobId = nextToStart(sim, endpointId);
    if (jobId === undefined) return;
    const looksInMs = takeMs(sim.find('worker', workerId) ?? { id: workerId, looks: 0 }, sim.settings.worker, sim.draw);
    sim.dispatchOrThrow('worker', workerId, looksInMs === 0 ? commandTake(sim, workerId, jobId) : { type: 'CallWorker', looksInMs });
  }
};

/** A worker that asks gets as many jobs as it has room for (worker.takes-in-time). If fewer wait, it holds its take open. */
export const takeSeveral = (sim: SimulationContext, _event: unknown, { id, endpointId }: Worker): void => {
  if (isExternal(sim, endpointId)) return;
  for (let room = countRoom(sim, requireWorker(sim, id)); room > 0; room--) {
    const jobId = nextToStart(sim, endpointId);
    if (jobId === undefined) return;
    sim.dispatchOrThrow('worker', id, commandTake(sim, id, jobId));
  }
};

/**
 * A worker that was about to take a job is down: another that holds a take open gets it (worker.takes-in-time). One that was too many is
 * gone: another may take more (worker-api.take).
 */
export const callAnother = (sim: SimulationContext, event: unknown, worker: Worker): void => {
  const isAwaited = sim.settings.worker.takeDelay !== 0 || isExternal(sim, worker.endpointId);
  if (isAwaited && sim.find('endpoint', worker.endpointId) !== undefined) takeNext(sim, event, worker);
};

/** The same for an endpoint whose handler has changed. */
export const takeNextAnew = (sim: SimulationContext, event: unknown, { id }: Endpoint): void => takeNext(sim, event, { endpointId: id });

/** A worker that took a job runs it. The outcome of the attempt is drawn here and written into the log (job.start). */
export const startJob = (sim: SimulationContext, { workerId, jobId }: { readonly workerId: string; readonly jobId: string }): void => {
  const job = sim.find('job', jobId);
  if (job === undefined) throw new InvariantViolation(`${workerId} took ${jobId}, which does not exist`);
  const endpoint = sim.find('endpoint', job.endpointId);
  if (endpoint === undefined) throw new InvariantViolation(`${jobId} is on ${job.endpointId}, which does not exist`);
  const planned = attemptFor(sim, endpoint, { id: jobId, input: job.input, attempt: job.starts + 1 }, job.terms.handler, workerId);
  const attempt = shareWorker(sim, endpoint, planned, workerId, { jobId });
  sim.dispatchOrThrow('job', jobId, {
    type: 'StartJob',
    workerId,
    attempt: withPost(sim, attempt, jobId, job.starts + 1),
    endpointTimeoutMs: endpoint.config.timeout,
  });
};

/** An attempt that ends by itself has its result posted, which its execution time contains (worker.takes-in-time). */
const withPost = (sim: SimulationContext, attempt: Attempt, jobId: string, start: number): Attempt => {
  const { postDelay } = sim.settings.job;
  if (postDelay === 0 || attempt.external === true || (attempt.ending !== 'complete' && attempt.ending !== 'fail')) return attempt;
  const postMs = drawDuration(sim, postDelay, 'job/post', jobId, start);
  return postMs === 0 ? attempt : { ...attempt, postMs };
};

/** A separate function, so that attempts without draws make no closure: each job would need several. */
const drawDuration = ({ draw }: SimulationContext, duration: DrawnDuration, purpose: string, jobId: string, start: number): DurationMs =>
  drawSetting(duration, () => draw(purpose, jobId, start));

/** The outcome of a job or a request under the endpoint's handler. A `worker-crash` fault ends the attempt at some point during its run. */
export const attemptFor = (
  sim: SimulationContext,
  endpoint: Endpoint,
  work: Parameters<HandlerFunction>[0],
  own: HandlerChanges | null,
  workerId: string,
): Attempt => {
  const attempt = planAttempt(sim, endpoint, work, own, workerId);
  return sim.state.activeFaults.none('worker-crash') ? attempt : crashAttempt(sim, attempt, work, workerId);
};

const crashAttempt = (
  sim: SimulationContext,
  attempt: Attempt,
  { id, attempt: start }: Parameters<HandlerFunction>[0],
  workerId: string,
): Attempt => {
  const occasion = `${id}/${start}`;
  const worker = sim.find('worker', workerId);
  invariant(worker !== undefined, () => `${id} starts on ${workerId}, which does not exist`);
  const fault = trigger(sim, 'worker-crash', () => ({ ...placeOfWorker(sim.state, worker), occasion }));
  if (fault === undefined) return attempt;
  return cutAttempt(attempt, sim.draw('fault/when', occasion));
};

/** It crashes its worker in the course of its run, and of its tokens. */
const cutAttempt = (attempt: Attempt, share: number): Attempt => {
  const { tokens, stream, runsMs } = attempt;
  const crashed: Attempt = { ...attempt, ending: 'crash', runsMs: Math.floor(runsMs * share) };
  if (tokens === undefined) return crashed;
  return {
    ...crashed,
    tokens: { ...tokens, output: Math.max(1, Math.floor(tokens.output * share)) },
    ...(stream === undefined ? {} : { stream: { ...stream, count: Math.floor(stream.count * share) } }),
  };
};

const planAttempt = (
  sim: SimulationContext,
  { id: endpointId, handler, config }: Endpoint,
  work: Parameters<HandlerFunction>[0],
  own: HandlerChanges | null,
  workerId: string,
): Attempt => {
  const { id, attempt: start, input } = work;
  const written = sim.handlers[endpointId];
  if (written !== undefined && own === null) return speak(sim, attemptWritten(sim, written, endpointId, work), work, config);
  const drawn = handlerFor(handler, work, sim.draw);
  const its = own === null ? drawn : changeHandler(drawn, own);
  return its.emptyInput === 'ignored' && isEmpty(input)
    ? attemptIgnoring(sim, id, start)
    : withFirst(
        sim,
        speak(sim, drawAttempt(its, work, sim.draw), work, config),
        its.firstJob ?? findLoad(sim, config.container.image),
        work,
        workerId,
      );
};

type HandlerWork = Parameters<HandlerFunction>[0];

const attemptWritten = ({ draw }: SimulationContext, written: HandlerFunction, endpointId: string, work: HandlerWork): Attempt =>
  attemptBy(written, endpointId, work, (purpose) => draw(`handler/${purpose}`, work.id, work.attempt));

/** A question in OpenAI's words is answered in them. */
const speak = (sim: SimulationContext, attempt: Attempt, { id, input }: HandlerWork, config: Endpoint['config']): Attempt =>
  openaiQuestionIn(input) === undefined ? attempt : serveOpenai(attempt, input, describeModel(sim, id, config));

/** Names the model as the environment of the platform's own worker does (queue.openai). */
const describeModel = (sim: SimulationContext, jobId: string, { container: { env = {} } }: Endpoint['config']): OpenaiWorker => ({
  jobId,
  model: env['OPENAI_SERVED_MODEL_NAME_OVERRIDE'] ?? env['MODEL_NAME'] ?? 'podsim-echo',
  // When it was asked, so that no other job changes it.
  created: Math.floor((sim.startMs + (sim.find('job', jobId)?.submittedAt ?? 0)) / 1_000),
  draw: sim.draw,
});

/** The first job of a process runs longer (handler.first-job). */
const withFirst = (
  sim: SimulationContext,
  attempt: Attempt,
  load: Distribution | undefined,
  { id, attempt: start }: Parameters<HandlerFunction>[0],
  workerId: string,
): Attempt => {
  if (load === undefined || attempt.external === true || sim.find('worker', workerId)?.taken !== 1) return attempt;
  return { ...attempt, loadsMs: drawDuration(sim, load, 'job/first', id, start) };
};

const isEmpty = (input: Json): boolean => isSame(input, {});

/**
 * The worker rejects the job, and continues to ping without naming it, until the platform takes it back (job.unnamed). By default that is
 * at the third ping: the first one comes too soon to name the job, and two in a row have to miss it (worker-api.ping).
 */
const attemptIgnoring = (sim: SimulationContext, jobId: string, start: number): Attempt => {
  const { job, worker } = sim.settings;
  return { runsMs: job.unnamedLostAfter === 0 ? 3 * worker.pingInterval : loseUnnamedAfter(sim, jobId, start), ending: 'unnamed' };
};

/** How long after its n-th start a job is lost that pings never name; the same whenever it is asked for. */
export const loseUnnamedAfter = ({ settings, draw }: SimulationContext, jobId: string, start: number): DurationMs =>
  drawSetting(settings.job.unnamedLostAfter, () => draw('job/unnamed', jobId, start));

/** The worker of a job that its pings never named is free of it: it may be given the same job again, at once. */
export const freeUnnamed = (
  sim: SimulationContext,
  event: { readonly type: string; readonly jobId: string; readonly workerId: string; readonly unnamed?: true },
): void => {
  if (event.unnamed === true) freeWorker(sim, event);
};

/** A job that ends frees its worker, unless the worker has crashed meanwhile. */
export const freeWorker = (
  sim: SimulationContext,
  event: { readonly type: string; readonly jobId: string; readonly workerId: string | null },
): void => {
  const worker = event.workerId === null ? undefined : sim.find('worker', event.workerId);
  if (worker === undefined || !holds(worker, event.jobId)) return;
  const { jobId } = event;
  const looksAlready = worker.looksAt !== null || countRoom(sim, worker) > 0 || isHeldBack(sim, worker, jobId);
  sim.dispatchOrThrow('worker', worker.id, { type: 'FreeWorker', jobId, succeeded: event.type === 'JobCompleted', looksAlready });
};

export const crashWorker = (sim: SimulationContext, { workerId }: { readonly workerId: string }): void => {
  sim.dispatchOrThrow('worker', workerId, { type: 'CrashWorker' });
};

/** The job of a crashed worker gets no more signs of life from it. After a while its worker counts as lost (job.worker-lost). */
export const missWorker = (
  sim: SimulationContext,
  { workerId, jobId, otherJobs = [], isSilent }: { readonly workerId: string; readonly jobId: string | null } & LostJobs,
): void => {
  for (const id of [jobId, ...otherJobs]) {
    const job = id === null ? undefined : sim.find('job', id);
    if (job?.status === 'IN_PROGRESS' && job.workerId === workerId)
      sim.dispatchOrThrow('job', job.id, { type: isSilent === true ? 'LoseWorker' : 'MissWorker' });
  }
};
