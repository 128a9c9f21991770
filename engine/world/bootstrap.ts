import type { SimulationContext } from '../cloud/policies/context.ts';
import type { LogHeader } from '../simulator/definition.ts';

/**
 * Creates the initial content of a world: accounts with their keys, templates, faults, and endpoints with their handlers. A fault
 * whose window begins at the start strikes the first workers too. A one-shot fault needs something to strike, so it waits for its
 * timer.
 */
export const bootstrap = (sim: SimulationContext, { accounts, templates = [], endpoints, faults }: LogHeader['definition']): void => {
  for (const { id, keys } of accounts) {
    sim.dispatchOrThrow('account', id, { type: 'OpenAccount' });
    for (const key of keys) sim.dispatchOrThrow('account', id, { type: 'CreateKey', key });
  }
  for (const { id, accountId, shape } of templates) sim.dispatchOrThrow('template', id, { type: 'CreateTemplate', accountId, shape });
  faults.forEach((spec, k) => {
    const id = `fault-${k + 1}`;
    sim.dispatchOrThrow('fault', id, { type: 'InjectFault', spec });
    if (spec.from === sim.now && !spec.atOnce) sim.dispatchOrThrow('fault', id, { type: 'BeginFault' });
  });
  for (const { id, accountId, config, handler } of endpoints) {
    sim.dispatchOrThrow('endpoint', id, { type: 'CreateEndpoint', accountId, config });
    sim.dispatchOrThrow('endpoint', id, { type: 'SetHandler', handler });
  }
};
