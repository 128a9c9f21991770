import { setup } from 'xstate';
import { type CompleteContainer, completeContainer } from '../container/config.ts';
import { allowEvent, changes, type Decision } from '../kernel/decider.ts';
import { entity } from '../kernel/entity.ts';
import { lifecycleOf } from '../kernel/lifecycle.ts';
import { evolveOwned, newOwned, type Owned } from './owned.ts';

/** The events of a template. */
export type TemplateEvent =
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

/** A table of status, event and next status. A transition that is not listed cannot happen. */
// biome-ignore format: a table
export const templateMachine = setup({ types: { events: {} as Pick<TemplateEvent, 'type'> } }).createMachine({
  id: 'template',
  initial: 'NEW',
  states: {
    NEW: {
      description: 'does not exist yet', tags: ['before'], meta: { rule: 'template.defaults' },
      on: {
        TemplateCreated: { target: 'ACTIVE', meta: { rule: 'template.defaults' }, description: 'its owner creates it' },
      },
    },
    ACTIVE: {
      description: 'can be used', tags: ['live'], meta: { rule: 'template.defaults' },
      on: {
        TemplateUpdated: { target: 'ACTIVE', meta: { rule: 'template.defaults' }, description: 'its owner changes it' },
        TemplateDeleted: { target: 'DELETED', meta: { rule: 'template.delete-used' }, description: 'its owner deletes it' },
      },
    },
    DELETED: { type: 'final', description: 'gone', tags: ['gone'], meta: { rule: 'template.delete-used' } },
  },
});

export const templateLifecycle = lifecycleOf(templateMachine);

/** The state of a template. */
export type Template = Owned<TemplateShape>;

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

export type TemplateCommand =
  | { readonly type: 'CreateTemplate'; readonly accountId: string; readonly shape: TemplateShape }
  | { readonly type: 'UpdateTemplate'; readonly shape: TemplateShape }
  | { readonly type: 'DeleteTemplate' };

export const decideTemplate = (command: TemplateCommand, template: Template): Decision<TemplateEvent> => {
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
  allowEvent(templateLifecycle, template, rule, event);

/** A template: container settings under a name, to make pods and endpoints from. */
export const templateEntity = entity({
  kind: 'template',
  lifecycle: templateLifecycle,
  initial: (id) => newOwned(id, noTemplate),
  decide: decideTemplate,
  evolve: evolveOwned<TemplateShape, TemplateEvent>(templateLifecycle),
  relations: {
    account: ({ accountId }) => accountId,
    registry: ({ shape }) => shape.container.registry ?? null,
    public: ({ shape }) => (shape.public ? 'public' : null),
  },
  profile: {
    createdBy: ['createTemplate'],
    found: { example: 'podsim-torch', missing: 'auth.tenancy' },
    numbered: false,
    counts: [],
    waitsIn: [],
    actions: null,
    parts: [],
    inTransition: [],
    words: {},
  },
});
