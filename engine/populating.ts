import type { WorldDefinition } from './definition.ts';
import type { SimulationLoop } from './simulation.ts';

/** What a world begins with: accounts with their keys, endpoints with their handlers, and faults. */
export const populate = (loop: SimulationLoop, { accounts, endpoints, faults }: WorldDefinition): void => {
  for (const { id, keys } of accounts) {
    loop.tell('account', id, { type: 'OpenAccount' });
    for (const key of keys) loop.tell('account', id, { type: 'CreateKey', key });
  }
  for (const { id, accountId, config, handler } of endpoints) {
    loop.tell('endpoint', id, { type: 'CreateEndpoint', accountId, config });
    loop.tell('endpoint', id, { type: 'SetHandler', handler });
  }
  faults.forEach((spec, k) => {
    loop.tell('fault', `fault-${k + 1}`, { type: 'InjectFault', spec });
  });
};
