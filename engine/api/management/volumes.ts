import { chain, type Either, isLeft, left, map, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { dataCenters, findDataCenter, listVolumeTiers } from '../../cloud/catalog/dataCenters.ts';
import type { Rejection } from '../../cloud/decisions.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import type { Volume, VolumeShape } from '../../cloud/resources/volume.ts';
import type { RuleId } from '../../cloud/rulebook/rules.ts';
import type { Resource } from '../contract/parts/resource.ts';
import { createVolumeRequest, updateVolumeRequest, volumeList, volumeResource } from '../contract/volume.ts';
import { createEntity, resource } from './resource.ts';

const volumes = resource({
  kind: 'volume',
  path: '/v2/network-volumes',
  group: 'volumes',
  schema: volumeResource,
  listed: 'networkVolumes',
  list: volumeList,
  view: (_sim, volume) => volumeView(volume),
});

/** GET /v2/network-volumes: the account's network volumes. */
export const listNetworkVolumes = volumes.list({ id: 'listNetworkVolumes', summary: 'List network volumes', rules: ['auth.tenancy'] });

/** POST /v2/network-volumes: storage in one data center, which outlives the pods that mount it. */
export const createNetworkVolume = volumes.create({
  id: 'createNetworkVolume',
  summary: 'Create a network volume',
  body: createVolumeRequest,
  rules: ['volume.size', 'volume.data-center'],
  contradiction: ({ dataCenter, type }) => {
    const tier = tierIn(dataCenter, type);
    return isLeft(tier) ? tier.left : undefined;
  },
  run: (sim, { accountId, body: { name, size, dataCenter, type }, inputKey }) =>
    pipe(
      tierIn(dataCenter, type),
      map((tier) => ({ name, size, dataCenterId: dataCenter, tier })),
      chain((shape) => createEntity(sim, 'volume', inputKey(), { type: 'CreateVolume', accountId, shape })),
    ),
});

/** GET /v2/network-volumes/{id}: one network volume. */
export const getNetworkVolume = volumes.read({ id: 'getNetworkVolume', summary: 'Read a network volume', rules: ['auth.tenancy'] });

/** PATCH /v2/network-volumes/{id}: renames or enlarges it; it never shrinks. */
export const updateNetworkVolume = volumes.update({
  id: 'updateNetworkVolume',
  summary: 'Change a network volume',
  body: updateVolumeRequest,
  rules: ['volume.size'],
  run: (sim, { volume, body }) => {
    const { name = volume.shape.name, size = volume.shape.size } = body;
    if (size < volume.shape.size) return no('volume.size', `a network volume only grows: it has ${volume.shape.size} GB`);
    return sim.dispatch('volume', volume.id, { type: 'UpdateVolume', shape: { ...volume.shape, name, size } });
  },
});

/** DELETE /v2/network-volumes/{id}: refused while an endpoint or a pod, even a stopped one, has it. */
export const deleteNetworkVolume = volumes.delete({
  id: 'deleteNetworkVolume',
  summary: 'Delete a network volume',
  refuses: [400],
  rules: ['volume.delete-attached'],
  run: (sim, { volume: { id } }) => {
    const user = findUser(sim, id);
    if (user !== undefined) return no('volume.delete-attached', `network volume ${id} is attached to ${user}; detach or remove that first`);
    return sim.dispatch('volume', id, { type: 'DeleteVolume' });
  },
});

/** The storage tier in a data center: the named one, or its primary tier; 400 if it does not exist there (volume.data-center). */
const tierIn = (id: string, wanted: VolumeShape['tier'] | undefined): Either<Rejection, VolumeShape['tier']> => {
  const center = findDataCenter(id);
  const tiers = center === undefined ? [] : listVolumeTiers(center);
  const tier = tiers.find((one) => wanted === undefined || one === wanted);
  if (tier !== undefined) return right(tier);
  const able = dataCenters
    .filter((known) => listVolumeTiers(known).some((one) => wanted === undefined || one === wanted))
    .map((known) => known.id);
  const what =
    center === undefined
      ? `there is no data centre ${id}`
      : `${id} holds no network volumes${wanted === undefined ? '' : ` of type ${wanted}`}`;
  return left({ ...contradiction('volume.data-center', `${what}; these do: ${able.join(', ')}`), unknown: { name: id, known: able } });
};

/** The first resource that has the volume, for a message. */
const findUser = (sim: SimulationContext, id: string): string | undefined => {
  const [pod] = sim.state.findRelated('pod', 'volume', id);
  if (pod !== undefined) return `pod ${pod.id}`;
  const [endpoint] = sim.state.findRelated('endpoint', 'volume', id);
  return endpoint === undefined ? undefined : `endpoint ${endpoint.id}`;
};

const contradiction = (rule: RuleId, detail: string): Rejection => ({ kind: 'contradictory', rule, detail });

const no = (rule: RuleId, detail: string): Either<Rejection, never> => left(contradiction(rule, detail));

/** The network volume resource. */
const volumeView = ({ id, shape: { name, size, dataCenterId, tier } }: Volume): Resource<typeof volumeResource> => ({
  id,
  name,
  size,
  dataCenter: dataCenterId,
  type: tier,
});
