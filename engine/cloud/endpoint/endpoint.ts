import { asItsParts, entity } from '../../kernel/entity.ts';
import { decideEndpoint } from './decide.ts';
import { evolveEndpoint, newEndpoint } from './evolve.ts';
import { endpointLifecycle } from './lifecycle.ts';
import { endpointSettings } from './settings.ts';
import { endpointTimers } from './timers.ts';
import { configWords } from './words.ts';

/** A serverless endpoint: a queue (or a load balancer), a handler, and a target number of workers. */
export const endpointEntity = entity({
  kind: 'endpoint',
  lifecycle: endpointLifecycle,
  initial: newEndpoint,
  decide: decideEndpoint,
  evolve: evolveEndpoint,
  timers: endpointTimers,
  settings: endpointSettings,
  relations: {
    account: ({ accountId }) => accountId,
    template: ({ config }) => config.templateId,
    registry: ({ config }) => config.container.registry ?? null,
    volume: ({ config }) => config.networkVolumes,
  },
  profile: {
    createdBy: ['createEndpoint'],
    found: { example: 'ep-demo', missing: 'auth.tenancy' },
    numbered: false,
    counts: ['worker', 'waiting job'],
    waitsIn: [],
    actions: ({ config, handler }) => ({
      ...(config.type === 'QUEUE' ? { run: null, runsync: null, purgeQueue: null } : {}),
      updateEndpoint: { type: 'UpdateEndpoint', config, release: false },
      deleteEndpoint: { type: 'DeleteEndpoint' },
      setHandler: { type: 'SetHandler', handler },
    }),
    parts: ['job', 'request', 'worker'],
    inTransition: asItsParts,
    words: { config: configWords },
  },
});
