import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import { keyText } from '../../kernel/rng.ts';
import { mapInSteps } from '../../kernel/steps.ts';
import { createRegistryRequest, registryList, registryResource } from '../contract/registry.ts';
import { operation } from '../operation.ts';

/** GET /v2/registries: the account's registry credentials, by name. */
export const listRegistries = operation({
  id: 'listRegistries',
  api: 'management',
  methods: ['GET'],
  path: '/v2/registries',
  summary: 'List registry credentials',
  permission: { group: 'registries', level: 'read' },
  success: { status: 200, schema: registryList },
  rules: ['auth.tenancy'],
  *run(sim, { accountId }) {
    const own = sim.state.related('registry', 'account', accountId);
    const registries = yield* mapInSteps(own, ({ id, shape: { name } }) => ({ id, name }));
    return right({ answer: { status: 200, body: { registries } } });
  },
});

/** POST /v2/registries: a credential for private images. Its password is not stored. */
export const createRegistry = operation({
  id: 'createRegistry',
  api: 'management',
  methods: ['POST'],
  path: '/v2/registries',
  summary: 'Create a registry credential',
  permission: { group: 'registries', level: 'write' },
  body: createRegistryRequest,
  secrets: [['password']],
  bodyMax: 'body',
  success: { status: 201, schema: registryResource },
  rules: ['container.registry'],
  run: (sim, { accountId, body: { name, username }, inputKey }) => {
    const id = sim.shortId(keyText('registry', inputKey()));
    const created = sim.dispatch('registry', id, { type: 'CreateRegistry', accountId, shape: { name, username } });
    return isLeft(created) ? created : right({ answer: { status: 201, body: { id, name } } });
  },
});

/** GET /v2/registries/{id}: one registry credential. */
export const getRegistry = operation({
  id: 'getRegistry',
  api: 'management',
  methods: ['GET'],
  path: '/v2/registries/{id}',
  resolves: { id: 'registry' },
  summary: 'Read a registry credential',
  permission: { group: 'registries', level: 'read' },
  success: { status: 200, schema: registryResource },
  rules: ['auth.tenancy'],
  run: (_world, { registry }) => right({ answer: { status: 200, body: { id: registry.id, name: registry.shape.name } } }),
});

/** DELETE /v2/registries/{id}: refused while a pod uses it; templates and endpoints lose their reference. */
export const deleteRegistry = operation({
  id: 'deleteRegistry',
  api: 'management',
  methods: ['DELETE'],
  path: '/v2/registries/{id}',
  resolves: { id: 'registry' },
  summary: 'Delete a registry credential',
  permission: { group: 'registries', level: 'write' },
  success: { status: 204 },
  refuses: [400],
  rules: ['registry.delete-used'],
  run: (sim, { registry: { id } }) => {
    const [pod] = sim.state.related('pod', 'registry', id);
    if (pod !== undefined) {
      const detail = `registry ${id} is used by pod ${pod.id}; terminate that, or give it another registry first`;
      return left({ kind: 'contradictory', rule: 'registry.delete-used', detail });
    }
    const deleted = sim.dispatch('registry', id, { type: 'DeleteRegistry' });
    return isLeft(deleted) ? deleted : right({ answer: { status: 204 } });
  },
});
