import type { Decider } from '../kernel/decider.ts';
import { type AccountCommand, decideAccount } from './decide.ts';
import type { AccountEvent } from './events.ts';
import { type Account, evolveAccount, newAccount } from './evolve.ts';
import { accountLifecycle } from './lifecycle.ts';
import type { AccountSettings } from './settings.ts';
import { accountTimers } from './timers.ts';

/** An account: it owns resources, and its keys say who may do what with them. */
export const accountDecider: Decider<Account, AccountCommand, AccountEvent, AccountSettings> = {
  kind: 'account',
  lifecycle: accountLifecycle,
  initial: newAccount,
  decide: decideAccount,
  evolve: evolveAccount,
  timers: accountTimers,
};
