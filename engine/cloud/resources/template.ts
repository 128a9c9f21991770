import { type CompleteContainer, completeContainer } from '../container/config.ts';
import { type Owned, registerOwned } from './owned.ts';

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

/** The state of a template. */
export type Template = Owned<TemplateShape>;

/** A template as an account sees and uses it: the registry credential of another account is not its own (template.list, container.registry). */
export const showTemplateTo = ({ shape, ...template }: Template, accountId: string): Template => ({
  ...template,
  shape: template.accountId === accountId ? shape : { ...shape, container: { ...shape.container, registry: null } },
});

/** A template: container settings under a name, to make pods and endpoints from. */
export const templateEntity = registerOwned<TemplateShape>()({
  kind: 'template',
  life: {
    created: { command: 'CreateTemplate', event: 'TemplateCreated', rule: 'template.defaults' },
    updated: { command: 'UpdateTemplate', event: 'TemplateUpdated', rule: 'template.defaults' },
    deleted: { command: 'DeleteTemplate', event: 'TemplateDeleted', rule: 'template.delete-used', words: 'its owner deletes it' },
  },
  blank: {
    name: '',
    container: completeContainer({}),
    persistent: null,
    serverless: false,
    public: false,
    category: 'NVIDIA',
    startSsh: true,
    startJupyter: true,
    allowedCudaVersions: [],
  },
  createdBy: 'createTemplate',
  example: 'podsim-torch',
  relations: {
    registry: ({ shape }) => shape.container.registry ?? null,
    public: ({ shape }) => (shape.public ? 'public' : null),
  },
});
