import { completed } from '../container/config.ts';
import type { Mutable } from '../kernel/decider.ts';
import type { VirtualTime } from '../kernel/time.ts';
import type { TemplateEvent, TemplateShape } from './events.ts';
import { type TemplateStatus, templateLifecycle } from './lifecycle.ts';

/** All that is known of a template. */
export interface Template {
  readonly id: string;
  readonly status: TemplateStatus;
  readonly accountId: string;
  readonly shape: TemplateShape;
  readonly createdAt: VirtualTime | null;
}

export const newTemplate = (id: string): Template => ({ id, status: 'NEW', accountId: '', shape: noTemplate, createdAt: null });

const noTemplate: TemplateShape = {
  name: '',
  container: completed({}),
  persistent: null,
  serverless: false,
  public: false,
  category: 'NVIDIA',
  startSsh: true,
  startJupyter: true,
  allowedCudaVersions: [],
};

/** The status comes from the lifecycle; each case sets only the data its event carries. */
export const evolveTemplate = (template: Mutable<Template>, event: TemplateEvent, at: VirtualTime): void => {
  template.status = templateLifecycle.to(template.status, event.type);
  switch (event.type) {
    case 'TemplateCreated':
      template.accountId = event.accountId;
      template.shape = event.shape;
      template.createdAt = at;
      return;
    case 'TemplateUpdated':
      template.shape = event.shape;
      return;
    case 'TemplateDeleted':
      return;
    default:
      event satisfies never;
  }
};
