import type { Decider } from '../kernel/decider.ts';
import { decideEndpoint, type EndpointCommand } from './decide.ts';
import type { EndpointEvent } from './events.ts';
import { type Endpoint, evolveEndpoint, newEndpoint } from './evolve.ts';
import { endpointLifecycle } from './lifecycle.ts';
import type { EndpointSettings } from './settings.ts';
import { endpointTimers } from './timers.ts';

/** A serverless endpoint: a queue (or a load balancer), a handler, and the wish for so many workers. */
export const endpointDecider: Decider<Endpoint, EndpointCommand, EndpointEvent, EndpointSettings> = {
  kind: 'endpoint',
  lifecycle: endpointLifecycle,
  initial: newEndpoint,
  decide: decideEndpoint,
  evolve: evolveEndpoint,
  timers: endpointTimers,
};
