import { entity } from '../../kernel/entity.ts';
import { decideRequest } from './decide.ts';
import { evolveRequest, newRequest } from './evolve.ts';
import { requestLifecycle } from './lifecycle.ts';
import { requestSettings } from './settings.ts';
import { requestTimers } from './timers.ts';

/** A request to a load balancer: it goes to a healthy worker, whose handler answers it. */
export const requestEntity = entity({
  kind: 'request',
  lifecycle: requestLifecycle,
  initial: newRequest,
  decide: decideRequest,
  evolve: evolveRequest,
  timers: requestTimers,
  settings: requestSettings,
  profile: {
    createdBy: [],
    found: null,
    numbered: true,
    counts: [],
    waitsIn: ['WAITING'],
    actions: null,
    parts: [],
    inTransition: ['WAITING', 'IN_FLIGHT'],
    words: {},
  },
});
