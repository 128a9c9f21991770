import { isLeft, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { faultResource } from '../../api/contract/fault.ts';
import { keyResource } from '../../api/contract/key.ts';
import { isSpent } from '../../fault/evolve.ts';
import { faultView } from '../commands/faults.ts';
import { keyView } from '../commands/keys.ts';
import { listPage, listQuery, listRest } from '../listPage.ts';
import { serverOperation } from '../operation.ts';

/** GET faults: those that may still strike. */
export const listFaults = serverOperation({
  id: 'listFaults',
  methods: ['GET'],
  path: '/_podsim/v1/faults',
  summary: 'List the faults that may still strike',
  query: listQuery,
  success: { status: 200, schema: z.strictObject({ faults: z.array(faultResource), ...listRest }) },
  rules: ['fault.window'],
  answer: (context, { query }) => {
    const { world } = context;
    const faults = [...world.state.all('fault')].filter((fault) => !isSpent(fault));
    const page = listPage(context, faults, (fault) => faultView(world.header.definition, fault), query);
    return isLeft(page) ? page : right({ status: 200, body: { faults: page.right.items, next: page.right.next } });
  },
});

/** GET keys: those that are not revoked. */
export const listKeys = serverOperation({
  id: 'listKeys',
  methods: ['GET'],
  path: '/_podsim/v1/keys',
  summary: 'List the API keys',
  query: listQuery,
  success: { status: 200, schema: z.strictObject({ keys: z.array(keyResource), ...listRest }) },
  rules: ['control.keys'],
  answer: (context, { query }) => {
    const { world } = context;
    const page = listPage(context, [...world.state.keyring.all()], (principal) => keyView(world.header.definition, principal), query);
    return isLeft(page) ? page : right({ status: 200, body: { keys: page.right.items, next: page.right.next } });
  },
});
