import { describe, expect, test } from 'vitest';
import { choosePlans } from '../differing.ts';
import { playVolumes } from './playVolumes.ts';
import { randomVolumes } from './randomVolumes.ts';
import { playVolumeModel } from './volumeModel.ts';

/** Where pods may be that mount network volumes, what mounts may become, which volumes can be deleted, and what all of it costs. */
describe('the model of pods that mount network volumes, and the engine', () => {
  test('agree in each change of status, each answer, each bill and the cost', () => {
    for (const k of choosePlans(80, 5_000, (number) => playVolumeModel(randomVolumes(`volumes-${number}`)).lines)) {
      const plan = randomVolumes(`volumes-${k}`);
      expect({ plan: k, ...playVolumeModel(plan) }).toStrictEqual({ plan: k, ...playVolumes(plan) });
    }
  });

  const lines = Array.from({ length: 120 }, (_, k) => playVolumeModel(randomVolumes(`volumes-${k}`)).lines).flat();

  test('meet each refusal of volumes and mounts', () => {
    const refusals = lines.flatMap((line) => / answers (4\d\d.*(?:volume|mounts)\..*)$/.exec(line)?.[1] ?? []);
    expect([...new Set(refusals)].sort()).toStrictEqual([
      '400 mounts.exclusive',
      '400 mounts.patch-empty-network',
      '400 mounts.patch-kind',
      '400 mounts.patch-volume',
      '400 mounts.persistent-size',
      '400 mounts.secure-cloud',
      '400 mounts.volume-datacenter',
      '400 volume.data-center',
      '400 volume.delete-attached',
      '400 volume.size',
      '422 mounts.extra',
      '422 mounts.persistent-size',
      '422 volume.size',
    ]);
  });

  test('walk bills of pods and of volumes page by page, and meet what is refused', () => {
    const met = (pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length;
    expect(met(/ answers 200 .*\d+ pod-\d+ .* of \d+ for .* and more$/)).toBeGreaterThan(20);
    expect(met(/ answers 200 .*\d+ volume-\d+ .* of \d+ for .* and more$/)).toBeGreaterThan(20);
    expect(met(/ answers 422 list.pages$/)).toBeGreaterThan(20);
    expect(met(/ answers 400 billing.buckets$/)).toBeGreaterThan(5);
  });

  test('meet pods with volumes in every status, and bills of each kind with something in them', () => {
    const statuses = lines.flatMap((line) => / pod-\d+ (\w+) .* with volume-\d+$/.exec(line)?.[1] ?? []);
    expect([...new Set(statuses)].sort()).toStrictEqual(['ERROR', 'EXITED', 'PROVISIONING', 'RUNNING', 'STARTING']);
    for (const bill of [
      / answers 200 .*\d+ volume-\d+ [1-9]\d* 0/,
      / answers 200 .*\d+ volume-\d+ 0 [1-9]/,
      / answers 200 .*\d+ all [1-9]/,
    ])
      expect(lines.filter((line) => bill.test(line)).length).toBeGreaterThan(20);
  });
});
