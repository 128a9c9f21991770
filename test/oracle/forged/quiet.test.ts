import { expect, test } from 'vitest';
import { World } from '../../../engine/world/world.ts';
import { callOf, endpointOf, worldOf } from '../../support/worlds/worlds.ts';

const purge = callOf('purgeQueue', { endpoint_id: 'ep-a' });
/** Without workers, so that jobs wait. */
const worldThatWaits = () => new World(worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 0, max: 0 } })] }));

test('a purge that removes nothing breaks an invariant while jobs wait, though it leaves no entry', () => {
  const world = worldThatWaits();
  world.call(callOf('run', { endpoint_id: 'ep-a' }, { body: { input: {} } }));
  // What a purge would find is hidden from it.
  const empty = world.state.queues.of('another');
  Object.defineProperty(world.state.queues, 'of', { value: () => empty });
  const before = world.log.length;
  expect(() => world.call(purge)).toThrow('purge-recounted: a purge of ep-a removes nothing, and 1 jobs wait there');
  expect(world.log.length).toBe(before);
});

test('a purge of an empty queue breaks nothing, and leaves no entry', () => {
  const world = worldThatWaits();
  const before = world.log.length;
  expect(world.call(purge)).toMatchObject({ answer: { status: 200, body: { removed: 0 } } });
  expect(world.log.length).toBe(before);
});
