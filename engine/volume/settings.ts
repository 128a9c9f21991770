import type { SettingsOf } from '../kernel/settings.ts';

/** None of its own. */
export const volumeSettings = {};

export type VolumeSettings = SettingsOf<typeof volumeSettings>;
