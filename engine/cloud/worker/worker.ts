import { entity } from '../../kernel/entity.ts';
import { cpuWords } from '../container/config.ts';
import { placementWords } from '../container/placement.ts';
import { decideWorker } from './decide.ts';
import { evolveWorker } from './evolve.ts';
import { workerLifecycle } from './lifecycle.ts';
import { workerSettings } from './settings.ts';
import { newWorker } from './state.ts';
import { workerTimers } from './timers.ts';

/** A worker of an endpoint: a container that runs jobs from its queue, as many at once as its handler takes, or handles requests of its load balancer. */
export const workerEntity = entity({
  kind: 'worker',
  lifecycle: workerLifecycle,
  initial: newWorker,
  decide: decideWorker,
  evolve: evolveWorker,
  timers: workerTimers,
  settings: workerSettings,
  relations: { host: ({ placement }) => placement?.hostId ?? null },
  profile: {
    createdBy: [],
    found: { example: 'ep-demo-w1', missing: 'auth.tenancy' },
    numbered: false,
    counts: [],
    waitsIn: ['THROTTLED', 'INITIALIZING', 'UNHEALTHY'],
    actions: () => ({}),
    parts: [],
    inTransition: ['INITIALIZING'],
    words: { placement: placementWords, cpu: cpuWords },
  },
});
