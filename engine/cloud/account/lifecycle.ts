import type { StatusOf } from '../../kernel/lifecycle.ts';
import { defineLifecycle, to } from '../lifecycles.ts';
import type { AccountEvent } from './events.ts';

/** A table of status, event and next status. A transition that is not listed cannot happen. */
// biome-ignore format: a table
export const accountLifecycle = defineLifecycle<AccountEvent>()({
  id: 'account',
  initial: 'NEW',
  states: {
    NEW: { description: 'no such account yet', tags: ['before'], meta: { rule: 'auth.tenancy' }, on: {
      AccountOpened:     to('OPEN', 'auth.tenancy', 'it exists from the start of the world'),
    } },
    OPEN: { description: 'owns resources', tags: ['live'], meta: { rule: 'auth.tenancy' }, on: {
      AccountKeyCreated: to('OPEN', 'auth.scope', 'it gets one more key', { byCaller: true }),
      AccountKeyRevoked: to('OPEN', 'control.keys', 'one of its keys no longer works', { byCaller: true }),
      AccountSshKeysReplaced: to('OPEN', 'ssh.keys-replace', 'its SSH keys are replaced', { byCaller: true }),
    } },
  },
});

export type AccountStatus = StatusOf<typeof accountLifecycle>;
