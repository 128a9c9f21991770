import type { Decider } from '../kernel/decider.ts';
import { decideRegistry, type RegistryCommand } from './decide.ts';
import type { RegistryEvent } from './events.ts';
import { evolveRegistry, newRegistry, type Registry } from './evolve.ts';
import { registryLifecycle } from './lifecycle.ts';
import type { RegistrySettings } from './settings.ts';
import { registryTimers } from './timers.ts';

/** A container registry credential, for private images. */
export const registryDecider: Decider<Registry, RegistryCommand, RegistryEvent, RegistrySettings> = {
  kind: 'registry',
  lifecycle: registryLifecycle,
  initial: newRegistry,
  decide: decideRegistry,
  evolve: evolveRegistry,
  timers: registryTimers,
};
