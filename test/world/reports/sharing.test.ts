import { expect, test } from 'vitest';
import { finish } from '../../../engine/kernel/steps.ts';
import { explain } from '../../../engine/world/reports/explain/explain.ts';
import { findNext } from '../../../engine/world/reports/explain/next.ts';
import { World } from '../../../engine/world/world.ts';
import { endpointOf, jobIdOf, runOf, worldOf } from '../../support/worlds/worlds.ts';

test('a job that shares its worker says with how many, how fast it is for that, and how long the rest takes', () => {
  const settings = { worker: { imagePull: 0, start: 0 } } as const;
  const handler = { duration: { kind: 'fixed', ms: 6_000 }, concurrency: 3, sharing: { kind: 'processor', from: 2 } } as const;
  const world = new World(worldOf({ settings, endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, handler)] }));
  const runs = (): string => jobIdOf(world.call(runOf('ep-a', {})));
  const waits = (id: string) => (finish(explain(world.log, id, world.settings, world.state))?.waitsFor ?? []).join();
  const first = runs();
  expect(waits(first)).toContain('it runs on ep-a-w1 alone: its work is done in 6 s if none comes or goes (worker.sharing)');
  const second = runs();
  expect(waits(second)).toContain('with 1 other, at 1.00 of the speed that it has alone');
  runs();
  world.advance({ by: 3_000 });
  expect(waits(first)).toContain('with 2 others, at 0.67 of the speed that it has alone: its work is done in 6 s if none comes or goes');
  // One timer for all three, and each of them may be cancelled.
  const { timers, possible } = findNext(world, 10);
  expect(timers.flatMap(({ id, timer, at }) => (timer === 'work' ? [`${id} ${at}`] : []))).toStrictEqual(['ep-a-w1 9000']);
  expect(possible.filter(({ kind, waitsFor }) => kind === 'job' && waitsFor.join().includes('with 2 others'))).toHaveLength(3);
  world.advance({ by: 10_000 });
  expect(waits(first)).not.toContain('worker.sharing');
});

test('a job that waits says which workers take no more before they have raised their places', () => {
  const settings = { worker: { imagePull: 0, start: 0 } } as const;
  const handler = { duration: { kind: 'fixed', ms: 6_000 }, concurrency: 3, ramp: 'sdk' } as const;
  const world = new World(worldOf({ settings, endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, handler)] }));
  const [, , third = ''] = [1, 2, 3].map(() => jobIdOf(world.call(runOf('ep-a', {}))));
  const waits = (id: string) => (finish(explain(world.log, id, world.settings, world.state))?.waitsFor ?? []).join();
  expect(waits(third)).toContain(
    'ep-a-w1 takes 2 at once so far: until that is 3, it takes no more before all of them have ended (worker.ramp)',
  );
});
