import { isRight } from 'fp-ts/lib/Either.js';
import type { Endpoint } from '../../cloud/endpoint/evolve.ts';
import type { Request } from '../../cloud/input.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import { isExternal, listJobs, listPolls } from '../../cloud/policies/jobs/externalWork.ts';
import type { Principal } from '../../cloud/projections/keyring.ts';
import type { RuleId } from '../../cloud/rulebook/rules.ts';
import type { State } from '../../cloud/state/state.ts';
import { activeStatuses } from '../../cloud/worker/lifecycle.ts';
import type { Worker } from '../../cloud/worker/state.ts';
import { checkPermission } from '../admission/authorize.ts';
import type { Answer, Operation } from '../operation.ts';
import { writeProblem } from '../problems.ts';

/** What all operations of a worker's process share. */
export const ofWorker = { api: 'worker', resolves: { endpoint_id: 'endpoint' }, permission: { group: 'queue', level: 'write' } } as const;

/** A worker appends `&name=value` to the URL that it is given, also to one without a query: what follows is no part of the id. */
export const beforeQuery = (id: string): string => id.replace(/&.*$/s, '');

/** An id in the path, as it is meant. */
export const idIn = (params: Readonly<Record<string, string>>, name: string): string => beforeQuery(params[name] ?? '');

/** The worker that the path names, if it is one of the endpoint's. */
export const workerIn = (
  sim: SimulationContext,
  { id }: Endpoint,
  { params }: { readonly params: Readonly<Record<string, string>> },
): Worker | undefined => {
  const worker = sim.find('worker', idIn(params, 'worker'));
  return worker?.endpointId === id ? worker : undefined;
};

/**
 * Whether the process of a worker makes this call: its key may, and its path names a worker of an endpoint of the key's account. Any other call
 * will be refused, and says nothing of the process.
 */
export const isOfProcess = (state: Pick<State, 'find'>, principal: Principal, operation: Operation, request: Request): boolean => {
  const { params } = request;
  const worker = state.find('worker', idIn(params, 'worker'));
  const endpoint = worker && state.find('endpoint', worker.endpointId);
  return (
    endpoint !== undefined &&
    endpoint.id === params['endpoint_id'] &&
    endpoint.accountId === principal.accountId &&
    isRight(checkPermission(principal, operation, request))
  );
};

/** Whether the process of the worker may ask for work: its endpoint is external, and it is not to stop. */
export const mayPoll = (sim: SimulationContext, worker: Worker | undefined): worker is Worker =>
  isServed(sim, worker) && worker.real?.isRetiring !== true;

/** Whether the worker is there for a real process: one that is to stop may still finish its jobs. */
export const isServed = (sim: SimulationContext, worker: Worker | undefined): worker is Worker =>
  worker !== undefined && isExternal(sim, worker.endpointId) && activeStatuses.includes(worker.status);

/** The lease that a call names: in its query, or behind the worker's id, where a process appends a query of its own. Null without one. */
const leaseIn = ({ params, query }: Pick<Request, 'params' | 'query'>): string | null => {
  const [given = /&lease=([^&?]*)/.exec(params['worker'] ?? '')?.[1] ?? null] = [query['lease'] ?? []].flat();
  return given;
};

/** The lease of the process that calls, where it is news. */
export const newLease = ({ real }: Worker, request: Request): { readonly lease?: string | null } => {
  const lease = leaseIn(request);
  return lease === (real?.lease ?? null) ? {} : { lease };
};

/**
 * The answer to a second process that polls as this worker; undefined where there is none. One process makes its polls one after the other,
 * and the poll of one that ended has ended with its connection (worker-api.identity).
 */
export const refuseSecond = (
  sim: SimulationContext,
  worker: Worker,
  request: Request,
  polls: 'job' | 'stops',
): Answer<never> | undefined => (listPolls(sim, worker.id, polls).length === 0 ? refuseOther(sim, worker, request) : second(worker));

/** The answer to a process with another lease than the one that has the worker. */
export const refuseOther = (sim: SimulationContext, worker: Worker, request: Request): Answer<never> | undefined =>
  worker.real === null || worker.real.lease === leaseIn(request) || !hasProcess(sim, worker) ? undefined : second(worker);

/** A process has the worker while it has a job of it, holds a poll, or its silence is counted: until that has lasted too long. */
const hasProcess = (sim: SimulationContext, worker: Worker): boolean => {
  const { id, real } = worker;
  const isCounted = real !== null && (real.pingedAt !== null || real.leftAt !== null);
  return isCounted || listJobs(worker).length > 0 || listPolls(sim, id, 'job').length > 0 || listPolls(sim, id, 'stops').length > 0;
};

const second = ({ id }: Worker): Answer<never> =>
  goAway(
    'worker-api.identity',
    `another process asks as worker ${id} already: one process stands for one worker; give each its own with podsim worker-env --count`,
  );

/** The answer to a worker that shall get nothing. It leaves no entry: such a worker goes on asking (worker-api.take). */
export const goAway = (rule: RuleId, detail = 'this worker gets no jobs: it is to stop, or takes none here'): Answer<never> =>
  writeProblem({ kind: 'exhausted', rule, detail }) as Answer<never>;
