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
  /** When it last struck; null before it did. */
  readonly struckAt: VirtualTime | null;
  /** What it struck, each once, if these are looked at again when the fault is over (fault.match). */
  readonly targets: readonly string[];
}

/** At its limit a fault is over; one that keeps hosts down for a window stays until they are to come back. */
export const isSpent = ({ spec: { fault, limit, until }, strikes }: Pick<Fault, 'spec' | 'strikes'>): boolean =>
  limit !== null && strikes >= limit && !(fault === 'host-failure' && until !== null);

/**
 * A `no-capacity` fault that has reached its limit ends at the same instant, but as a step of its own: only then does what it
 * struck last wait, and can be placed; and a call that it has refused changes nothing else.
 */
export const endsLater = ({ spec }: Pick<Fault, 'spec'>): boolean => spec.fault === 'no-capacity';

/** What it strikes is another afterwards than it was, for as long as it is there. A call is only refused or slowed, and a look for a place only in vain. */
const leavesTraces = ({ spec: { fault } }: Pick<Fault, 'spec'>): boolean =>
  !['no-capacity', 'api-error', 'api-latency', 'host-failure'].includes(fault);

export const newFault = (id: string): Fault => ({ id, status: 'NEW', spec: noSpec, strikes: 0, struckAt: null, targets: [] });

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
export const evolveFault = (fault: Mutable<Fault>, event: FaultEvent, at: VirtualTime): void => {
  fault.status = faultLifecycle.to(fault.status, event.type);
  switch (event.type) {
    case 'FaultInjected':
      fault.spec = event.spec;
      return;
    case 'FaultStruck':
      fault.strikes = event.strikes;
      fault.struckAt = at;
      if (leavesTraces(fault) && !fault.targets.includes(event.target)) fault.targets = [...fault.targets, event.target];
      return;
    case 'FaultBegan':
    case 'FaultEnded':
      return;
    default:
      event satisfies never;
  }
};
