import { type Context, type Decision, happens } from '../kernel/decider.ts';
import type { AccountEvent, ApiKey } from './events.ts';
import type { Account } from './evolve.ts';
import { accountLifecycle } from './lifecycle.ts';
import type { AccountSettings } from './settings.ts';

export type AccountCommand =
  | { readonly type: 'OpenAccount' }
  | { readonly type: 'CreateKey'; readonly key: ApiKey }
  | { readonly type: 'ReplaceSshKeys'; readonly keys: readonly string[] };

export const decideAccount = (command: AccountCommand, account: Account, _context: Context<AccountSettings>): Decision<AccountEvent> => {
  const accountId = account.id;
  switch (command.type) {
    case 'OpenAccount':
      return occurs(account, { type: 'AccountOpened', accountId });
    case 'CreateKey':
      return occurs(account, { type: 'AccountKeyCreated', accountId, key: command.key });
    case 'ReplaceSshKeys':
      return occurs(account, { type: 'AccountSshKeysReplaced', accountId, keys: command.keys });
  }
};

const occurs = (account: Account, event: AccountEvent): Decision<AccountEvent> => happens(accountLifecycle, account, 'auth.tenancy', event);
