import { entity } from '../kernel/entity.ts';
import { decideCall } from './decide.ts';
import { evolveCall, newCall } from './evolve.ts';
import { callLifecycle } from './lifecycle.ts';
import { callTimers } from './timers.ts';

/** A call whose answer waits: runsync, status-sync, stream. Whoever made it is told when it is answered. */
export const callEntity = entity({
  kind: 'call',
  lifecycle: callLifecycle,
  initial: newCall,
  decide: decideCall,
  evolve: evolveCall,
  timers: callTimers,
  relations: { fault: ({ slowedBy }) => slowedBy },
  inTransition: [],
});
