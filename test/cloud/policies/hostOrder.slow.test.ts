import { describe, expect, test } from 'vitest';
import { seconds, type VirtualTime } from '../../../engine/kernel/time.ts';
import { computeMedian } from '../../../engine/statistics/sample.ts';
import { World } from '../../../engine/world/world.ts';
import { endpointConfig, endpointOf, gpuHost, runOf, worldOf } from '../../support/worlds/worlds.ts';

const onGpus = {
  ...endpointConfig(),
  workers: { min: 0, max: 4 },
  scaling: { type: 'REQUEST_COUNT', requestCount: 1 },
  cpu: null,
  gpu: { pools: ['ADA_24'], excludedTypes: [], count: 1, allowedCudaVersions: [], minCudaVersion: null },
} as const;

const trials = ['ep-1', 'ep-2', 'ep-3', 'ep-4'];

/** Four endpoints of one image, one after another, each with two jobs at once, in a pool of three hosts with room for all. */
const playTrials = (seed: string, hostOrder: 'listed' | 'drawn'): World => {
  const world = new World(
    worldOf({
      seed,
      settings: { worker: { hostOrder, imagePull: seconds(135), start: seconds(51) } },
      hosts: [1, 2, 3].map((n) => gpuHost(`host-${n}`, 8)),
      endpoints: trials.map((id) => endpointOf(id, onGpus)),
    }),
  );
  trials.forEach((id, k) => {
    for (let n = 0; n < 2; n++) world.call(runOf(id, { n }, k * seconds(1_000)));
  });
  world.advance({ to: 5_000_000 as VirtualTime });
  return world;
};

/** How long its workers started, in seconds, on average. */
const startsOf = (world: World, endpoint: string): number => {
  const starts = [...world.log.entries()].flatMap(({ event }) =>
    event.type === 'WorkerLaunched' && event.endpointId === endpoint ? [event.startingMs / 1_000] : [],
  );
  expect(starts).toHaveLength(2);
  return (starts[0] as number) / 2 + (starts[1] as number) / 2;
};

const meanOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

describe('an image', () => {
  test('spreads over a pool trial by trial, as it was seen to: 186, 101, 52 and 51 s', () => {
    const worlds = Array.from({ length: 30 }, (_, k) => playTrials(`spread/${k}`, 'drawn'));
    const seen = trials.map((id) => meanOf(worlds.map((world) => startsOf(world, id))));
    expect(seen[0]).toBe(186);
    [101, 66, 56].forEach((expected, k) => {
      expect(Math.abs((seen[k + 1] ?? 0) - expected)).toBeLessThan(15);
    });
    expect(computeMedian(worlds.map((world) => startsOf(world, 'ep-4')))).toBe(51);
  });

  test('is on the first hosts of the list at once where these are tried first', () => {
    const world = playTrials('listed', 'listed');
    expect(trials.map((id) => startsOf(world, id))).toStrictEqual([186, 51, 51, 51]);
  });
});
