import type { Decider } from '../kernel/decider.ts';
import { decideHost, type HostCommand } from './decide.ts';
import type { HostEvent } from './events.ts';
import { evolveHost, type Host, newHost } from './evolve.ts';
import { hostLifecycle } from './lifecycle.ts';
import type { HostSettings } from './settings.ts';
import { hostTimers } from './timers.ts';

/** A machine in a data centre. It is there from the world's start, and is heard of only when it fails. */
export const hostDecider: Decider<Host, HostCommand, HostEvent, HostSettings> = {
  kind: 'host',
  lifecycle: hostLifecycle,
  initial: newHost,
  decide: decideHost,
  evolve: evolveHost,
  timers: hostTimers,
};
