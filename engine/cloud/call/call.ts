import { entity, unremarkable } from '../../kernel/entity.ts';
import { decideCall } from './decide.ts';
import { evolveCall, newCall } from './evolve.ts';
import { callLifecycle } from './lifecycle.ts';
import { callSettings } from './settings.ts';
import { callTimers } from './timers.ts';

/** A call whose answer is pending: runsync, status-sync, stream. Its client gets the answer when the call is answered. */
export const callEntity = entity({
  kind: 'call',
  lifecycle: callLifecycle,
  initial: newCall,
  decide: decideCall,
  evolve: evolveCall,
  timers: callTimers,
  settings: callSettings,
  relations: {
    fault: ({ slowedBy }) => slowedBy,
    quota: ({ accountId, endpointId, operation }) => `${accountId} ${endpointId} ${operation}`,
  },
  profile: {
    createdBy: [],
    found: null,
    ...unremarkable,
    words: {},
  },
});
