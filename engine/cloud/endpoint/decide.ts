import { allowEvent, type Context, changes } from '../../kernel/decider.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import { completeContainer } from '../container/config.ts';
import type { Decision } from '../decisions.ts';
import type { HandlerSpec } from '../handler/spec.ts';
import type { RuleId } from '../lifecycles.ts';
import type { EndpointConfig, EndpointEvent } from './events.ts';
import type { Endpoint } from './evolve.ts';
import { endpointLifecycle } from './lifecycle.ts';
import type { EndpointSettings } from './settings.ts';

export type EndpointCommand =
  | { readonly type: 'CreateEndpoint'; readonly accountId: string; readonly config: EndpointConfig }
  | { readonly type: 'UpdateEndpoint'; readonly config: EndpointConfig; readonly release: boolean }
  | { readonly type: 'SetHandler'; readonly handler: HandlerSpec }
  | { readonly type: 'ArmScaler'; readonly checkAt: VirtualTime }
  | { readonly type: 'CheckScaler' }
  | { readonly type: 'DeleteEndpoint' };

export const decideEndpoint = (
  command: EndpointCommand,
  endpoint: Endpoint,
  { settings }: Context<EndpointSettings>,
): Decision<EndpointEvent> => {
  const endpointId = endpoint.id;
  switch (command.type) {
    case 'CreateEndpoint':
      return occurs(endpoint, 'endpoint.create', {
        type: 'EndpointCreated',
        endpointId,
        accountId: command.accountId,
        config: { ...command.config, container: completeContainer(command.config.container, settings.diskDefault) },
      });
    case 'UpdateEndpoint': {
      const { config, release } = command;
      const version = endpoint.version + (release ? 1 : 0);
      return changes(
        [endpoint.config, endpoint.version],
        [config, version],
        occurs(endpoint, 'endpoint.patch', { type: 'EndpointUpdated', endpointId, config, version }),
      );
    }
    case 'SetHandler':
      return occurs(endpoint, 'endpoint.create', { type: 'EndpointHandlerSet', endpointId, handler: command.handler });
    case 'ArmScaler':
      return occurs(endpoint, 'scaling.queue-delay', { type: 'EndpointScalerArmed', endpointId, checkAt: command.checkAt });
    case 'CheckScaler':
      return occurs(endpoint, 'scaling.queue-delay', { type: 'EndpointScalerChecked', endpointId });
    case 'DeleteEndpoint':
      return occurs(endpoint, 'endpoint.delete', { type: 'EndpointDeleted', endpointId });
  }
};

const occurs = (endpoint: Endpoint, rule: RuleId, event: EndpointEvent): Decision<EndpointEvent> =>
  allowEvent(endpointLifecycle, endpoint, rule, event);
