import type { Timer } from '../kernel/decider.ts';
import type { RegistryCommand } from './decide.ts';
import type { Registry } from './evolve.ts';
import type { RegistrySettings } from './settings.ts';

/** None: nothing happens to it by itself. */
export const registryTimers: readonly Timer<Registry, RegistryCommand, RegistrySettings>[] = [];
