import type { SettingsOf } from '../kernel/settings.ts';

/** None of its own. */
export const registrySettings = {};

export type RegistrySettings = SettingsOf<typeof registrySettings>;
