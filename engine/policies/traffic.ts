import type { Endpoint } from '../endpoint/evolve.ts';
import { balancerPorts, exposes } from '../endpoint/ports.ts';
import { invariant } from '../kernel/invariant.ts';
import type { LbRequest } from '../request/evolve.ts';
import type { Simulation } from '../simulation.ts';
import type { Worker } from '../worker/evolve.ts';
import { activeStatuses } from '../worker/lifecycle.ts';
import { attemptFor } from './matching.ts';

/** Sends waiting requests to healthy workers that have room: in the order in which they came, each to the worker that has fewest (lb.traffic). */
export const sendRequests = (world: Simulation, _event: unknown, { endpointId }: { readonly endpointId: string }): void => {
  const { waiting } = world.state.traffic.of(endpointId);
  const endpoint = waiting.size === 0 ? undefined : world.find('endpoint', endpointId);
  if (endpoint === undefined) return;
  const isReachable = exposes(endpoint.config, balancerPorts(endpoint.config).port);
  let workers = workersWithRoom(world, endpoint);
  for (const requestId of waiting) {
    if (workers.length === 0) return;
    const only = world.find('request', requestId)?.onlyWorkerId ?? null;
    const worker = leastBusy(only === null ? workers : workers.filter(({ id }) => id === only));
    if (worker === undefined) continue;
    if (isReachable) world.tell('worker', worker.id, { type: 'TakeRequest', requestId });
    else world.tell('request', requestId, { type: 'FailRequest', because: 'port' });
    workers = workers.filter((one) => hasRoom(world, one));
  }
};

/** After a PATCH: there may be room now for those that wait. */
export const resendRequests = (world: Simulation, event: unknown, { id }: Endpoint): void => sendRequests(world, event, { endpointId: id });

/** Healthy workers of the newest release. One that is to go takes nothing more: it would never be free. */
const workersWithRoom = (world: Simulation, { id, version, config }: Endpoint): readonly Worker[] => {
  const active = world.state.fleet.of(id).members.flatMap((workerId) => {
    const worker = world.find('worker', workerId);
    return worker !== undefined && activeStatuses.includes(worker.status) ? [worker] : [];
  });
  return active.slice(0, config.workers.max).filter((worker) => worker.version === version && hasRoom(world, worker));
};

const hasRoom = ({ settings }: Simulation, { status, health, requests }: Worker): boolean =>
  (status === 'IDLE' || status === 'RUNNING') && health === 200 && requests < settings.request.perWorker;

/** The first of those that have fewest: so the last of them may go to sleep. */
const leastBusy = (workers: readonly Worker[]): Worker | undefined =>
  workers.reduce<Worker | undefined>(
    (least, worker) => (least === undefined || worker.requests < least.requests ? worker : least),
    undefined,
  );

/** A worker that took a request handles it; what that will come to is drawn here and written into the log. */
export const startRequest = (
  world: Simulation,
  { workerId, requestId }: { readonly workerId: string; readonly requestId: string },
): void => {
  const request = world.find('request', requestId);
  const endpoint = world.find('endpoint', request?.endpointId ?? '');
  invariant(request !== undefined && endpoint !== undefined, () => `${workerId} took ${requestId}, which does not exist`);
  const attempt = attemptFor(world, endpoint, { id: requestId, input: { ...request.input }, attempt: 1 }, request.handler, workerId);
  world.tell('request', requestId, { type: 'StartRequest', workerId, attempt, endpointTimeoutMs: endpoint.config.timeout });
};

/** A request that ends gives its worker room, unless that one went down with it. */
export const releaseWorker = (
  world: Simulation,
  event: { readonly type: string; readonly requestId: string; readonly workerId: string | null },
): void => {
  const worker = event.workerId === null ? undefined : world.find('worker', event.workerId);
  if (worker?.status !== 'RUNNING') return;
  world.tell('worker', worker.id, { type: 'EndRequest', requestId: event.requestId, succeeded: event.type === 'RequestAnswered' });
};

/** The connections to a worker that is gone break at once. */
export const breakRequests = (world: Simulation, { workerId }: { readonly workerId: string }): void => {
  for (const requestId of [...world.state.traffic.onWorker(workerId)])
    world.tell('request', requestId, { type: 'FailRequest', because: 'worker-lost' });
};

/** Requests that wait at a deleted endpoint wait for nothing. */
export const dismissRequests = (world: Simulation, _event: unknown, { id }: Endpoint): void => {
  for (const requestId of [...world.state.traffic.of(id).waiting])
    world.tell('request', requestId, { type: 'FailRequest', because: 'deleted' });
};

/** The call that waited for this request is answered. */
export const answerRequest = (world: Simulation, _event: unknown, { id }: LbRequest): void => {
  for (const callId of [...(world.state.heldCalls.waitingFor(id) ?? [])]) world.tell('call', callId, { type: 'AnswerCall' });
};

/** Nobody waits for a request any more: its caller has the answer, or has left. */
export const closeRequest = (world: Simulation, _event: unknown, { requestId }: { readonly requestId: string | null }): void => {
  if (requestId !== null) world.tell('request', requestId, { type: 'CloseRequest' });
};
