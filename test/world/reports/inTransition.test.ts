import { expect, test } from 'vitest';
import { hasParts, isInTransition } from '../../../engine/world/reports/inTransition.ts';
import { World } from '../../../engine/world/world.ts';
import { endpointOf, jobIdOf, runOf, worldOf } from '../../support/worlds/worlds.ts';

const handler = { duration: { kind: 'fixed', ms: 5_000 } } as const;

test('a job is in transition until it has ended, and so is its endpoint: while it waits, and while it runs', () => {
  const world = new World(worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, handler)] }));
  world.advance({ by: 60_000 });
  const isMoving = (kind: 'job' | 'endpoint', id: string) => isInTransition(world.state, kind, id);
  expect(isMoving('endpoint', 'ep-a')).toBe(false);
  const ids = [1, 2].map((n) => jobIdOf(world.call(runOf('ep-a', { n }))));
  const seen: unknown[] = [];
  for (let k = 0; k < 3; k++) {
    seen.push([...ids.map((id) => isMoving('job', id)), isMoving('endpoint', 'ep-a')]);
    world.advance({ by: 5_000 });
  }
  expect(seen).toStrictEqual([
    [true, true, true],
    [false, true, true],
    [false, false, false],
  ]);
});

test('an endpoint whose workers are placed and not yet ready is in transition', () => {
  const world = new World(
    worldOf({ settings: { worker: { start: 5_000 } }, endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } })] }),
  );
  expect(world.state.fleet.count('ep-a', 'INITIALIZING')).toBe(1);
  expect(isInTransition(world.state, 'endpoint', 'ep-a')).toBe(true);
  world.advance({ by: 60_000 });
  expect(isInTransition(world.state, 'endpoint', 'ep-a')).toBe(false);
});

test('what is not there is not in transition; and endpoints have parts, which their jobs have not', () => {
  expect(isInTransition(new World(worldOf()).state, 'pod', 'pod-none')).toBe(false);
  expect([hasParts('endpoint'), hasParts('job')]).toStrictEqual([true, false]);
});
