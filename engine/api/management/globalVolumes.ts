import { left } from 'fp-ts/lib/Either.js';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import type { GlobalVolume } from '../../cloud/resources/globalVolume.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { createGlobalVolumeRequest, globalVolumeList, globalVolumeResource } from '../contract/globalVolume.ts';
import { pageQuery } from '../contract/parts/pages.ts';
import type { Resource } from '../contract/parts/resource.ts';
import { createEntity, resource } from './resource.ts';

const globalVolumes = resource({
  kind: 'globalVolume',
  path: '/v2/global-volumes',
  since: 'globalVolumes',
  group: 'volumes',
  schema: globalVolumeResource,
  listed: 'globalVolumes',
  list: globalVolumeList,
  view: (sim, volume) => globalVolumeView(sim, volume),
});

/** GET /v2/global-volumes: the account's global volumes. */
export const listGlobalVolumes = globalVolumes.list({
  id: 'listGlobalVolumes',
  summary: 'List global volumes',
  query: pageQuery,
  rules: ['auth.tenancy', 'list.pages', 'volume.global'],
});

/** POST /v2/global-volumes: storage that is in no data center. */
export const createGlobalVolume = globalVolumes.create({
  id: 'createGlobalVolume',
  summary: 'Create a global volume',
  body: createGlobalVolumeRequest,
  rules: ['volume.global'],
  run: (sim, { accountId, body: { name }, inputKey }) =>
    createEntity(sim, 'globalVolume', inputKey(), { type: 'CreateGlobalVolume', accountId, shape: { name: name.trim() } }, 'gsb_'),
});

/** DELETE /v2/global-volumes/{id}: refused while a pod, even a stopped one, has it. */
export const deleteGlobalVolume = globalVolumes.delete({
  id: 'deleteGlobalVolume',
  summary: 'Delete a global volume',
  refuses: [400],
  rules: ['volume.global'],
  run: (sim, { globalVolume: { id } }) => {
    const [pod] = sim.state.findRelated('pod', 'globalVolume', id);
    if (pod === undefined) return sim.dispatch('globalVolume', id, { type: 'DeleteGlobalVolume' });
    const detail = `global volume ${id} is mounted in pod ${pod.id}; remove that first`;
    return left({ kind: 'contradictory', rule: 'volume.global', detail });
  },
});

/** The global volume resource. Its creator is its account: keys have no users. */
const globalVolumeView = (
  sim: SimulationContext,
  { id, accountId, shape, createdAt }: GlobalVolume,
): Resource<typeof globalVolumeResource> => ({
  id,
  name: shape.name,
  createdAt: formatInstant(sim.startMs + (createdAt ?? 0)),
  createdByUserId: accountId,
});
