import { left } from 'fp-ts/lib/Either.js';
import { allowEvent, type Context } from '../../kernel/decider.ts';
import type { Decision } from '../decisions.ts';
import type { AccountEvent, ApiKey } from './events.ts';
import type { Account } from './evolve.ts';
import { accountLifecycle } from './lifecycle.ts';
import type { AccountSettings } from './settings.ts';

export type AccountCommand =
  | { readonly type: 'OpenAccount' }
  | { readonly type: 'CreateKey'; readonly key: ApiKey }
  | { readonly type: 'RevokeKey'; readonly name: string }
  | { readonly type: 'ReplaceSshKeys'; readonly keys: readonly string[] };

export const decideAccount = (command: AccountCommand, account: Account, _context: Context<AccountSettings>): Decision<AccountEvent> => {
  const accountId = account.id;
  switch (command.type) {
    case 'OpenAccount':
      return occurs(account, { type: 'AccountOpened', accountId });
    case 'CreateKey':
      return occurs(account, { type: 'AccountKeyCreated', accountId, key: command.key });
    case 'RevokeKey':
      if (!account.keys.some(({ name }) => name === command.name))
        return left({ kind: 'unknown', rule: 'control.keys', detail: `there is no key ${command.name}` });
      return occurs(account, { type: 'AccountKeyRevoked', accountId, name: command.name });
    case 'ReplaceSshKeys':
      return occurs(account, { type: 'AccountSshKeysReplaced', accountId, keys: command.keys });
  }
};

const occurs = (account: Account, event: AccountEvent): Decision<AccountEvent> =>
  allowEvent(accountLifecycle, account, 'auth.tenancy', event);
