import { setup } from 'xstate';
import { lifecycleOf, type StatusOf } from '../kernel/lifecycle.ts';
import type { AccountEvent } from './events.ts';

/** Read it as a table: in this status, this event, that next status. What is not here cannot happen. */
// biome-ignore format: a table
export const accountMachine = setup({ types: { events: {} as Pick<AccountEvent, 'type'> } }).createMachine({
  id: 'account',
  initial: 'NEW',
  states: {
    NEW: {
      description: 'no such account yet', tags: ['before'], meta: { rule: 'auth.tenancy' },
      on: {
        AccountOpened:     { target: 'OPEN', meta: { rule: 'auth.tenancy' }, description: 'the world has it from its start' },
      },
    },
    OPEN: {
      description: 'owns resources', tags: ['live'], meta: { rule: 'auth.tenancy' },
      on: {
        AccountKeyCreated: { target: 'OPEN', meta: { rule: 'auth.scope' }, description: 'it gets one more key' },
        AccountKeyRevoked: { target: 'OPEN', meta: { rule: 'control.keys' }, description: 'one of its keys opens nothing any more' },
        AccountSshKeysReplaced: { target: 'OPEN', meta: { rule: 'ssh.keys-replace' }, description: 'its SSH keys are these now' },
      },
    },
  },
});

export type AccountStatus = StatusOf<typeof accountMachine>;

export const accountLifecycle = lifecycleOf(accountMachine);
