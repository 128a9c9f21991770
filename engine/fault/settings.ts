import type { SettingsOf } from '../kernel/settings.ts';

/** None of its own: each fault carries its numbers. */
export const faultSettings = {};

export type FaultSettings = SettingsOf<typeof faultSettings>;
