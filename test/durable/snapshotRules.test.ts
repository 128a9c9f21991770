import { deserialize } from 'node:v8';
import { expect, test } from 'vitest';
import { encodeSnapshot, type SnapshotRecord } from '../../adapters/host/storage/snapshotRecord.ts';
import { finish } from '../../engine/kernel/steps.ts';
import { rulesetDigest } from '../../engine/simulator/definition.ts';
import { World } from '../../engine/world/world.ts';
import { callOf, endpointOf, worldOf } from '../support/worlds.ts';

test('a snapshot says under which rules it was made, as the header does', () => {
  const world = new World(worldOf({ endpoints: [endpointOf('ep-a')] }));
  world.call(callOf('setHandler', { id: 'ep-a' }, { body: { external: {} } }));
  const { bytes } = finish(encodeSnapshot(world));
  const { ruleset } = deserialize(bytes('a link')) as SnapshotRecord;
  expect(ruleset).toBe(rulesetDigest());
  expect(ruleset).toBe(world.header.podsim.ruleset);
});
