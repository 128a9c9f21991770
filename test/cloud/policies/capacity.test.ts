import { describe, expect, test } from 'vitest';
import { planHold } from '../../../engine/cloud/policies/capacity.ts';
import type { SimulationContext } from '../../../engine/cloud/policies/context.ts';
import { workerSettings } from '../../../engine/cloud/worker/settings.ts';
import { drawsFrom } from '../../../engine/kernel/rng.ts';
import { listDefaults } from '../../../engine/kernel/settings.ts';
import { gpuHost } from '../../support/worlds/worlds.ts';

const draw = drawsFrom('capacity');
const hour = 3_600_000;

/** For how long the launch of a worker is held in that hour, in one pool. */
const holdIn = (some: object, nth: number, worker = 'w1', dataCenterId = 'EU-RO-1'): number | undefined =>
  planHold(
    {
      draw,
      now: nth * hour,
      find: () => undefined,
      settings: { worker: { ...listDefaults(workerSettings), ...some } },
    } as unknown as SimulationContext,
    worker,
    gpuHost('host-1', 8, { dataCenterId }),
  ).heldMs;

const shareOf = (count: number, isOne: (k: number) => boolean): number =>
  Array.from({ length: count }, (_, k) => k).filter(isOne).length / count;

describe('a pool of hosts', () => {
  test('is short in a share of hours, for all launches of the hour, and each pool by itself', () => {
    const short = { shortHours: 30, heldShare: 100 };
    const isHeld = (k: number, worker?: string, center?: string) => holdIn(short, k, worker, center) !== undefined;
    expect(Math.abs(shareOf(2_000, (k) => isHeld(k)) - 0.3)).toBeLessThan(0.03);
    expect(shareOf(200, (k) => isHeld(k, 'w1') === isHeld(k + 0.9, 'w2'))).toBe(1);
    expect(shareOf(200, (k) => isHeld(k) === isHeld(k, 'w1', 'EU-CZ-1'))).toBeLessThan(0.8);
  });

  test('holds a share of the launches in a short hour, others in the next', () => {
    const some = { shortHours: 100, heldShare: 40, held: 1_000 };
    expect(Math.abs(shareOf(2_000, (k) => holdIn(some, 7, `w${k}`) === 1_000) - 0.4)).toBeLessThan(0.04);
    expect(shareOf(200, (k) => holdIn(some, 7, `w${k}`) === holdIn(some, 8, `w${k}`))).toBeLessThan(0.8);
  });

  test('is never short in the textbook', () => {
    expect(shareOf(500, (k) => holdIn({}, k) === undefined)).toBe(1);
  });
});
