import type { State, StateOf } from '../../../../../engine/cloud/index.ts';
import { isIn, isWhole, type Scope } from './scope.ts';

/** A worker or a pod. */
export type Holder =
  | { readonly kind: 'worker'; readonly entity: StateOf<'worker'> }
  | { readonly kind: 'pod'; readonly entity: StateOf<'pod'> };

/** The fleet at a moment. */
export interface ShownFleet {
  readonly endpoints: readonly StateOf<'endpoint'>[];
  readonly clusters: readonly StateOf<'cluster'>[];
  /** Jobs whose results are still stored. */
  readonly ended: readonly StateOf<'job'>[];
  readonly holders: readonly Holder[];
}

/** Reads the fleet in a scope. In that of a host or a status, it has only the endpoints with something there. */
export const fleetIn = (state: State, scope: Scope): ShownFleet => {
  const findHost = (workerId: string | null): string => state.find('worker', workerId ?? '')?.placement?.hostId ?? '';
  const workers = [...state.all('worker')].filter((one) =>
    isIn(scope, { endpoint: one.endpointId, host: one.placement?.hostId ?? '', status: one.status }),
  );
  const pods = [...state.all('pod')].filter((one) => isIn(scope, { endpoint: '', host: one.placement?.hostId ?? '', status: one.status }));
  const jobs = [...state.all('job')].filter((one) =>
    isIn(scope, { endpoint: one.endpointId, host: findHost(one.workerId), status: one.status }),
  );
  const isOfAll = isWhole({ ...scope, endpoint: undefined });
  const owners = new Set([...workers, ...jobs].map(({ endpointId }) => endpointId));
  const members = new Set(pods.map(({ member }) => member?.clusterId));
  return {
    endpoints: [...state.all('endpoint')].filter(({ id }) => (scope.endpoint ?? id) === id && (isOfAll || owners.has(id))),
    clusters: [...state.all('cluster')].filter(({ id }) => isWhole(scope) || members.has(id)),
    ended: jobs.filter(({ finishedAt }) => finishedAt !== null),
    holders: [
      ...workers.map((entity) => ({ kind: 'worker', entity }) as const),
      ...pods.map((entity) => ({ kind: 'pod', entity }) as const),
    ],
  };
};
