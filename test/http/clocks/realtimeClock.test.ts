import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Clock } from '../../../adapters/host/clock/clock.ts';
import { clockFor } from '../../../adapters/host/clock/clocks.ts';
import { finish, type Steps } from '../../../engine/kernel/steps.ts';
import { World } from '../../../engine/world/world.ts';
import { endpointOf, eventTypes, runOf, worldOf } from '../../support/worlds/worlds.ts';

/** These tests have their own wall clock, which they advance themselves. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const alone = { workers: { min: 1, max: 1 } };
const definition = worldOf({ endpoints: [endpointOf('ep-a', alone, { duration: { kind: 'fixed', ms: 60_000 } })] });

const running = (speed: number): { readonly world: World; readonly clock: Clock } => {
  const world = new World(definition);
  const options = {
    stallAfterMs: 60_000,
    inTurn: (steps: () => Steps<void>) => {
      finish(steps());
      clock.onWorldChange();
    },
  };
  const clock: Clock = clockFor({ clock: 'realtime', speed }, world, options);
  world.call({ ...runOf('ep-a', {}), at: clock.arrival() });
  clock.onWorldChange();
  return { world, clock };
};

const hasCompleted = (world: World): boolean => eventTypes(world).includes('JobCompleted');

describe('a realtime clock', () => {
  test('runs faster than the wall clock by its speed: timers fire when they are due, and not before', () => {
    const { world, clock } = running(400);
    const started = [...world.log.entries()].find(({ event }) => event.type === 'JobStarted')?.at ?? 0;
    const wallMs = Math.ceil((started + 60_000) / 400);
    vi.advanceTimersByTime(wallMs - 1);
    expect(hasCompleted(world)).toBe(false);
    vi.advanceTimersByTime(1);
    expect(hasCompleted(world)).toBe(true);
    clock.stop();
  });

  test('sets one timeout, for the next due timer, however many calls wait', () => {
    const { world, clock } = running(1);
    for (let k = 0; k < 100; k++) {
      world.call(runOf('ep-a', { k }));
      clock.onPending({ callId: `call-${k}`, isAnswered: () => false, stall: () => undefined });
      clock.onWorldChange();
    }
    expect(vi.getTimerCount()).toBe(1);
    clock.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('continues from where the world was moved ahead of the wall clock', () => {
    const { world, clock } = running(1);
    vi.advanceTimersByTime(10);
    world.advance({ by: 60_000 });
    const ahead = world.now;
    expect(clock.arrival()).toBe(ahead);
    vi.advanceTimersByTime(20);
    expect(clock.arrival()).toBe(ahead + 20);
    clock.stop();
  });
});
