import type { Mutable } from '../../kernel/decider.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import type { AccountEvent, ApiKey } from './events.ts';
import { type AccountStatus, accountLifecycle } from './lifecycle.ts';

/** The state of one account. */
export interface Account {
  readonly id: string;
  readonly status: AccountStatus;
  /** Without revoked keys. */
  readonly keys: readonly ApiKey[];
  readonly sshKeys: readonly string[];
}

export const newAccount = (id: string): Account => ({ id, status: 'NEW', keys: [], sshKeys: [] });

/** The status comes from the lifecycle; each case sets only the data its event carries. */
export const evolveAccount = (account: Mutable<Account>, event: AccountEvent, _at: VirtualTime): void => {
  account.status = accountLifecycle.to(account.status, event.type);
  switch (event.type) {
    case 'AccountOpened':
      return;
    case 'AccountKeyCreated':
      account.keys = [...account.keys, event.key];
      return;
    case 'AccountKeyRevoked':
      account.keys = account.keys.filter(({ name }) => name !== event.name);
      return;
    case 'AccountSshKeysReplaced':
      account.sshKeys = event.keys;
      return;
    default:
      event satisfies never;
  }
};
