import { entity, unremarkable } from '../../kernel/entity.ts';
import { decideFault } from './decide.ts';
import { evolveFault, newFault } from './evolve.ts';
import { faultLifecycle } from './lifecycle.ts';
import { faultTimers } from './timers.ts';
import { specWords } from './words.ts';

/** A fault: something that goes wrong on purpose, for a while. */
export const faultEntity = entity({
  kind: 'fault',
  lifecycle: faultLifecycle,
  initial: newFault,
  decide: decideFault,
  evolve: evolveFault,
  timers: faultTimers,
  profile: {
    createdBy: ['injectFault'],
    found: { example: 'fault-1', missing: 'fault.window' },
    ...unremarkable,
    words: { spec: specWords },
  },
});
