import { type DryRun, type Kind, listActions, type State, type StateOf } from '../../../../engine/cloud/index.ts';
import { callFor, type HttpCall, httpCall, httpCallOfAct } from '../../../../engine/compare/index.ts';
import type { Json } from '../../../../engine/kernel/index.ts';

/** An action that a person can take, with its call. */
export interface Act {
  readonly name: string;
  readonly call: HttpCall;
}

/** Lists the actions on an entity now: the operations that its kind offers, and the faults that can strike it. */
export const actsOn = <K extends Kind>(kind: K, entity: StateOf<K>, dryRun: DryRun): readonly Act[] => [
  ...(listActions(kind, entity, dryRun) ?? []).flatMap((name) => offerAct(name, httpCallOfAct(callFor(kind, entity, name)))),
  ...faultsOn(kind, entity.id),
];

/** Lists the actions on no entity in particular, which create something. */
export const actsOnWorld = (state: State): readonly Act[] => [
  ...[...state.all('endpoint')]
    .slice(0, endpointsMax)
    .flatMap(({ id }) =>
      offerAct(`run on ${id}`, httpCall('run', { params: { endpoint_id: id }, query: {}, body: { input: { prompt: 'hi' } } })),
    ),
  ...Object.entries(beginnings).flatMap(([name, body]) => offerCreation(name, body)),
];

const endpointsMax = 8;

const offerAct = (name: string, call: HttpCall | undefined): readonly Act[] => (call === undefined ? [] : [{ name, call }]);

const offerCreation = (operation: string, body: Json): readonly Act[] =>
  offerAct(operation, httpCall(operation, { params: {}, query: {}, body }));

/** Examples that work in most worlds. */
const beginnings: Readonly<Record<string, Json>> = {
  createEndpoint: { name: 'another', image: 'podsim/worker:1', gpu: { pools: ['ADA_24'] }, workers: { min: 0, max: 3 } },
  createPod: { name: 'a-pod', image: 'podsim/worker:1', gpu: { id: 'NVIDIA GeForce RTX 4090', count: 1 } },
  injectFault: { fault: 'no-capacity', window: { to: '5m' } },
};

/** Lists the faults that strike the selected entity at once. */
const faultsOn = (kind: Kind, id: string): readonly Act[] => {
  const [fault, part] = ({ worker: ['worker-crash', 'worker'], host: ['host-failure', 'host'] } as const)[kind as string as 'worker'] ?? [];
  if (fault === undefined || part === undefined) return [];
  return offerCreation('injectFault', { fault, match: { [part]: id }, at: '0s' }).map((act) => ({ ...act, name: fault }));
};
