import type { SimulationContext } from '../../cloud/policies/context.ts';
import type { Delegation, DelegationShape } from '../../cloud/resources/delegation.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { createDelegationRequest, delegationList, delegationResource, ecrArn } from '../contract/account/registry.ts';
import type { Resource } from '../contract/parts/resource.ts';
import { createEntity, resource } from './resource.ts';

const delegations = resource({
  kind: 'delegation',
  path: '/v2/registries/delegations',
  group: 'registries',
  schema: delegationResource,
  listed: 'delegations',
  list: delegationList,
  view: (sim, delegation) => delegationView(sim, delegation),
});

/** GET /v2/registries/delegations: the repositories that the platform may pull from for this account. */
export const listDelegations = delegations.list({ id: 'listDelegations', summary: 'List registry delegations', rules: ['auth.tenancy'] });

/** POST /v2/registries/delegations: grants the right to pull from one ECR repository. */
export const createDelegation = delegations.create({
  id: 'createDelegation',
  summary: 'Create a registry delegation',
  body: createDelegationRequest,
  rules: ['container.registry'],
  run: (sim, { accountId, body, inputKey }) => {
    const shape = { name: body.name ?? null, ...parseRepository(body.resource) };
    return createEntity(sim, 'delegation', inputKey(), { type: 'CreateDelegation', accountId, shape });
  },
});

/** DELETE /v2/registries/delegations/{id}: revokes that right. */
export const revokeDelegation = delegations.delete({
  id: 'revokeDelegation',
  summary: 'Revoke a registry delegation',
  rules: ['auth.tenancy'],
  run: (sim, { delegation }) => sim.dispatch('delegation', delegation.id, { type: 'RevokeDelegation' }),
});

/** The parts of an ECR ARN that the schema has accepted. The default tag is `latest`. */
const parseRepository = (resource: string): Omit<DelegationShape, 'name'> => {
  const [, awsRegion = '', awsUser = '', repository = '', tag = 'latest'] = ecrArn.exec(resource) ?? [];
  return { resource, awsRegion, awsUser, repository, tag };
};

/** The delegation resource. */
const delegationView = (sim: SimulationContext, { id, accountId, shape, createdAt }: Delegation): Resource<typeof delegationResource> => {
  const { name, awsUser, awsRegion, repository, tag } = shape;
  return {
    id,
    name,
    delegatorUserId: accountId,
    awsUser,
    awsRegion,
    repository,
    tag,
    dockerRegistryUri: `${awsUser}.dkr.ecr.${awsRegion}.amazonaws.com/${repository}`,
    createdAt: formatInstant(sim.startMs + (createdAt ?? 0)),
  };
};
