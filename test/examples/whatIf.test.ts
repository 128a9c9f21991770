import { expect, test } from 'vitest';
import { createWorld } from '../../adapters/vitest/index.ts';

test('a job that is cancelled in time leaves its worker to the next', async () => {
  await using world = createWorld({
    seed: 'what-if',
    world: { endpoints: [{ id: 'ep', workers: { min: 1, max: 1 }, handler: { duration: { exponential: { mean: '1m' } } } }] },
  });
  const submit = () => world.call.run({ endpoint_id: 'ep', body: { input: {} } }).orThrow();
  const [first, second] = [await submit(), await submit()];
  await world.until(`job ${first.id} is IN_PROGRESS`);

  // The fork has the same past, and draws the same numbers: any later difference is caused by the change.
  await using whatIf = world.fork();
  await whatIf.call.cancel({ endpoint_id: 'ep', job_id: first.id }).orThrow();
  for (const one of [world, whatIf]) await one.until(`job ${second.id} is COMPLETED`);

  expect(world).toHaveSequence(['JobCompleted', 'JobCompleted']);
  expect(whatIf).toHaveSequence(['JobCancelled', 'JobCompleted']);
  expect(whatIf.clock.now).toBeLessThan(world.clock.now);
});
