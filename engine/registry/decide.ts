import { type Context, type Decision, happens } from '../kernel/decider.ts';
import type { RegistryEvent, RegistryShape } from './events.ts';
import type { Registry } from './evolve.ts';
import { registryLifecycle } from './lifecycle.ts';
import type { RegistrySettings } from './settings.ts';

export type RegistryCommand =
  | { readonly type: 'CreateRegistry'; readonly accountId: string; readonly shape: RegistryShape }
  | { readonly type: 'DeleteRegistry' };

export const decideRegistry = (
  command: RegistryCommand,
  registry: Registry,
  _context: Context<RegistrySettings>,
): Decision<RegistryEvent> => {
  const registryId = registry.id;
  switch (command.type) {
    case 'CreateRegistry':
      return occurs(registry, 'container.registry', {
        type: 'RegistryCreated',
        registryId,
        accountId: command.accountId,
        shape: command.shape,
      });
    case 'DeleteRegistry':
      return occurs(registry, 'registry.delete-used', { type: 'RegistryDeleted', registryId });
  }
};

const occurs = (registry: Registry, rule: string, event: RegistryEvent): Decision<RegistryEvent> =>
  happens(registryLifecycle, registry, rule, event);
