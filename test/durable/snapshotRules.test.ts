import { deserialize } from 'node:v8';
import { expect, test } from 'vitest';
import { encodeSnapshot, type SnapshotRecord } from '../../adapters/host/snapshotRecord.ts';
import { wholeRuleset } from '../../engine/definition.ts';
import { finish } from '../../engine/kernel/steps.ts';
import { World } from '../../engine/world.ts';
import { callOf, endpointOf, worldOf } from '../support/worlds.ts';

test('a snapshot says under which rules it was made, those of real workers included: an endpoint may get some at any time', () => {
  const world = new World(worldOf({ endpoints: [endpointOf('ep-a')] }));
  world.call(callOf('setHandler', { id: 'ep-a' }, { body: { external: {} } }));
  const { bytes } = finish(encodeSnapshot(world, { clock: 'manual' }));
  const { ruleset } = deserialize(bytes('a link')) as SnapshotRecord;
  expect(ruleset).toBe(wholeRuleset());
  // The header is older than that handler.
  expect(ruleset).not.toBe(world.header.podsim.ruleset);
});
