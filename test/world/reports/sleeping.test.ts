import { expect, test } from 'vitest';
import { finish } from '../../../engine/kernel/steps.ts';
import { explain } from '../../../engine/world/reports/explain/explain.ts';
import { World } from '../../../engine/world/world.ts';
import { callOf, endpointOf, worldOf } from '../../support/worlds.ts';

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
    /^asleep since 00:00:1\d\.\d{3}; wakes in about 1s200ms if its snapshot is still on the host, about 10s if not \(worker\.wake\)$/,
  );
  expect(asleep('OFF')?.[0]).toMatch(/; wakes in about 10s \(worker\.wake\)$/);
});
