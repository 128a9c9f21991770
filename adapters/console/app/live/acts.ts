import { actionsOf, findOperation, type Json, type Kind, type State, type StateOf } from '../../../../engine/index.ts';
import type { ServerRequest } from './server.ts';

/** What a person could do, as the request that does it. */
export interface Act {
  readonly name: string;
  readonly request: ServerRequest;
  /** It is sent to the control plane, so it has no API key. */
  readonly isControl: boolean;
}

/** What could be done to an entity now: the operations that its kind names, and the faults that may strike it. */
export const actsOn = <K extends Kind>(kind: K, entity: StateOf<K>): readonly Act[] => [
  ...actionsOf(kind, entity).flatMap((action) => actOf(action, entity as unknown as Named)),
  ...faultsOn(kind, entity.id),
];

/** What could be done to no entity in particular: begin with something. */
export const actsOnWorld = (state: State): readonly Act[] => [
  ...[...state.all('endpoint')]
    .slice(0, endpointsMax)
    .flatMap((endpoint) => actOf('run', endpoint).map((act) => ({ ...act, name: `run on ${endpoint.id}` }))),
  ...['createEndpoint', 'createPod', 'injectFault'].flatMap((id) => actOf(id, { id: '' })),
];

const endpointsMax = 8;

/** What paths are filled from. */
interface Named {
  readonly id: string;
  readonly endpointId?: string;
}

/** An operation by its id; any other name is an action of a pod. */
const actOf = (action: string, entity: Named): readonly Act[] => {
  const row = findOperation(action) ?? findOperation('podAction');
  const [method] = row?.methods ?? [];
  if (row === undefined || method === undefined) return [];
  const names: Readonly<Record<string, string>> = { endpoint_id: entity.endpointId ?? entity.id, job_id: entity.id };
  const path = row.path.slice(1).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? entity.id));
  const body = row.id === 'podAction' ? { action } : bodies[action];
  return [{ name: action, request: { method, path, ...(body === undefined ? {} : { body }) }, isControl: row.api === 'control' }];
};

/** A body to begin with. */
const bodies: Readonly<Record<string, Json>> = {
  run: { input: { prompt: 'hi' } },
  runsync: { input: { prompt: 'hi' } },
  createEndpoint: { name: 'another', image: 'podsim/worker:1', gpu: { pools: ['ADA_24'] }, workers: { min: 0, max: 3 } },
  updateEndpoint: { workers: { max: 5 } },
  setHandler: { duration: { fixed: '2s' }, outcomes: ['fail', 'complete'] },
  createPod: { name: 'a-pod', image: 'podsim/worker:1', gpu: { id: 'NVIDIA GeForce RTX 4090', count: 1 } },
  updatePod: { name: 'another-name' },
  updateCluster: { name: 'another-name' },
  injectFault: { fault: 'no-capacity', window: { to: '5m' } },
};

/** The faults that strike at once what is selected. */
const faultsOn = (kind: Kind, id: string): readonly Act[] => {
  const [fault, part] = ({ worker: ['worker-crash', 'worker'], host: ['host-failure', 'host'] } as const)[kind as string as 'worker'] ?? [];
  if (fault === undefined || part === undefined) return [];
  return actOf('injectFault', { id: '' }).map((act) => ({
    ...act,
    name: fault,
    request: { ...act.request, body: { fault, match: { [part]: id }, at: '0s' } },
  }));
};
