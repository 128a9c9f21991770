import type { Mutable } from '../kernel/decider.ts';
import { type VirtualTime, worldStart } from '../kernel/time.ts';
import type { FaultEvent, FaultSpec } from './events.ts';
import { type FaultStatus, faultLifecycle } from './lifecycle.ts';

/** All that is known of one fault. */
export interface Fault {
  readonly id: string;
  readonly status: FaultStatus;
  readonly spec: FaultSpec;
  readonly strikes: number;
}

export const newFault = (id: string): Fault => ({ id, status: 'NEW', spec: noSpec, strikes: 0 });

const noSpec: FaultSpec = {
  fault: 'worker-crash',
  match: {},
  from: worldStart,
  atOnce: false,
  until: null,
  chance: null,
  limit: 0,
  delayMs: 0,
  status: 0,
};

/** The status comes from the lifecycle; each case sets only the data its event carries. */
export const evolveFault = (fault: Mutable<Fault>, event: FaultEvent, _at: VirtualTime): void => {
  fault.status = faultLifecycle.to(fault.status, event.type) as FaultStatus;
  switch (event.type) {
    case 'FaultInjected':
      fault.spec = event.spec;
      return;
    case 'FaultStruck':
      fault.strikes = event.strikes;
      return;
    case 'FaultBegan':
    case 'FaultEnded':
      return;
    default:
      event satisfies never;
  }
};
