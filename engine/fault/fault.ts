import type { Decider } from '../kernel/decider.ts';
import { decideFault, type FaultCommand } from './decide.ts';
import type { FaultEvent } from './events.ts';
import { evolveFault, type Fault, newFault } from './evolve.ts';
import { faultLifecycle } from './lifecycle.ts';
import type { FaultSettings } from './settings.ts';
import { faultTimers } from './timers.ts';

/** A fault: something that goes wrong on purpose, for a while. */
export const faultDecider: Decider<Fault, FaultCommand, FaultEvent, FaultSettings> = {
  kind: 'fault',
  lifecycle: faultLifecycle,
  initial: newFault,
  decide: decideFault,
  evolve: evolveFault,
  timers: faultTimers,
};
