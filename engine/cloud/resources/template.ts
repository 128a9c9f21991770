import { type CompleteContainer, completeContainer } from '../container/config.ts';
import { defineLifecycle } from '../lifecycles.ts';
import { type Owned, type OwnedLife, registerOwned, statusesOfOwned } from './owned.ts';

/** The events of a template. */
type TemplateEvent =
  | { readonly type: 'TemplateCreated'; readonly templateId: string; readonly accountId: string; readonly shape: TemplateShape }
  | { readonly type: 'TemplateUpdated'; readonly templateId: string; readonly shape: TemplateShape }
  | { readonly type: 'TemplateDeleted'; readonly templateId: string };

/** What a template holds, defaults filled in. */
export interface TemplateShape {
  readonly name: string;
  readonly container: CompleteContainer;
  readonly persistent: { readonly size: number; readonly path: string } | null;
  readonly serverless: boolean;
  readonly public: boolean;
  readonly category: 'CPU' | 'NVIDIA' | 'AMD';
  readonly startSsh: boolean;
  readonly startJupyter: boolean;
  readonly allowedCudaVersions: readonly string[];
}

type TemplateCommand =
  | { readonly type: 'CreateTemplate'; readonly accountId: string; readonly shape: TemplateShape }
  | { readonly type: 'UpdateTemplate'; readonly shape: TemplateShape }
  | { readonly type: 'DeleteTemplate' };

/** Its life, and the rules of it. */
const templateLife: OwnedLife<TemplateCommand, TemplateEvent> = {
  created: { command: 'CreateTemplate', event: 'TemplateCreated', rule: 'template.defaults' },
  updated: { command: 'UpdateTemplate', event: 'TemplateUpdated', rule: 'template.defaults' },
  deleted: { command: 'DeleteTemplate', event: 'TemplateDeleted', rule: 'template.delete-used', words: 'its owner deletes it' },
};

const templateLifecycle = defineLifecycle<TemplateEvent>()({
  id: 'template',
  initial: 'NEW',
  states: statusesOfOwned(templateLife),
});

/** The state of a template. */
export type Template = Owned<TemplateShape>;

/** A template as an account sees and uses it: the registry credential of another account is not its own (template.list, container.registry). */
export const showTemplateTo = ({ shape, ...template }: Template, accountId: string): Template => ({
  ...template,
  shape: template.accountId === accountId ? shape : { ...shape, container: { ...shape.container, registry: null } },
});

const noTemplate: TemplateShape = {
  name: '',
  container: completeContainer({}),
  persistent: null,
  serverless: false,
  public: false,
  category: 'NVIDIA',
  startSsh: true,
  startJupyter: true,
  allowedCudaVersions: [],
};

/** A template: container settings under a name, to make pods and endpoints from. */
export const templateEntity = registerOwned({
  kind: 'template',
  lifecycle: templateLifecycle,
  life: templateLife,
  blank: noTemplate,
  createdBy: 'createTemplate',
  example: 'podsim-torch',
  relations: {
    registry: ({ shape }) => shape.container.registry ?? null,
    public: ({ shape }) => (shape.public ? 'public' : null),
  },
});
