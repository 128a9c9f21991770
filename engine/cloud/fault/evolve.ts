import type { Mutable } from '../../kernel/decider.ts';
import { type VirtualTime, worldStart } from '../../kernel/time.ts';
import type { FaultEvent, FaultKind, FaultSpec } from './events.ts';
import { type FaultStatus, faultLifecycle } from './lifecycle.ts';

/** The state of one fault. */
export interface Fault {
  readonly id: string;
  readonly status: FaultStatus;
  readonly spec: FaultSpec;
  readonly strikes: number;
  /** When it last struck; null before its first strike. */
  readonly struckAt: VirtualTime | null;
  /** What it struck, each once, if it is checked again when the fault is over (fault.match). */
  readonly targets: readonly string[];
}

/**
 * Whether a fault has reached its limit, and so is over. A fault that keeps hosts down for a window is not over until the hosts
 * recover.
 */
export const isSpent = ({ spec: { fault, limit, until }, strikes }: Pick<Fault, 'spec' | 'strikes'>): boolean =>
  limit !== null && strikes >= limit && !(fault === 'host-failure' && until !== null);

/**
 * A `no-capacity` fault that has reached its limit ends at the same instant, but in a separate step. Only then is its last target
 * waiting, so that it can be placed. A call that the fault refused changes nothing else.
 */
export const endsLater = ({ spec }: Pick<Fault, 'spec'>): boolean => spec.fault === 'no-capacity';

/**
 * Whether the fault records its targets, to release them when it is over. The other kinds need no list: a refused or slowed call
 * and a failed search for a host stay unchanged, and hosts record the faults that keep them down.
 */
const leavesTraces = ({ spec: { fault } }: Pick<Fault, 'spec'>): boolean => tracing.includes(fault);

const tracing: readonly FaultKind[] = ['worker-crash', 'slow-image-pull', 'image-pull-failure'];

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
