import { entity, unremarkable } from '../../kernel/entity.ts';
import { decideHost } from './decide.ts';
import { evolveHost, newHost } from './evolve.ts';
import { hostLifecycle } from './lifecycle.ts';
import { hostSettings } from './settings.ts';

/** A machine in a data center. It exists from the start of the world, and becomes an entity only when it fails. */
export const hostEntity = entity({
  kind: 'host',
  lifecycle: hostLifecycle,
  initial: newHost,
  decide: decideHost,
  evolve: evolveHost,
  settings: hostSettings,
  relations: { fault: ({ downBy }) => downBy },
  profile: {
    createdBy: [],
    found: null,
    ...unremarkable,
    words: {},
  },
});
