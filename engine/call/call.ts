import type { Decider } from '../kernel/decider.ts';
import { type CallCommand, decideCall } from './decide.ts';
import type { CallEvent } from './events.ts';
import { type Call, evolveCall, newCall } from './evolve.ts';
import { callLifecycle } from './lifecycle.ts';
import type { CallSettings } from './settings.ts';
import { callTimers } from './timers.ts';

/** A call whose answer waits: runsync, status-sync, stream. Whoever made it is told when it is answered. */
export const callDecider: Decider<Call, CallCommand, CallEvent, CallSettings> = {
  kind: 'call',
  lifecycle: callLifecycle,
  initial: newCall,
  decide: decideCall,
  evolve: evolveCall,
  timers: callTimers,
};
