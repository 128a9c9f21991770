import { isLeft, right } from 'fp-ts/lib/Either.js';
import { formatInstant } from '../../kernel/instant.ts';
import { invariant } from '../../kernel/invariant.ts';
import { keyText } from '../../kernel/rng.ts';
import { mapInSteps } from '../../kernel/steps.ts';
import type { Delegation, DelegationShape } from '../../resources/delegation.ts';
import type { SimulationContext } from '../../simulationContext.ts';
import { createDelegationRequest, delegationList, delegationResource, ecrArn } from '../contract/registry.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../signature.ts';

/** GET /v2/registries/delegations: the repositories that the platform may pull from for this account. */
export const listDelegations = operation({
  id: 'listDelegations',
  api: 'management',
  methods: ['GET'],
  path: '/v2/registries/delegations',
  summary: 'List registry delegations',
  permission: { group: 'registries', level: 'read' },
  success: { status: 200, schema: delegationList },
  rules: ['auth.tenancy'],
  *run(sim, { accountId }) {
    const delegations = yield* mapInSteps(sim.state.related('delegation', 'account', accountId), (one) => delegationView(sim, one));
    return right({ answer: { status: 200, body: { delegations } } });
  },
});

/** POST /v2/registries/delegations: grants the right to pull from one ECR repository. */
export const createDelegation = operation({
  id: 'createDelegation',
  api: 'management',
  methods: ['POST'],
  path: '/v2/registries/delegations',
  summary: 'Create a registry delegation',
  permission: { group: 'registries', level: 'write' },
  body: createDelegationRequest,
  bodyMax: 'body',
  success: { status: 201, schema: delegationResource },
  rules: ['container.registry'],
  run: (sim, { accountId, body, inputKey }) => {
    const id = sim.shortId(keyText('delegation', inputKey()));
    const shape = { name: body.name ?? null, ...repositoryOf(body.resource) };
    const created = sim.dispatch('delegation', id, { type: 'CreateDelegation', accountId, shape });
    return isLeft(created) ? created : right({ answer: { status: 201, body: view(sim, id) } });
  },
});

/** DELETE /v2/registries/delegations/{id}: revokes that right. */
export const revokeDelegation = operation({
  id: 'revokeDelegation',
  api: 'management',
  methods: ['DELETE'],
  path: '/v2/registries/delegations/{id}',
  resolves: { id: 'delegation' },
  summary: 'Revoke a registry delegation',
  permission: { group: 'registries', level: 'write' },
  success: { status: 204 },
  rules: ['auth.tenancy'],
  run: (sim, { delegation }) => {
    const revoked = sim.dispatch('delegation', delegation.id, { type: 'RevokeDelegation' });
    return isLeft(revoked) ? revoked : right({ answer: { status: 204 } });
  },
});

/** The parts of an ECR ARN that the schema has accepted. The default tag is `latest`. */
const repositoryOf = (resource: string): Omit<DelegationShape, 'name'> => {
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

const view = (sim: SimulationContext, id: string) => {
  const delegation = sim.find('delegation', id);
  invariant(delegation !== undefined, () => `delegation ${id} has just been written`);
  return delegationView(sim, delegation);
};
