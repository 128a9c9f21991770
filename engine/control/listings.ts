import { right } from 'fp-ts/lib/Either.js';
import { faultList } from '../api/contract/fault.ts';
import { keyList } from '../api/contract/key.ts';
import { faultView } from '../api/control/faults.ts';
import { keyView } from '../api/control/keys.ts';
import { isSpent } from '../fault/evolve.ts';
import { deskOperation } from './desk.ts';

/** GET faults: those that may yet strike. */
export const listFaults = deskOperation({
  id: 'listFaults',
  methods: ['GET'],
  path: '/_podsim/v1/faults',
  summary: 'List the faults that may yet strike',
  success: { status: 200, schema: faultList },
  rules: ['fault.window'],
  answer: ({ world }) => {
    const faults = [...world.state.all('fault')]
      .filter((fault) => !isSpent(fault))
      .map((fault) => faultView(world.header.definition, fault));
    return right({ status: 200, body: { faults } });
  },
});

/** GET keys: those that are not revoked. */
export const listKeys = deskOperation({
  id: 'listKeys',
  methods: ['GET'],
  path: '/_podsim/v1/keys',
  summary: 'List the API keys',
  success: { status: 200, schema: keyList },
  rules: ['control.keys'],
  answer: ({ world }) => {
    const keys = [...world.state.keyring.all()].map((holder) => keyView(world.header.definition, holder));
    return right({ status: 200, body: { keys } });
  },
});
