import type { Mutable } from '../kernel/decider.ts';
import type { VirtualTime } from '../kernel/time.ts';
import type { RegistryEvent, RegistryShape } from './events.ts';
import { type RegistryStatus, registryLifecycle } from './lifecycle.ts';

/** All that is known of a registry credential. */
export interface Registry {
  readonly id: string;
  readonly status: RegistryStatus;
  readonly accountId: string;
  readonly shape: RegistryShape;
  readonly createdAt: VirtualTime | null;
}

export const newRegistry = (id: string): Registry => ({ id, status: 'NEW', accountId: '', shape: noRegistry, createdAt: null });

const noRegistry: RegistryShape = { name: '', username: '' };

/** The status comes from the lifecycle; each case sets only the data its event carries. */
export const evolveRegistry = (registry: Mutable<Registry>, event: RegistryEvent, at: VirtualTime): void => {
  registry.status = registryLifecycle.to(registry.status, event.type);
  switch (event.type) {
    case 'RegistryCreated':
      registry.accountId = event.accountId;
      registry.shape = event.shape;
      registry.createdAt = at;
      return;
    case 'RegistryDeleted':
      return;
    default:
      event satisfies never;
  }
};
