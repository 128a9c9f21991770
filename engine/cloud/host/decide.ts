import { allowEvent, type Context } from '../../kernel/decider.ts';
import type { Decision } from '../decisions.ts';
import type { HostEvent } from './events.ts';
import type { Host } from './evolve.ts';
import { hostLifecycle } from './lifecycle.ts';
import type { HostSettings } from './settings.ts';

export type HostCommand =
  | { readonly type: 'FailHost'; readonly faultId: string }
  | { readonly type: 'RecoverHost'; readonly faultId: string };

export const decideHost = (command: HostCommand, host: Host, _context: Context<HostSettings>): Decision<HostEvent> => {
  const hostId = host.id;
  switch (command.type) {
    case 'FailHost':
      return occurs(host, { type: 'HostFailed', hostId, faultId: command.faultId });
    case 'RecoverHost':
      return host.downBy.some((id) => id !== command.faultId)
        ? occurs(host, { type: 'HostStillDown', hostId, faultId: command.faultId })
        : occurs(host, { type: 'HostRecovered', hostId });
  }
};

const occurs = (host: Host, event: HostEvent): Decision<HostEvent> => allowEvent(hostLifecycle, host, 'pod.error', event);
