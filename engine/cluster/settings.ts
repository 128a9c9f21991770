import type { SettingsOf } from '../kernel/settings.ts';

/** None of its own: how long members take to come up, the pods' settings say. */
export const clusterSettings = {};

export type ClusterSettings = SettingsOf<typeof clusterSettings>;
