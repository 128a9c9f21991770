import { setup } from 'xstate';
import { lifecycleOf, type StatusOf } from '../kernel/lifecycle.ts';
import type { TemplateEvent } from './events.ts';

/** Read it as a table: in this status, this event, that next status. What is not here cannot happen. */
// biome-ignore format: a table
export const templateMachine = setup({ types: { events: {} as Pick<TemplateEvent, 'type'> } }).createMachine({
  id: 'template',
  initial: 'NEW',
  states: {
    NEW: {
      description: 'not there yet', tags: ['before'], meta: { rule: 'template.defaults' },
      on: {
        TemplateCreated: { target: 'ACTIVE', meta: { rule: 'template.defaults' }, description: 'its owner creates it' },
      },
    },
    ACTIVE: {
      description: 'can be used', tags: ['live'], meta: { rule: 'template.defaults' },
      on: {
        TemplateUpdated: { target: 'ACTIVE', meta: { rule: 'template.defaults' }, description: 'its owner changes it' },
        TemplateDeleted: { target: 'DELETED', meta: { rule: 'template.delete-used' }, description: 'its owner takes it away' },
      },
    },
    DELETED: { type: 'final', description: 'gone', tags: ['gone'], meta: { rule: 'template.delete-used' } },
  },
});

export type TemplateStatus = StatusOf<typeof templateMachine>;

export const templateLifecycle = lifecycleOf(templateMachine);
