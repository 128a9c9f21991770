import { chain, chainFirst } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { createEndpointRequest, endpointList, endpointResource, updateEndpointRequest } from '../../contract/endpoint.ts';
import { pageQuery } from '../../contract/parts/pages.ts';
import { createEntity, resource } from '../resource.ts';
import { withinWorkersQuota } from '../workersQuota.ts';
import { changeContradiction, endpointContradiction, endpointReferences, reachesVolumes, unfitScaling } from './checks.ts';
import { endpointConfig, maxOutOfBounds, updateConfig } from './config.ts';
import { endpointView } from './view.ts';

export const endpoints = resource({
  kind: 'endpoint',
  path: '/v2/serverless',
  group: 'serverless',
  schema: endpointResource,
  listed: 'endpoints',
  list: endpointList,
  view: (sim, endpoint, { base }) => endpointView(sim, endpoint, base),
});

/** GET /v2/serverless: the account's endpoints. */
export const listEndpoints = endpoints.list({
  id: 'listEndpoints',
  summary: 'List serverless endpoints',
  query: pageQuery,
  rules: ['auth.tenancy', 'endpoint.compute-shape', 'list.pages'],
});

/** POST /v2/serverless: an endpoint whose minimum of workers is starting. */
export const createEndpoint = endpoints.create({
  id: 'createEndpoint',
  summary: 'Create a serverless endpoint',
  body: createEndpointRequest,
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
    'billing.priced',
    'container.launch',
  ],
  contradiction: endpointContradiction,
  outOfBounds: ({ body }, { endpoint }) => maxOutOfBounds(body, endpoint),
  refersTo: endpointReferences,
  run: (sim, { accountId, body, referred: { template }, inputKey }) =>
    pipe(
      endpointConfig(body, sim.settings.endpoint, template),
      chainFirst((config) => reachesVolumes(sim, config)),
      chainFirst((config) => withinWorkersQuota(sim, accountId, config)),
      chain((config) => createEntity(sim, 'endpoint', inputKey(), { type: 'CreateEndpoint', accountId, config })),
    ),
});

/** GET /v2/serverless/{id}: one endpoint. */
export const getEndpoint = endpoints.read({
  id: 'getEndpoint',
  summary: 'Read a serverless endpoint',
  rules: ['endpoint.request-urls', 'endpoint.compute-shape'],
});

/** PATCH /v2/serverless/{id}: scaling changes apply at once; a container change rolls out through the workers (worker.rollout). */
export const updateEndpoint = endpoints.update({
  id: 'updateEndpoint',
  summary: 'Change a serverless endpoint',
  body: updateEndpointRequest,
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
    'billing.priced',
    'container.launch',
  ],
  unfit: ({ endpoint: { config } }, { scaling, workers }) =>
    unfitScaling({ type: config.type, scaling: scaling ?? config.scaling }, workers),
  contradiction: changeContradiction,
  refersTo: endpointReferences,
  run: (sim, { accountId, endpoint, body, referred: { template } }) =>
    pipe(
      updateConfig(endpoint.config, body, sim.settings.endpoint, template),
      chainFirst(({ config }) => reachesVolumes(sim, config)),
      chainFirst(({ config }) => withinWorkersQuota(sim, accountId, config, endpoint)),
      chain(({ config, release }) => sim.dispatch('endpoint', endpoint.id, { type: 'UpdateEndpoint', config, release })),
    ),
});

/** DELETE /v2/serverless/{id}: terminates its workers, and cancels its waiting and running jobs. */
export const deleteEndpoint = endpoints.delete({
  id: 'deleteEndpoint',
  summary: 'Delete a serverless endpoint',
  rules: ['endpoint.delete'],
  run: (sim, { endpoint }) => sim.dispatchInSteps('endpoint', endpoint.id, { type: 'DeleteEndpoint' }),
});
