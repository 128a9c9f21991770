import type { Decider } from '../kernel/decider.ts';
import { decideRequest, type RequestCommand } from './decide.ts';
import type { RequestEvent } from './events.ts';
import { evolveRequest, type LbRequest, newRequest } from './evolve.ts';
import { requestLifecycle } from './lifecycle.ts';
import type { RequestSettings } from './settings.ts';
import { requestTimers } from './timers.ts';

/** A request to a load balancer: it goes to a healthy worker, whose handler answers it. */
export const requestDecider: Decider<LbRequest, RequestCommand, RequestEvent, RequestSettings> = {
  kind: 'request',
  lifecycle: requestLifecycle,
  initial: newRequest,
  decide: decideRequest,
  evolve: evolveRequest,
  timers: requestTimers,
};
