import { left } from 'fp-ts/lib/Either.js';
import { createRegistryRequest, createRegistryUnder, registryList, registryResource } from '../contract/account/registry.ts';
import { createEntity, resource } from './resource.ts';

const registries = resource({
  kind: 'registry',
  path: '/v2/registries',
  group: 'registries',
  schema: registryResource,
  listed: 'registries',
  list: registryList,
  view: (_sim, { id, shape: { name } }) => ({ id, name }),
});

/** GET /v2/registries: the account's registry credentials, by name. */
export const listRegistries = registries.list({ id: 'listRegistries', summary: 'List registry credentials', rules: ['auth.tenancy'] });

/** POST /v2/registries: a credential for private images. Its password is not stored. */
export const createRegistry = registries.create({
  id: 'createRegistry',
  summary: 'Create a registry credential',
  body: createRegistryRequest,
  bodyUnder: createRegistryUnder,
  secrets: [['password']],
  rules: ['container.registry'],
  run: (sim, { accountId, body: { name, username }, inputKey }) => {
    return createEntity(sim, 'registry', inputKey(), { type: 'CreateRegistry', accountId, shape: { name, username } });
  },
});

/** GET /v2/registries/{id}: one registry credential. */
export const getRegistry = registries.read({ id: 'getRegistry', summary: 'Read a registry credential', rules: ['auth.tenancy'] });

/** DELETE /v2/registries/{id}: refused while a pod uses it; templates and endpoints lose their reference. */
export const deleteRegistry = registries.delete({
  id: 'deleteRegistry',
  summary: 'Delete a registry credential',
  refuses: [400],
  rules: ['registry.delete-used'],
  run: (sim, { registry: { id } }) => {
    const [pod] = sim.state.findRelated('pod', 'registry', id);
    if (pod !== undefined) {
      const detail = `registry ${id} is used by pod ${pod.id}; terminate that, or give it another registry first`;
      return left({ kind: 'contradictory', rule: 'registry.delete-used', detail });
    }
    return sim.dispatch('registry', id, { type: 'DeleteRegistry' });
  },
});
