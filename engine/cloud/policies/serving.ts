import type { Endpoint } from '../endpoint/evolve.ts';
import { activeStatuses, serviceOrder } from '../worker/lifecycle.ts';
import type { Worker } from '../worker/state.ts';
import type { SimulationContext } from './context.ts';
import { requireWorker } from './existing.ts';
import { addWorker, launch } from './workerLaunch.ts';

/**
 * The active workers of an endpoint, from those that serve now to those that will serve last (worker.serving-counts). Among workers of the
 * same status, those that hold the minimum come first, then the older ones.
 */
export const byService = (sim: SimulationContext, endpointId: string): readonly Worker[] =>
  [...sim.state.fleet.of(endpointId).members]
    .map((id) => requireWorker(sim, id))
    .filter(({ status }) => activeStatuses.includes(status))
    .sort((a, b) => serviceOrder(a.status) - serviceOrder(b.status) || Number(b.kept) - Number(a.kept));

/** Keeps `workers.min` up, though never more than `workers.max` (worker.min): launches more if too few are expected to serve. */
export const keepMinimum = (sim: SimulationContext, _event: unknown, endpoint: Endpoint): void => {
  const { fleet } = sim.state;
  const { max } = endpoint.config.workers;
  while (fleet.countExpected(endpoint.id) < findMinimum(endpoint) && fleet.of(endpoint.id).active < max) addWorker(sim, endpoint, true);
  assignMinimum(sim, endpoint);
};

/** A new endpoint launches workers without a job: their image is pulled, and then they sleep until work comes (worker.prepared). */
export const prepareWorkers = (sim: SimulationContext, _event: unknown, endpoint: Endpoint): void => {
  const wanted = Math.min(sim.settings.endpoint.prepares, endpoint.config.workers.max);
  while (sim.state.fleet.of(endpoint.id).active < wanted) launch(sim, endpoint, false);
};

/** The minimum is held by the workers that serve, or will first. They do not stop when idle; the others stop after the idle timeout. */
export const assignMinimum = (sim: SimulationContext, endpoint: Endpoint): void => {
  const { idleTimeoutMs } = endpoint.config;
  const holders = new Set(
    byService(sim, endpoint.id)
      .slice(0, findMinimum(endpoint))
      .map(({ id }) => id),
  );
  for (const id of [...sim.state.fleet.of(endpoint.id).members]) {
    const kept = holders.has(id);
    const worker = requireWorker(sim, id);
    if (kept !== worker.kept || idleTimeoutMs !== worker.idleTimeoutMs)
      sim.dispatchOrThrow('worker', id, { type: 'RetuneWorker', kept, idleTimeoutMs });
  }
};

/** A worker that held the minimum is down: one that serves holds it now, or another is launched. */
export const replaceHolder = (sim: SimulationContext, _event: unknown, { endpointId, kept }: Worker): void => {
  const endpoint = sim.find('endpoint', endpointId);
  if (kept && endpoint !== undefined) keepMinimum(sim, undefined, endpoint);
};

/** A worker that is up holds the minimum before one that is not. */
export const holdMinimum = (sim: SimulationContext, _event: unknown, { endpointId, kept }: Worker): void => {
  const endpoint = sim.find('endpoint', endpointId);
  if (!kept && endpoint !== undefined && findMinimum(endpoint) > 0) assignMinimum(sim, endpoint);
};

const findMinimum = ({ config: { workers } }: Endpoint): number => Math.min(workers.min, workers.max);
