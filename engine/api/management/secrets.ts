import { left } from 'fp-ts/lib/Either.js';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import type { Secret } from '../../cloud/resources/secret.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { createSecretRequest, secretList, secretResource, updateSecretRequest } from '../contract/account/secret.ts';
import { pageQuery } from '../contract/parts/pages.ts';
import type { Resource } from '../contract/parts/resource.ts';
import { createEntity, resource } from './resource.ts';

const secrets = resource({
  kind: 'secret',
  path: '/v2/account/secrets',
  since: 'secrets',
  group: 'account',
  schema: secretResource,
  listed: 'secrets',
  list: secretList,
  view: (sim, secret) => secretView(sim, secret),
});

/** GET /v2/account/secrets: the account's secrets, without their values. */
export const listSecrets = secrets.list({
  id: 'listSecrets',
  summary: 'List the secrets of the account',
  query: pageQuery,
  rules: ['auth.tenancy', 'list.pages', 'account.secrets'],
});

/** POST /v2/account/secrets: a value under a name, for the environment of containers. */
export const createSecret = secrets.create({
  id: 'createSecret',
  summary: 'Create a secret',
  body: createSecretRequest,
  secrets: [['value']],
  refuses: [409],
  rules: ['account.secrets'],
  run: (sim, { accountId, body: { name, description = null }, inputKey }) => {
    const twin = sim.state.findRelated('secret', 'account', accountId).find(({ shape }) => shape.name === name);
    if (twin !== undefined) {
      const detail = `the secret ${twin.id} is named ${name} already: change its value, or take another name`;
      return left({ kind: 'refused', rule: 'account.secrets', detail });
    }
    const shape = { name, description, valueSetAt: sim.now };
    return createEntity(sim, 'secret', inputKey(), { type: 'CreateSecret', accountId, shape });
  },
});

/** GET /v2/account/secrets/{id}: one secret, without its value. */
export const getSecret = secrets.read({ id: 'getSecret', summary: 'Read a secret', rules: ['auth.tenancy', 'account.secrets'] });

/** PATCH /v2/account/secrets/{id}: changes the value for everything that boots from then on, or the description. */
export const updateSecret = secrets.update({
  id: 'updateSecret',
  summary: 'Change a secret',
  body: updateSecretRequest,
  secrets: [['value']],
  rules: ['account.secrets'],
  run: (sim, { secret: { id, shape }, body }) => {
    const { description = shape.description, value } = body;
    const valueSetAt = value === undefined ? shape.valueSetAt : sim.now;
    return sim.dispatch('secret', id, { type: 'UpdateSecret', shape: { ...shape, description, valueSetAt } });
  },
});

/** DELETE /v2/account/secrets/{id}: references to it stay, but resolve to nothing. */
export const deleteSecret = secrets.delete({
  id: 'deleteSecret',
  summary: 'Delete a secret',
  rules: ['account.secrets'],
  run: (sim, { secret: { id } }) => sim.dispatch('secret', id, { type: 'DeleteSecret' }),
});

/** The secret resource. */
const secretView = (sim: SimulationContext, { id, shape, createdAt }: Secret): Resource<typeof secretResource> => ({
  id,
  name: shape.name,
  description: shape.description,
  createdAt: formatInstant(sim.startMs + (createdAt ?? 0)),
  valueLastUpdatedAt: formatInstant(sim.startMs + shape.valueSetAt),
});
