import { configOfRelease } from '../endpoint/evolve.ts';
import { balancerPorts, exposes } from '../endpoint/ports.ts';
import type { PollAnswer } from '../worker/events.ts';
import type { WorkerStatus } from '../worker/lifecycle.ts';
import type { Worker } from '../worker/state.ts';
import type { SimulationContext } from './context.ts';

/**
 * Records the result of the load balancer's health check of a worker, each time it changes (lb.health). There is no HTTP request:
 * the check is internal to the platform.
 */
export const pollHealth = (sim: SimulationContext, _event: unknown, { id, endpointId, status, version, health }: Worker): void => {
  const endpoint = sim.find('endpoint', endpointId);
  const found = answers[status];
  if (endpoint?.config.type !== 'LOAD_BALANCER' || found === undefined) return;
  const config = configOfRelease(endpoint, version);
  const { healthPort, healthPath } = balancerPorts(config);
  const answer = exposes(config, healthPort) ? found : 'none';
  if (answer === health) return;
  sim.dispatchOrThrow('worker', id, { type: 'PollWorker', port: healthPort, path: healthPath, answer });
};

/** 200 healthy, 204 initializing. A container that is down for good does not answer at all. In other statuses there is no health check. */
const answers: { readonly [S in WorkerStatus]?: PollAnswer } = { INITIALIZING: 204, IDLE: 200, UNHEALTHY: 'none' };
