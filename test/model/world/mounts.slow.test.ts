import { describe, expect, test } from 'vitest';
import { choosePlans } from '../differing.ts';
import { playWorld } from './playWorld.ts';
import { randomMounts } from './randomMounts.ts';
import { playWorldModel } from './worldModel.ts';

/** Where workers and pods may be that mount network volumes, and which of these can be deleted, on few hosts. */
describe('the models of endpoints and pods that mount network volumes, and the engine', () => {
  test('agree in each change of status, each answer, each list of releases and the cost', () => {
    for (const k of choosePlans(30, 2_000, (number) => playWorldModel(randomMounts(`mounts-${number}`)).lines)) {
      const plan = randomMounts(`mounts-${k}`);
      expect({ plan: k, ...playWorldModel(plan) }).toStrictEqual({ plan: k, ...playWorld(plan) });
    }
  });

  const lines = Array.from({ length: 100 }, (_, k) => playWorldModel(randomMounts(`mounts-${k}`)).lines).flat();

  test('meet endpoints with one volume and with two, in releases, too, and the refusals', () => {
    const met = (pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length;
    expect(met(/ answers 200 \d to \d by .* with volume-\d+ on /)).toBeGreaterThan(50);
    expect(met(/ answers 200 \d to \d by .* with volume-\d+ volume-\d+ on /)).toBeGreaterThan(10);
    expect(met(/ releases .* networkVolumes /)).toBeGreaterThan(5);
    expect(met(/ answers 400 volume.delete-attached$/)).toBeGreaterThan(5);
    expect(met(/ answers 404 mounts.volume-datacenter$/)).toBeGreaterThan(5);
    expect(met(/ answers 400 mounts.volume-datacenter$/)).toBeGreaterThan(5);
  });
});
