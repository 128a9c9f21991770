import { setup } from 'xstate';
import { lifecycleOf, type StatusOf, to } from '../kernel/lifecycle.ts';
import type { AccountEvent } from './events.ts';

/** A table of status, event and next status. A transition that is not listed cannot happen. */
// biome-ignore format: a table
export const accountMachine = setup({ types: { events: {} as Pick<AccountEvent, 'type'> } }).createMachine({
  id: 'account',
  initial: 'NEW',
  states: {
    NEW: { description: 'no such account yet', tags: ['before'], meta: { rule: 'auth.tenancy' }, on: {
      AccountOpened:     to('OPEN', 'auth.tenancy', 'it exists from the start of the world'),
    } },
    OPEN: { description: 'owns resources', tags: ['live'], meta: { rule: 'auth.tenancy' }, on: {
      AccountKeyCreated: to('OPEN', 'auth.scope', 'it gets one more key'),
      AccountKeyRevoked: to('OPEN', 'control.keys', 'one of its keys no longer works'),
      AccountSshKeysReplaced: to('OPEN', 'ssh.keys-replace', 'its SSH keys are replaced'),
    } },
  },
});

export type AccountStatus = StatusOf<typeof accountMachine>;

export const accountLifecycle = lifecycleOf(accountMachine);
