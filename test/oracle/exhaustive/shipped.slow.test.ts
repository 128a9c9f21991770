import { describe, expect, test } from 'vitest';
import { readWorld, searchWhole, shippedWorlds } from './smallWorlds.ts';

describe('a small world that ships', () => {
  test('is one of at least ten', () => {
    expect(shippedWorlds.length).toBeGreaterThanOrEqual(10);
  });

  test.each(shippedWorlds)('has six acts or more, keeps its number of states, and nothing breaks one act deep: %s', (_, text) => {
    const small = readWorld(text);
    expect(small.spec.acts.length).toBeGreaterThanOrEqual(6);
    const near = searchWhole(readWorld(text.replace(/^within: .*$/m, 'within: 1')));
    expect(near).toMatchObject({ isWhole: true, failure: undefined });
    expect(small.spec.states).toBeGreaterThan(near.states);
  });
});
