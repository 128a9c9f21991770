import { invariant } from '../../kernel/invariant.ts';
import type { Endpoint } from '../endpoint/evolve.ts';
import { balancerPorts, exposes } from '../endpoint/ports.ts';
import type { LbRequest } from '../request/evolve.ts';
import type { Worker } from '../worker/state.ts';
import type { SimulationContext } from './context.ts';
import { attemptFor } from './jobs/dispatch.ts';
import { shareWorker } from './jobs/sharedWork.ts';
import { listTakers } from './jobs/takers.ts';
import { countPlaces } from './places.ts';

/** Sends waiting requests to healthy workers with room, in order of arrival, each to the worker with the fewest requests (lb.traffic). */
export const sendRequests = (sim: SimulationContext, _event: unknown, { endpointId }: { readonly endpointId: string }): void => {
  const { waiting } = sim.state.traffic.of(endpointId);
  const endpoint = waiting.size === 0 ? undefined : sim.find('endpoint', endpointId);
  if (endpoint === undefined) return;
  const isReachable = exposes(endpoint.config, balancerPorts(endpoint.config).port);
  const places = countPlaces(sim, endpoint);
  let workers = listTakers(sim, endpoint).filter((worker) => hasRoom(worker, places));
  for (const requestId of waiting) {
    if (workers.length === 0) return;
    const worker = workerFor(sim.find('request', requestId), workers);
    if (worker === undefined) continue;
    if (isReachable) sim.dispatchOrThrow('worker', worker.id, { type: 'TakeRequest', requestId });
    else sim.dispatchOrThrow('request', requestId, { type: 'FailRequest', because: 'port' });
    workers = workers.filter((one) => hasRoom(one, places));
  }
};

/** Its only worker, the one that it would rather have, or else the least busy one (lb.affinity). */
const workerFor = (request: LbRequest | undefined, workers: readonly Worker[]): Worker | undefined => {
  const { onlyWorkerId = null, preferredWorkerId = null } = request ?? {};
  if (onlyWorkerId !== null) return workers.find(({ id }) => id === onlyWorkerId);
  return workers.find(({ id }) => id === preferredWorkerId) ?? leastBusy(workers);
};

/** After a PATCH there may be room for the waiting requests. */
export const resendRequests = (sim: SimulationContext, event: unknown, { id }: Endpoint): void =>
  sendRequests(sim, event, { endpointId: id });

/** Healthy, and with room for more. */
const hasRoom = ({ status, health, requests }: Worker, places: number): boolean =>
  (status === 'IDLE' || status === 'RUNNING') && health === 200 && requests < places;

/** The first worker with the fewest requests, so that the last workers may become idle. */
const leastBusy = (workers: readonly Worker[]): Worker | undefined =>
  workers.reduce<Worker | undefined>(
    (least, worker) => (least === undefined || worker.requests < least.requests ? worker : least),
    undefined,
  );

/** A worker that took a request handles it. The outcome is drawn here and written into the log. */
export const startRequest = (
  sim: SimulationContext,
  { workerId, requestId }: { readonly workerId: string; readonly requestId: string },
): void => {
  const request = sim.find('request', requestId);
  const endpoint = sim.find('endpoint', request?.endpointId ?? '');
  invariant(request !== undefined && endpoint !== undefined, () => `${workerId} took ${requestId}, which does not exist`);
  const planned = attemptFor(sim, endpoint, { id: requestId, input: { ...request.input }, attempt: 1 }, request.handler, workerId);
  const attempt = shareWorker(sim, endpoint, planned, workerId, { requestId });
  sim.dispatchOrThrow('request', requestId, { type: 'StartRequest', workerId, attempt, endpointTimeoutMs: endpoint.config.timeout });
};

/** A request that ends frees its place on the worker, unless the worker went down with it. */
export const releaseWorker = (
  sim: SimulationContext,
  event: { readonly type: string; readonly requestId: string; readonly workerId: string | null },
): void => {
  const worker = event.workerId === null ? undefined : sim.find('worker', event.workerId);
  if (worker?.status !== 'RUNNING') return;
  sim.dispatchOrThrow('worker', worker.id, { type: 'EndRequest', requestId: event.requestId, succeeded: event.type === 'RequestAnswered' });
};

/** The connections to a lost worker break at once. */
export const breakRequests = (sim: SimulationContext, { workerId }: { readonly workerId: string }): void => {
  for (const requestId of [...sim.state.traffic.onWorker(workerId)])
    sim.dispatchOrThrow('request', requestId, { type: 'FailRequest', because: 'worker-lost' });
};

/** Requests that wait at a deleted endpoint fail. */
export const dismissRequests = (sim: SimulationContext, _event: unknown, { id }: Endpoint): void => {
  for (const requestId of [...sim.state.traffic.of(id).waiting])
    sim.dispatchOrThrow('request', requestId, { type: 'FailRequest', because: 'deleted' });
};

/** Answers the call that waits for this request. */
export const answerRequest = (sim: SimulationContext, _event: unknown, { id }: LbRequest): void => {
  for (const callId of [...(sim.state.heldCalls.waitingFor(id) ?? [])]) sim.dispatchOrThrow('call', callId, { type: 'AnswerCall' });
};

/** Closes the request of a call that is answered, or whose client has disconnected. */
export const closeRequest = (sim: SimulationContext, _event: unknown, { requestId }: { readonly requestId: string | null }): void => {
  if (requestId !== null) sim.dispatchOrThrow('request', requestId, { type: 'CloseRequest' });
};
