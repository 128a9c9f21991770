import type { Mutable } from '../../kernel/decider.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import type { HostEvent } from './events.ts';
import { type HostStatus, hostLifecycle } from './lifecycle.ts';

/** The failures of a host. A host that never failed is not among the world's entities. */
export interface Host {
  readonly id: string;
  readonly status: HostStatus;
  readonly failures: number;
  /** The faults that keep it down; none while it is up. */
  readonly downBy: readonly string[];
}

export const newHost = (id: string): Host => ({ id, status: 'UP', failures: 0, downBy: [] });

/** The status comes from the lifecycle; each case sets only the data its event carries. */
export const evolveHost = (host: Mutable<Host>, event: HostEvent, _at: VirtualTime): void => {
  host.status = hostLifecycle.to(host.status, event.type);
  switch (event.type) {
    case 'HostFailed':
      host.failures += 1;
      host.downBy = [...host.downBy, event.faultId];
      return;
    case 'HostStillDown':
      host.downBy = host.downBy.filter((id) => id !== event.faultId);
      return;
    case 'HostRecovered':
      host.downBy = [];
      return;
    default:
      event satisfies never;
  }
};
