import type { SettingsOf } from '../kernel/settings.ts';

/** None of its own. */
export const templateSettings = {};

export type TemplateSettings = SettingsOf<typeof templateSettings>;
