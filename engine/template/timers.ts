import type { Timer } from '../kernel/decider.ts';
import type { TemplateCommand } from './decide.ts';
import type { Template } from './evolve.ts';
import type { TemplateSettings } from './settings.ts';

/** None: nothing happens to it by itself. */
export const templateTimers: readonly Timer<Template, TemplateCommand, TemplateSettings>[] = [];
