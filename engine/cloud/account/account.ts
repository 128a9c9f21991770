import { entity, unremarkable } from '../../kernel/entity.ts';
import { decideAccount } from './decide.ts';
import { evolveAccount, newAccount } from './evolve.ts';
import { accountLifecycle } from './lifecycle.ts';
import { accountSettings } from './settings.ts';

/** An account: it owns resources, and its keys define the permissions on them. */
export const accountEntity = entity({
  kind: 'account',
  lifecycle: accountLifecycle,
  initial: newAccount,
  decide: decideAccount,
  evolve: evolveAccount,
  settings: accountSettings,
  profile: {
    createdBy: [],
    found: null,
    ...unremarkable,
    words: { key: ({ name }) => name },
  },
});
