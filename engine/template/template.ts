import type { Decider } from '../kernel/decider.ts';
import { decideTemplate, type TemplateCommand } from './decide.ts';
import type { TemplateEvent } from './events.ts';
import { evolveTemplate, newTemplate, type Template } from './evolve.ts';
import { templateLifecycle } from './lifecycle.ts';
import type { TemplateSettings } from './settings.ts';
import { templateTimers } from './timers.ts';

/** A template: container settings under a name, to make pods and endpoints from. */
export const templateDecider: Decider<Template, TemplateCommand, TemplateEvent, TemplateSettings> = {
  kind: 'template',
  lifecycle: templateLifecycle,
  initial: newTemplate,
  decide: decideTemplate,
  evolve: evolveTemplate,
  timers: templateTimers,
};
