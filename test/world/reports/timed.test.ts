import { expect, test } from 'vitest';
import { finish } from '../../../engine/kernel/steps.ts';
import { explain } from '../../../engine/world/reports/explain/explain.ts';
import { findNext } from '../../../engine/world/reports/explain/next.ts';
import { World } from '../../../engine/world/world.ts';
import { callOf, endpointOf, jobIdOf, worldOf } from '../../support/worlds/worlds.ts';

const asleep = (flashboot: 'OFF' | 'FLASHBOOT'): readonly string[] | undefined => {
  const settings = {
    worker: { sleep: 'on', imagePull: 0, start: { kind: 'uniform', fromMs: 9_000, toMs: 11_000 }, flashbootStart: 1_200 },
  } as const;
  const world = new World(
    worldOf({ settings, endpoints: [endpointOf('ep-a', { flashboot, workers: { min: 0, max: 1 }, idleTimeoutMs: 5_000 })] }),
  );
  world.call(callOf('run', { endpoint_id: 'ep-a' }, { body: { input: {} } }));
  world.advance({ by: 60_000 });
  return finish(explain(world.log, 'ep-a-w1', world.settings, world.state))?.waitsFor;
};

test('a worker that sleeps says since when, and how long it takes to wake', () => {
  expect(asleep('FLASHBOOT')?.[0]).toMatch(
    /^asleep since 00:00:1\d\.\d{3}; wakes in about 1.2 s if its snapshot is still on the host, about 10 s if not \(worker\.wake\)$/,
  );
  expect(asleep('OFF')?.[0]).toMatch(/; wakes in about 10 s \(worker\.wake\)$/);
});

test('a job that is handed to a worker before its container is up says so, and to which', () => {
  const settings = { worker: { imagePull: 0, start: 10_000, handOver: 4_000 } } as const;
  const world = new World(worldOf({ settings, endpoints: [endpointOf('ep-a', { workers: { min: 0, max: 1 } })] }));
  const ids = [0, 1].map(() => jobIdOf(world.call(callOf('run', { endpoint_id: 'ep-a' }, { body: { input: {} } }))));
  const waits = (id = '') => finish(explain(world.log, id, world.settings, world.state))?.waitsFor ?? [];
  world.advance({ by: 5_999 });
  expect(waits(ids[0]).join()).not.toContain('handed');
  world.advance({ by: 1_500 });
  expect(waits(ids[0])[0]).toBe(
    'handed to ep-a-w1, its container starts in about 2.5 s: health counts it in progress already (worker.handed)',
  );
  expect(waits(ids[1]).join()).not.toContain('handed');
  expect(findNext(world, 10, ids[0]).possible[0]?.waitsFor[0]).toContain('handed to ep-a-w1');
});
