import type { SettingsOf } from '../kernel/settings.ts';

/** None of its own: how long a call may wait is the job's affair (`job/settings.ts`). */
export const callSettings = {};

export type CallSettings = SettingsOf<typeof callSettings>;
