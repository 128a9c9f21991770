import { isLeft, right } from 'fp-ts/lib/Either.js';
import { invariant } from '../../kernel/invariant.ts';
import { keyText } from '../../kernel/rng.ts';
import { mapInSteps } from '../../kernel/steps.ts';
import type { SimulationContext } from '../../simulationContext.ts';
import { createEndpointRequest, endpointList, endpointResource, updateEndpointRequest } from '../contract/endpoint.ts';
import { operation } from '../operation.ts';
import { changeContradiction, endpointContradiction, endpointReferences, reachesVolumes, unfitScaling } from './endpointChecks.ts';
import { endpointConfig, updateConfig } from './endpointConfig.ts';
import { endpointView } from './endpointView.ts';
import { withinWorkersQuota } from './workersQuota.ts';

/** GET /v2/serverless: the account's endpoints. */
export const listEndpoints = operation({
  id: 'listEndpoints',
  api: 'management',
  methods: ['GET'],
  path: '/v2/serverless',
  summary: 'List serverless endpoints',
  permission: { group: 'serverless', level: 'read' },
  success: { status: 200, schema: endpointList },
  rules: ['auth.tenancy', 'endpoint.compute-shape'],
  *run(sim, { accountId, base }) {
    const own = sim.state.related('endpoint', 'account', accountId);
    const endpoints = yield* mapInSteps(own, (endpoint) => endpointView(sim, endpoint, base));
    return right({ answer: { status: 200, body: { endpoints } } });
  },
});

/** POST /v2/serverless: an endpoint whose minimum of workers is starting. */
export const createEndpoint = operation({
  id: 'createEndpoint',
  api: 'management',
  methods: ['POST'],
  path: '/v2/serverless',
  summary: 'Create a serverless endpoint',
  permission: { group: 'serverless', level: 'write' },
  body: createEndpointRequest,
  bodyMax: 'body',
  success: { status: 201, schema: endpointResource },
  rules: [
    'endpoint.create',
    'endpoint.scaler',
    'endpoint.defaults',
    'endpoint.cuda-exclusive',
    'endpoint.cpu-duplicates',
    'endpoint.idle-timeout',
    'endpoint.placement',
    'endpoint.template-merge',
    'endpoint.template-cuda',
    'endpoint.template-access',
    'endpoint.cpu-order',
    'endpoint.quota',
    'worker.min',
    'container.registry',
    'mounts.volume-datacenter',
    'endpoint.worker-quota',
    'pod.cpu-flavor',
  ],
  contradiction: endpointContradiction,
  refersTo: endpointReferences,
  run: (sim, { accountId, base, body, referred: { template }, inputKey }) => {
    const config = endpointConfig(body, sim.settings.endpoint, template);
    if (isLeft(config)) return config;
    const reaches = reachesVolumes(sim, config.right);
    if (isLeft(reaches)) return reaches;
    const within = withinWorkersQuota(sim, accountId, config.right);
    if (isLeft(within)) return within;
    const id = sim.shortId(keyText('endpoint', inputKey()));
    const created = sim.dispatch('endpoint', id, { type: 'CreateEndpoint', accountId, config: config.right });
    return isLeft(created) ? created : right({ answer: { status: 201, body: view(sim, id, base) } });
  },
});

/** GET /v2/serverless/{id}: one endpoint. */
export const getEndpoint = operation({
  id: 'getEndpoint',
  api: 'management',
  methods: ['GET'],
  path: '/v2/serverless/{id}',
  resolves: { id: 'endpoint' },
  summary: 'Read a serverless endpoint',
  permission: { group: 'serverless', level: 'read' },
  success: { status: 200, schema: endpointResource },
  rules: ['endpoint.request-urls', 'endpoint.compute-shape'],
  run: (sim, { base, endpoint }) => right({ answer: { status: 200, body: endpointView(sim, endpoint, base) } }),
});

/** PATCH /v2/serverless/{id}: scaling changes apply at once; a container change rolls out through the workers (worker.rollout). */
export const updateEndpoint = operation({
  id: 'updateEndpoint',
  api: 'management',
  methods: ['PATCH'],
  path: '/v2/serverless/{id}',
  resolves: { id: 'endpoint' },
  summary: 'Change a serverless endpoint',
  permission: { group: 'serverless', level: 'write' },
  body: updateEndpointRequest,
  bodyMax: 'body',
  success: { status: 200, schema: endpointResource },
  rules: [
    'endpoint.patch',
    'endpoint.scaler',
    'worker.rollout',
    'worker.min',
    'endpoint.quota',
    'endpoint.data-centers',
    'container.registry',
    'mounts.volume-datacenter',
    'endpoint.worker-quota',
    'endpoint.cpu-duplicates',
    'endpoint.idle-timeout',
    'endpoint.template-access',
  ],
  unfit: ({ endpoint: { config } }, { scaling, workers }) =>
    unfitScaling({ type: config.type, scaling: scaling ?? config.scaling }, workers),
  contradiction: changeContradiction,
  refersTo: endpointReferences,
  run: (sim, { accountId, base, endpoint, body, referred: { template } }) => {
    const changed = updateConfig(endpoint.config, body, sim.settings.endpoint, template);
    if (isLeft(changed)) return changed;
    const { config, release } = changed.right;
    const reaches = reachesVolumes(sim, config);
    if (isLeft(reaches)) return reaches;
    const within = withinWorkersQuota(sim, accountId, config, endpoint);
    if (isLeft(within)) return within;
    const updated = sim.dispatch('endpoint', endpoint.id, { type: 'UpdateEndpoint', config, release });
    return isLeft(updated) ? updated : right({ answer: { status: 200, body: view(sim, endpoint.id, base) } });
  },
});

/** DELETE /v2/serverless/{id}: terminates its workers, and cancels its waiting and running jobs. */
export const deleteEndpoint = operation({
  id: 'deleteEndpoint',
  api: 'management',
  methods: ['DELETE'],
  path: '/v2/serverless/{id}',
  resolves: { id: 'endpoint' },
  summary: 'Delete a serverless endpoint',
  permission: { group: 'serverless', level: 'write' },
  success: { status: 204 },
  rules: ['endpoint.delete'],
  *run(sim, { endpoint }) {
    const deleted = yield* sim.dispatchInSteps('endpoint', endpoint.id, { type: 'DeleteEndpoint' });
    return isLeft(deleted) ? deleted : right({ answer: { status: 204 } });
  },
});

const view = (sim: SimulationContext, id: string, base: string) => {
  const endpoint = sim.find('endpoint', id);
  invariant(endpoint !== undefined, () => `endpoint ${id} has just been written`);
  return endpointView(sim, endpoint, base);
};
