import { expect, test } from 'vitest';
import { decodeSnapshot, encodeSnapshot } from '../../adapters/host/storage/snapshotRecord.ts';
import { finish } from '../../engine/kernel/steps.ts';
import { rulesetDigest } from '../../engine/simulator/definition.ts';
import { World } from '../../engine/world/world.ts';
import { callOf, endpointOf, worldOf } from '../support/worlds/worlds.ts';

test('a snapshot says under which rules it was made, as the header does', () => {
  const world = new World(worldOf({ endpoints: [endpointOf('ep-a')] }));
  world.call(callOf('setHandler', { id: 'ep-a' }, { body: { external: {} } }));
  const { bytes, seq } = finish(encodeSnapshot(world));
  expect(world.header.podsim.ruleset).toBe(rulesetDigest());
  expect(finish(decodeSnapshot(bytes, rulesetDigest()))).toMatchObject({ seq });
  expect(finish(decodeSnapshot(bytes, 'other rules'))).toBeUndefined();
});
