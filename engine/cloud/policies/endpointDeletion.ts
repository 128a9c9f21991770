import { pacer, type Steps } from '../../kernel/steps.ts';
import type { Endpoint } from '../endpoint/evolve.ts';
import type { Worker } from '../worker/state.ts';
import type { SimulationContext } from './context.ts';
import { requireWorker } from './existing.ts';

/**
 * A deleted endpoint terminates its workers and cancels its jobs (endpoint.delete). The workers go first, so that the end of a job frees
 * none of them. Workers that wait for a GPU go before the others, so that none of them gets a released GPU.
 */
export function* closeEndpoint(sim: SimulationContext, _event: unknown, { id }: Endpoint): Steps<void> {
  const workers = sim.state.fleet.of(id).members.map((workerId) => requireWorker(sim, workerId));
  const waits = (worker: Worker) => worker.status === 'THROTTLED';
  for (const worker of [...workers.filter(waits), ...workers.filter((one) => !waits(one))])
    sim.dispatchOrThrow('worker', worker.id, { type: 'TerminateWorker' });
  const pauses = pacer();
  for (const job of yield* sim.state.aging('job', sim.state.queues.pending(id))) {
    sim.dispatchOrThrow('job', job.id, { type: 'CancelJob' });
    if (pauses()) yield;
  }
}
