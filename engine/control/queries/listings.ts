import { map } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { faultView } from '../../api/commands/faults.ts';
import { keyView } from '../../api/commands/keys.ts';
import { keyResource } from '../../api/contract/account/key.ts';
import { faultResource } from '../../api/contract/fault.ts';
import { strictObject } from '../../api/contract/parts/objects.ts';
import { isSpent } from '../../cloud/fault/evolve.ts';
import { type ListPage, listPage, listRest, lists } from '../listPage.ts';
import { serverOperation } from '../operation.ts';

/** GET faults: lists the faults that may still strike. */
export const listFaults = serverOperation({
  ...lists,
  id: 'listFaults',
  path: '/_podsim/v1/faults',
  summary: 'List the faults that may still strike',
  success: { status: 200, schema: strictObject(() => ({ faults: z.array(faultResource), ...listRest })) },
  rules: ['fault.window'],
  answer: (context, { query }) => {
    const { world } = context;
    const faults = [...world.state.all('fault')].filter((fault) => !isSpent(fault));
    const page = listPage(context, faults, (fault) => faultView(world.header.definition, fault), query);
    return map(({ items, next }: ListPage) => ({ status: 200, body: { faults: items, next } }) as const)(page);
  },
});

/** GET keys: lists the keys that are not revoked. */
export const listKeys = serverOperation({
  ...lists,
  id: 'listKeys',
  path: '/_podsim/v1/keys',
  summary: 'List the API keys',
  success: { status: 200, schema: strictObject(() => ({ keys: z.array(keyResource), ...listRest })) },
  rules: ['control.keys'],
  answer: (context, { query }) => {
    const { state, header } = context.world;
    const page = listPage(context, [...state.keyring.all()], (principal) => keyView(header.definition, principal), query);
    return map(({ items, next }: ListPage) => ({ status: 200, body: { keys: items, next } }) as const)(page);
  },
});
