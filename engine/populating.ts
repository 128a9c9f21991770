import type { WorldDefinition } from './definition.ts';
import { worldStart } from './kernel/time.ts';
import type { SimulationLoop } from './simulation.ts';

/**
 * What a world begins with: accounts with their keys, templates, faults, and endpoints with their handlers. A fault that lasts from the
 * start strikes the first workers, too; one that strikes at its instant needs something to strike, and waits for its timer.
 */
export const populate = (loop: SimulationLoop, { accounts, templates = [], endpoints, faults }: WorldDefinition): void => {
  for (const { id, keys } of accounts) {
    loop.tell('account', id, { type: 'OpenAccount' });
    for (const key of keys) loop.tell('account', id, { type: 'CreateKey', key });
  }
  for (const { id, accountId, shape } of templates) loop.tell('template', id, { type: 'CreateTemplate', accountId, shape });
  faults.forEach((spec, k) => {
    const id = `fault-${k + 1}`;
    loop.tell('fault', id, { type: 'InjectFault', spec });
    if (spec.from === worldStart && !spec.atOnce) loop.tell('fault', id, { type: 'BeginFault' });
  });
  for (const { id, accountId, config, handler } of endpoints) {
    loop.tell('endpoint', id, { type: 'CreateEndpoint', accountId, config });
    loop.tell('endpoint', id, { type: 'SetHandler', handler });
  }
};
