import type { Timer } from '../kernel/decider.ts';
import type { AccountCommand } from './decide.ts';
import type { Account } from './evolve.ts';
import type { AccountSettings } from './settings.ts';

/** None: a key past its expiry is refused when it is used, and nothing need ring for that. */
export const accountTimers: readonly Timer<Account, AccountCommand, AccountSettings>[] = [];
