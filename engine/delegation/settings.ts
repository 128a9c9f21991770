import type { SettingsOf } from '../kernel/settings.ts';

/** None of its own. */
export const delegationSettings = {};

export type DelegationSettings = SettingsOf<typeof delegationSettings>;
