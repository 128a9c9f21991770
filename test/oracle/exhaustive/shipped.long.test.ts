import { expect, test } from 'vitest';
import { readWorld, searchWhole, shippedWorlds } from './smallWorlds.ts';

test.each(shippedWorlds)('%s has as many states as it says, and nothing breaks in any', (_, text) => {
  const small = readWorld(text);
  const { isWhole, failure, states } = searchWhole(small, 250_000);
  expect({ isWhole, failure, states }).toStrictEqual({ isWhole: true, failure: undefined, states: small.spec.states });
});
