import { beforeAll, describe, expect, test } from 'vitest';
import { HostList } from '../engine/cloud/catalog/hosts.ts';
import { Billing } from '../engine/cloud/projections/billing.ts';
import { InputKeys } from '../engine/cloud/projections/inputKeys.ts';
import { Placements } from '../engine/cloud/projections/placement.ts';
import { Queues } from '../engine/cloud/projections/queues.ts';
import type { Json } from '../engine/kernel/canonical.ts';
import { asSteps, finish, type MaybeSteps, type Steps, thingsPerStep } from '../engine/kernel/steps.ts';
import { days } from '../engine/kernel/time.ts';
import { World } from '../engine/world/world.ts';
import { callOf, endpointOf, eventTypes, gpuHost, runOf, worldOf } from './support/worlds/worlds.ts';

/** Long work is done in steps of so many things, so it takes at least that many steps. No clock is read here. */
const things = 10 * thingsPerStep;
const gpusPerHost = 64;
const hosts = Array.from({ length: things / gpusPerHost }, (_, k) => gpuHost(`host-${k}`, gpusPerHost));
const gpu = 'NVIDIA GeForce RTX 4090';

const definition = worldOf({
  hosts: [...hosts, gpuHost('cpu', 0, { gpuTypeId: null, vcpus: 64, cudaVersion: null })],
  settings: { worker: { imagePull: 0, start: 0 }, endpoint: { queuePerWorkerMax: 100_000 } },
  endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, { duration: { kind: 'fixed', ms: 1_000_000 } })],
});

/** Many pods run, and many jobs wait. With `fails`, a fault keeps all hosts down for an hour. */
const crowded = ({ fails = false } = {}): World => {
  const world = new World(definition, { invariants: false });
  for (let k = 0; k < things; k++) {
    world.call(runOf('ep-a', { k }));
    world.call(callOf('createPod', {}, { body: { name: `pod-${k}`, image: 'a/b:1', gpu: { id: gpu } } }));
  }
  world.advance({ by: 300_000 });
  if (fails) world.call(callOf('injectFault', {}, { body: failure }));
  return world;
};

const failure: Json = { fault: 'host-failure', match: { gpu }, limit: hosts.length, window: { to: '1h' } };

/** The number of pauses, and the most that the log grew between two. */
const paced = (world: World, steps: Steps<unknown>): { readonly pauses: number; readonly growth: number } => {
  let [pauses, growth, length] = [0, 0, world.log.length];
  for (let step = steps.next(); ; step = steps.next()) {
    growth = Math.max(growth, world.log.length - length);
    length = world.log.length;
    if (step.done === true) return { pauses, growth };
    pauses += 1;
  }
};

describe('what changes very much does so in steps', () => {
  // biome-ignore format: a table
  const changes: readonly (readonly [string, boolean, (world: World) => Steps<unknown>])[] = [
    ['the end of an endpoint with many jobs',  false, (world) => world.callInSteps(callOf('deleteEndpoint', { id: 'ep-a' }))],
    ['the purge of a queue',                   false, (world) => world.callInSteps(callOf('purgeQueue', { endpoint_id: 'ep-a' }))],
    ['a failure of many hosts',                false, (world) => world.callInSteps(callOf('injectFault', {}, { body: failure }))],
    ['such a failure when its window is over', true,  (world) => world.advanceInSteps({ by: 3_600_000 })],
    ['such a failure that is taken away',      true,  (world) => world.callInSteps(callOf('clearFaults', {}))],
  ];

  test.each(changes)('%s', (_name, fails, change) => {
    const [world, same] = [crowded({ fails }), crowded({ fails })];
    const { pauses, growth } = paced(world, change(world));
    expect(pauses).toBeGreaterThanOrEqual(Math.min(hosts.length, things / thingsPerStep));
    expect(growth).toBeLessThanOrEqual(3 * thingsPerStep);
    // The same work in one go gives the same result.
    finish(change(same));
    expect(same.fingerprint()).toBe(world.fingerprint());
  });
});

describe('a large read is done in steps', () => {
  let world: World;
  beforeAll(() => {
    world = crowded();
  });

  // biome-ignore format: a table
  test.each([
    ['a list of pods',                  'listPods',       {},                       1],
    // Four passes: the amounts before the first bucket, the charges, the totals, and the records.
    ['a list of bills',                 'listPodBilling', { bucketSize: 'hour' },   4],
  ] as const)('%s', (_name, operation, query, passes) => {
    const { pauses } = paced(world, world.callInSteps(callOf(operation, {}, { query })));
    expect(pauses).toBeGreaterThanOrEqual((passes * things) / thingsPerStep);
  });

  test('the parts of a snapshot that grow with it, when they are taken out and when they are put back', () => {
    const { queues, billing, placements, twins } = world.state;
    // biome-ignore format: a table
    const parts: readonly (readonly [{ dump(): MaybeSteps<unknown> }, { dump(): MaybeSteps<unknown>; load(dump: never): MaybeSteps<void> }, takenInSteps: boolean])[] = [
      [queues,     new Queues(),                                          true],
      [billing,    new Billing(definition.startMs),        true],
      [placements, new Placements(new HostList(definition.hosts ?? [])),  false],
      [twins,      new InputKeys(),                                           false],
    ];
    for (const [from, to, takenInSteps] of parts) {
      const taking = asSteps(from.dump());
      const dump = finish(asSteps(from.dump()));
      if (takenInSteps) expect(paced(world, taking).pauses).toBeGreaterThanOrEqual(things / thingsPerStep - 1);
      expect(paced(world, asSteps(to.load(dump as never))).pauses).toBeGreaterThanOrEqual(things / thingsPerStep - 1);
      expect(finish(asSteps(to.dump()))).toStrictEqual(dump);
    }
  });

  test('resuming from a snapshot', () => {
    const snapshot = world.snapshot({ apart: true });
    const past = {
      length: world.log.length,
      entries: (after: number) => world.log.entries(after),
      entry: (seq: number) => world.log.entry(seq),
    };
    // Jobs and pods, their indexes, their timers, and their read models.
    const { pauses } = paced(world, World.resumeInSteps(definition, { invariants: false }, { snapshot, past }));
    expect(pauses).toBeGreaterThanOrEqual((6 * things) / thingsPerStep);
  });
});

describe('timers that fire at one instant', () => {
  const fiveThatExpireTogether = (timersPerInstantMax: number): World => {
    const world = new World(worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 0, max: 0 } })] }), { timersPerInstantMax });
    for (let k = 0; k < 5; k++) world.call(runOf('ep-a', { k }));
    return world;
  };

  test('may be as many as the bound says', () => {
    const world = fiveThatExpireTogether(5);
    world.advance({ by: days(2) });
    expect(eventTypes(world).filter((type) => type === 'JobExpired')).toHaveLength(5);
  });

  test('break the world where they are more: a rule that sets its own timer again would run for ever', () => {
    expect(() => fiveThatExpireTogether(4).advance({ by: days(2) })).toThrow(
      'timersPerInstantMax: 4 timers fired at one instant, and more are due',
    );
  });
});
