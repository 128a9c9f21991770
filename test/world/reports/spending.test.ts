import { expect, test } from 'vitest';
import type { State } from '../../../engine/cloud/state/state.ts';
import { Spending } from '../../../engine/world/reports/record/spending.ts';
import { World } from '../../../engine/world/world.ts';
import { callOf, endpointOf, jobIdOf, runOf, worldOf } from '../../support/worlds/worlds.ts';

/** What a world costs per hour, as the traces of its spending have it at their end. */
const watched = () => {
  const spending = new Spending();
  let state: State | undefined;
  const world = new World(worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 0, max: 2 } })] }), {
    onChange: (change) => {
      if (state !== undefined) spending.add(change, state);
    },
  });
  state = world.state;
  const inHour = (perSecond = 0): number => Number((perSecond * 3_600).toFixed(6));
  const perHour = (): Readonly<Record<string, number>> =>
    Object.fromEntries([...spending.products].map(([product, { values }]) => [product, inHour(values.at(-1))]));
  return { world, spending, perHour };
};

test('spending is what is held now, by product: it grows with what is made, and goes back with what is given back', () => {
  const { world, spending, perHour } = watched();
  const create = (name: string): string =>
    jobIdOf(world.call(callOf('createPod', {}, { body: { name, image: 'an-image', gpu: { id: 'NVIDIA L4' } } })));
  const one = create('a');
  const { pod = 0 } = perHour();
  expect(pod).toBeGreaterThan(0.3);
  create('b');
  expect(perHour()).toStrictEqual({ pod: 2 * pod });
  world.call(callOf('deletePod', { id: one }));
  expect(perHour()).toStrictEqual({ pod });
  world.call(runOf('ep-a', {}));
  expect(perHour()).toStrictEqual({ pod, serverless: 0.072 });
  world.advance({ untilIdle: true });
  expect(perHour()).toStrictEqual({ pod, serverless: 0 });
  expect([spending.endpoint('ep-a')?.times.length, spending.endpoint('ep-none')]).toStrictEqual([2, undefined]);
});
