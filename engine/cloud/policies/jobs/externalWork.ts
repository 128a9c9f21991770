import type { Call } from '../../call/evolve.ts';
import type { Job } from '../../job/evolve.ts';
import type { WorkerProcess } from '../../worker/events.ts';
import { isUpStatus } from '../../worker/lifecycle.ts';
import type { Worker } from '../../worker/state.ts';
import type { SimulationContext } from '../context.ts';
import { nextToStart } from './nextJob.ts';
import { isTaker } from './takers.ts';

/** Whether real workers take the jobs of the endpoint. A handler that is a function of the program goes before. */
export const isExternal = (sim: SimulationContext, endpointId: string): boolean =>
  sim.find('endpoint', endpointId)?.handler.external !== undefined && sim.handlers[endpointId] === undefined;

/** Whether the worker has the job. */
export const holds = ({ jobId, otherJobs }: Worker, id: string): boolean => jobId === id || otherJobs.includes(id);

/** All jobs that the worker has. */
export const listJobs = ({ jobId, otherJobs }: Worker): readonly string[] => (jobId === null ? [] : [jobId, ...otherJobs]);

/** The worker's container is up or starting, so its process may call. */
export const isUp = ({ status }: Worker): boolean => isUpStatus(status);

/**
 * Gives waiting jobs to real workers that wait for one: first to the idle worker that became idle last (job.order), then to busy
 * ones that take more. Nothing is given to a process that does not ask.
 */
export const offerJobs = (sim: SimulationContext, endpointId: string): void => {
  for (let next = nextToStart(sim, endpointId); next !== undefined; next = nextToStart(sim, endpointId)) {
    const callId = nextTake(sim, endpointId, next);
    if (callId === undefined) return;
    sim.dispatchOrThrow('call', callId, { type: 'AnswerCall' });
  }
};

const nextTake = (sim: SimulationContext, endpointId: string, jobId: string): string | undefined => {
  const { idle, members } = sim.state.fleet.of(endpointId);
  for (const workerId of [...idle.toReversed(), ...members]) {
    const worker = sim.find('worker', workerId);
    const callId = worker !== undefined && mayTake(sim, worker, jobId) ? listPolls(sim, workerId, 'job')[0] : undefined;
    if (callId !== undefined) return callId;
  }
  return undefined;
};

/**
 * Whether its process may take the job now: the simulation has it ready, and it is not to be replaced, or stopped. A job that it has just
 * lost is not given to it before it is freed of it.
 */
const mayTake = (sim: SimulationContext, worker: Worker, jobId: string): boolean =>
  (worker.status === 'IDLE' || worker.status === 'RUNNING') &&
  isTaker(sim, worker) &&
  worker.real?.isRetiring !== true &&
  !holds(worker, jobId);

/** Lists the calls of a worker's process that wait for a job, or for jobs to stop. */
export const listPolls = (sim: SimulationContext, workerId: string, waitsFor: 'job' | 'stops'): readonly string[] =>
  [...(sim.state.heldCalls.waitingFor(workerId) ?? [])].filter((callId) => sim.find('call', callId)?.waitsFor === waitsFor);

/** The worker's process takes the next jobs, `most` at most: taking is starting (worker-api.take). */
export const takeJobs = (sim: SimulationContext, worker: Worker, most: number): readonly Job[] => {
  const taken: Job[] = [];
  // A process that asked while its worker waited for a host is heard now that the worker is up.
  if (worker.real === null) hearProcess(sim, worker);
  while (taken.length < most && isExternal(sim, worker.endpointId)) {
    const jobId = nextToStart(sim, worker.endpointId);
    if (jobId === undefined || !mayTake(sim, worker, jobId)) break;
    sim.dispatchOrThrow('worker', worker.id, { type: 'TakeJob', jobId });
    const job = sim.find('job', jobId);
    if (job !== undefined) taken.push(job);
  }
  return taken;
};

/** The process was heard. If the simulation has its container ready, it is ready for jobs from now on (worker-api.ping). */
export const hearProcess = (sim: SimulationContext, worker: Worker, said: Partial<WorkerProcess> = {}): void => {
  if (!isUp(worker)) return;
  const isAwaited = worker.real?.isAwaited === true;
  if (worker.real?.isHeard !== true || Object.keys(said).length > 0)
    sim.dispatchOrThrow('worker', worker.id, { type: 'ReportProcess', said: { ...said, isHeard: true, isAwaited: false } });
  if (isAwaited) sim.dispatchOrThrow('worker', worker.id, { type: 'FinishStart' });
};

/** A worker whose endpoint has simulated jobs again waits for no process: whatever it was when that changed, and however it starts again. */
export const awaitNone = (sim: SimulationContext, _event: unknown, worker: Worker): void => {
  if (worker.real?.isAwaited === true && !isExternal(sim, worker.endpointId)) hearProcess(sim, worker);
};

/** A job that its real worker lost goes back to the queue once, and then fails (job.worker-lost). One that never reached it goes back, and that is all. */
export const loseJob = (sim: SimulationContext, worker: Worker, jobId: string, as: 'LoseWorker' | 'ReturnJob' = 'LoseWorker'): void => {
  sim.dispatchOrThrow('job', jobId, { type: as });
  if (holds(worker, jobId)) sim.dispatchOrThrow('worker', worker.id, { type: 'FreeWorker', jobId, succeeded: false });
};

/** A job that ended while its real worker ran it: the worker is to be told (worker-api.stop). */
export const stopJob = (
  sim: SimulationContext,
  { workerId, jobId }: { readonly workerId: string | null; readonly jobId: string },
  job: Job,
): void => {
  const worker = workerId === null || job.attempt?.external !== true ? undefined : sim.find('worker', workerId);
  if (worker !== undefined) oweStops(sim, worker, [jobId]);
};

/** The process is to be told to stop these jobs, at its next poll, or at once if one is held. */
export const oweStops = (sim: SimulationContext, worker: Worker, jobIds: readonly string[]): void => {
  const { stops = [] } = worker.real ?? {};
  const more = jobIds.filter((id) => !stops.includes(id));
  if (!isUp(worker) || more.length === 0) return;
  sim.dispatchOrThrow('worker', worker.id, { type: 'ReportProcess', said: { stops: [...stops, ...more].slice(-stopsMax) } });
};

/** The most stops that the world remembers, newest first, for a worker that never asks. */
const stopsMax = 1_000;

/** Answers a held poll once there is a job to stop. */
export const tellStops = (sim: SimulationContext, _event: unknown, { id, real }: Worker): void => {
  const [callId] = real === null || real.stops.length === 0 ? [] : listPolls(sim, id, 'stops');
  if (callId !== undefined) sim.dispatchOrThrow('call', callId, { type: 'AnswerCall' });
};

/**
 * The client of a held poll has left, or its wait is over: without another call the process counts as gone, whether or not it pings
 * (worker-api.stop).
 */
export const leavePoll = (sim: SimulationContext, _event: unknown, { workerId, waitsFor }: Call): void => {
  const worker = waitsFor === 'stops' && workerId !== null ? sim.find('worker', workerId) : undefined;
  if (worker?.status === 'IDLE' || worker?.status === 'RUNNING')
    sim.dispatchOrThrow('worker', worker.id, { type: 'ReportProcess', said: { leftAt: sim.now } });
};

/** A worker that gets no more jobs is told at once: its polls are answered, with nothing (worker-api.take). */
export const releasePolls = (sim: SimulationContext, { workerId }: { readonly workerId: string }): void => {
  for (const callId of [...listPolls(sim, workerId, 'job'), ...listPolls(sim, workerId, 'stops')])
    sim.dispatchOrThrow('call', callId, { type: 'AnswerCall' });
};

/** The endpoint has another handler: its starting workers are to wait for their processes, or no longer. */
export const changeProcesses = (sim: SimulationContext, _event: unknown, { id }: { readonly id: string }): void => {
  const external = isExternal(sim, id);
  for (const workerId of [...sim.state.fleet.of(id).members]) {
    const worker = sim.find('worker', workerId);
    if (worker === undefined) continue;
    if (external && worker.real === null && worker.status === 'INITIALIZING')
      sim.dispatchOrThrow('worker', workerId, { type: 'ReportProcess', said: { isHeard: false } });
    if (external || worker.real === null) continue;
    hearProcess(sim, worker, { pingedAt: null, ...(worker.real.leftAt === null ? {} : { leftAt: null }) });
    releasePolls(sim, { workerId });
  }
};
