import { InvariantViolation } from '../../kernel/invariant.ts';
import type { Endpoint } from '../endpoint/evolve.ts';
import type { Worker } from '../worker/state.ts';
import type { SimulationContext } from './context.ts';

/** The endpoint of that id. It must exist: policies ask for it because of an event that names it. */
export const requireEndpoint = (sim: SimulationContext, id: string): Endpoint => {
  const endpoint = sim.find('endpoint', id);
  if (endpoint === undefined) throw new InvariantViolation(`endpoint ${id} does not exist`);
  return endpoint;
};

/** The same of a worker. */
export const requireWorker = (sim: SimulationContext, id: string): Worker => {
  const worker = sim.find('worker', id);
  if (worker === undefined) throw new InvariantViolation(`worker ${id} does not exist`);
  return worker;
};
