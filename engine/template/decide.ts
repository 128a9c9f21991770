import { type Context, changes, type Decision, happens } from '../kernel/decider.ts';
import type { TemplateEvent, TemplateShape } from './events.ts';
import type { Template } from './evolve.ts';
import { templateLifecycle } from './lifecycle.ts';
import type { TemplateSettings } from './settings.ts';

export type TemplateCommand =
  | { readonly type: 'CreateTemplate'; readonly accountId: string; readonly shape: TemplateShape }
  | { readonly type: 'UpdateTemplate'; readonly shape: TemplateShape }
  | { readonly type: 'DeleteTemplate' };

export const decideTemplate = (
  command: TemplateCommand,
  template: Template,
  _context: Context<TemplateSettings>,
): Decision<TemplateEvent> => {
  const templateId = template.id;
  switch (command.type) {
    case 'CreateTemplate':
      return occurs(template, 'template.defaults', {
        type: 'TemplateCreated',
        templateId,
        accountId: command.accountId,
        shape: command.shape,
      });
    case 'UpdateTemplate':
      return changes(
        template.shape,
        command.shape,
        occurs(template, 'template.defaults', { type: 'TemplateUpdated', templateId, shape: command.shape }),
      );
    case 'DeleteTemplate':
      return occurs(template, 'template.delete-used', { type: 'TemplateDeleted', templateId });
  }
};

const occurs = (template: Template, rule: string, event: TemplateEvent): Decision<TemplateEvent> =>
  happens(templateLifecycle, template, rule, event);
