import { attemptBy } from '../handler/answered.ts';
import type { Attempt } from '../handler/attempt.ts';
import { attemptOf, changedHandler } from '../handler/handler.ts';
import type { Job } from '../job/evolve.ts';
import { invariant } from '../kernel/invariant.ts';
import { placeOfWorker } from '../projections/faultPlaces.ts';
import type { Simulation } from '../simulation.ts';
import { strike } from './faults.ts';

/** Gives waiting jobs to idle workers while there are both: the first job, to the worker that was busy last (job.order). */
export const takeNext = (world: Simulation, _event: unknown, { endpointId }: { readonly endpointId: string }): void => {
  const { queues, fleet } = world.state;
  const { idle } = fleet.of(endpointId);
  for (let workerId = idle.last; workerId !== undefined; workerId = idle.last) {
    const jobId = queues.next(endpointId);
    if (jobId === undefined) return;
    world.tell('worker', workerId, { type: 'TakeJob', jobId });
  }
};

/** A worker that took a job runs it; what the attempt will come to is drawn here and written into the log (job.start). */
export const startJob = (world: Simulation, { workerId, jobId }: { readonly workerId: string; readonly jobId: string }): void => {
  const job = world.find('job', jobId);
  invariant(job !== undefined, `${workerId} took ${jobId}, which does not exist`);
  world.tell('job', jobId, { type: 'StartJob', workerId, attempt: crashedByFault(world, job, workerId, planned(world, job)) });
};

const planned = (world: Simulation, job: Job): Attempt => {
  const start = job.starts + 1;
  const written = world.handlers[job.endpointId];
  if (written !== undefined && job.terms.handler === null) {
    const drawn = (purpose: string) => world.draw(`handler/${purpose}`, job.id, start);
    return attemptBy(written, job.endpointId, { id: job.id, input: job.input, attempt: start }, drawn);
  }
  const endpoint = world.find('endpoint', job.endpointId);
  invariant(endpoint !== undefined, `${job.id} is on ${job.endpointId}, which does not exist`);
  const handler = job.terms.handler === null ? endpoint.handler : changedHandler(endpoint.handler, job.terms.handler);
  return attemptOf(handler, job.id, start, world.draw);
};

/** A `worker-crash` fault ends the attempt somewhere in its course. */
const crashedByFault = (world: Simulation, job: Job, workerId: string, attempt: Attempt): Attempt => {
  const occasion = () => `${job.id}/${job.starts + 1}`;
  const worker = world.find('worker', workerId);
  invariant(worker !== undefined, () => `${job.id} starts on ${workerId}, which does not exist`);
  const fault = strike(world, 'worker-crash', () => ({ ...placeOfWorker(world.state, worker), occasion: occasion() }));
  if (fault === undefined) return attempt;
  return { ...attempt, ending: 'crash', runsMs: Math.floor(attempt.runsMs * world.draw('fault/when', occasion())) };
};

/** A job that ends gives back the worker it was on, unless that one crashed meanwhile. */
export const freeWorker = (
  world: Simulation,
  event: { readonly type: string; readonly jobId: string; readonly workerId: string | null },
): void => {
  const worker = event.workerId === null ? undefined : world.find('worker', event.workerId);
  if (worker?.jobId === event.jobId) world.tell('worker', worker.id, { type: 'FreeWorker', succeeded: event.type === 'JobCompleted' });
};

export const crashWorker = (world: Simulation, { workerId }: { readonly workerId: string }): void => {
  world.tell('worker', workerId, { type: 'CrashWorker' });
};

/** The job of a crashed worker hears no more of it, and is given up for lost after a while (job.worker-lost). */
export const missWorker = (world: Simulation, { workerId, jobId }: { readonly workerId: string; readonly jobId: string | null }): void => {
  const job = jobId === null ? undefined : world.find('job', jobId);
  if (job?.status === 'IN_PROGRESS' && job.workerId === workerId) world.tell('job', job.id, { type: 'MissWorker' });
};
