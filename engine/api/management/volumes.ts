import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { dataCenters, findDataCenter, volumeTiersOf } from '../../catalog/dataCenters.ts';
import type { Rejection } from '../../kernel/decider.ts';
import { invariant } from '../../kernel/invariant.ts';
import { keyText } from '../../kernel/rng.ts';
import { mapInSteps } from '../../kernel/steps.ts';
import type { Volume, VolumeShape } from '../../resources/volume.ts';
import type { SimulationContext } from '../../simulationContext.ts';
import { createVolumeRequest, updateVolumeRequest, volumeList, volumeResource } from '../contract/volume.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../signature.ts';

/** GET /v2/network-volumes: the account's network volumes. */
export const listNetworkVolumes = operation({
  id: 'listNetworkVolumes',
  api: 'management',
  methods: ['GET'],
  path: '/v2/network-volumes',
  summary: 'List network volumes',
  permission: { group: 'volumes', level: 'read' },
  success: { status: 200, schema: volumeList },
  rules: ['auth.tenancy'],
  *run(sim, { accountId }) {
    const networkVolumes = yield* mapInSteps(sim.state.related('volume', 'account', accountId), volumeView);
    return right({ answer: { status: 200, body: { networkVolumes } } });
  },
});

/** POST /v2/network-volumes: storage in one data centre, which outlives the pods that mount it. */
export const createNetworkVolume = operation({
  id: 'createNetworkVolume',
  api: 'management',
  methods: ['POST'],
  path: '/v2/network-volumes',
  summary: 'Create a network volume',
  permission: { group: 'volumes', level: 'write' },
  body: createVolumeRequest,
  bodyMax: 'body',
  success: { status: 201, schema: volumeResource },
  rules: ['volume.size', 'volume.data-center'],
  run: (sim, { accountId, body, inputKey }) => {
    const tier = tierIn(body.dataCenter, body.type);
    if (isLeft(tier)) return tier;
    const id = sim.shortId(keyText('volume', inputKey()));
    const shape = { name: body.name, size: body.size, dataCenterId: body.dataCenter, tier: tier.right };
    const created = sim.dispatch('volume', id, { type: 'CreateVolume', accountId, shape });
    return isLeft(created) ? created : right({ answer: { status: 201, body: view(sim, id) } });
  },
});

/** GET /v2/network-volumes/{id}: one network volume. */
export const getNetworkVolume = operation({
  id: 'getNetworkVolume',
  api: 'management',
  methods: ['GET'],
  path: '/v2/network-volumes/{id}',
  resolves: { id: 'volume' },
  summary: 'Read a network volume',
  permission: { group: 'volumes', level: 'read' },
  success: { status: 200, schema: volumeResource },
  rules: ['auth.tenancy'],
  run: (_world, { volume }) => right({ answer: { status: 200, body: volumeView(volume) } }),
});

/** PATCH /v2/network-volumes/{id}: renames or enlarges it; it never shrinks. */
export const updateNetworkVolume = operation({
  id: 'updateNetworkVolume',
  api: 'management',
  methods: ['PATCH'],
  path: '/v2/network-volumes/{id}',
  resolves: { id: 'volume' },
  summary: 'Change a network volume',
  permission: { group: 'volumes', level: 'write' },
  body: updateVolumeRequest,
  bodyMax: 'body',
  success: { status: 200, schema: volumeResource },
  rules: ['volume.size'],
  run: (sim, { volume, body }) => {
    const { name = volume.shape.name, size = volume.shape.size } = body;
    if (size < volume.shape.size) return no('volume.size', `a network volume only grows: it has ${volume.shape.size} GB`);
    const updated = sim.dispatch('volume', volume.id, { type: 'UpdateVolume', shape: { ...volume.shape, name, size } });
    return isLeft(updated) ? updated : right({ answer: { status: 200, body: view(sim, volume.id) } });
  },
});

/** DELETE /v2/network-volumes/{id}: refused while an endpoint or a pod, even a stopped one, has it. */
export const deleteNetworkVolume = operation({
  id: 'deleteNetworkVolume',
  api: 'management',
  methods: ['DELETE'],
  path: '/v2/network-volumes/{id}',
  resolves: { id: 'volume' },
  summary: 'Delete a network volume',
  permission: { group: 'volumes', level: 'write' },
  success: { status: 204 },
  refuses: [400],
  rules: ['volume.delete-attached'],
  run: (sim, { volume: { id } }) => {
    const user = userOf(sim, id);
    if (user !== undefined) return no('volume.delete-attached', `network volume ${id} is attached to ${user}; detach or remove that first`);
    const deleted = sim.dispatch('volume', id, { type: 'DeleteVolume' });
    return isLeft(deleted) ? deleted : right({ answer: { status: 204 } });
  },
});

/** The storage tier in a data centre: the named one, or its primary tier; 400 if it does not exist there (volume.data-center). */
const tierIn = (id: string, wanted: VolumeShape['tier'] | undefined): Either<Rejection, VolumeShape['tier']> => {
  const center = findDataCenter(id);
  const tiers = center === undefined ? [] : volumeTiersOf(center);
  const tier = tiers.find((one) => wanted === undefined || one === wanted);
  if (tier !== undefined) return right(tier);
  const able = dataCenters
    .filter((known) => volumeTiersOf(known).some((one) => wanted === undefined || one === wanted))
    .map((known) => known.id);
  const what =
    center === undefined
      ? `there is no data centre ${id}`
      : `${id} holds no network volumes${wanted === undefined ? '' : ` of type ${wanted}`}`;
  return no('volume.data-center', `${what}; these do: ${able.join(', ')}`);
};

/** The first resource that has the volume, for a message. */
const userOf = (sim: SimulationContext, id: string): string | undefined => {
  const [pod] = sim.state.related('pod', 'volume', id);
  if (pod !== undefined) return `pod ${pod.id}`;
  const [endpoint] = sim.state.related('endpoint', 'volume', id);
  return endpoint === undefined ? undefined : `endpoint ${endpoint.id}`;
};

const no = (rule: string, detail: string): Either<Rejection, never> => left({ kind: 'contradictory', rule, detail });

/** The network volume resource. */
const volumeView = ({ id, shape: { name, size, dataCenterId, tier } }: Volume): Resource<typeof volumeResource> => ({
  id,
  name,
  size,
  dataCenter: dataCenterId,
  type: tier,
});

const view = (sim: SimulationContext, id: string) => {
  const volume = sim.find('volume', id);
  invariant(volume !== undefined, () => `volume ${id} has just been written`);
  return volumeView(volume);
};
