import { expect, test } from 'vitest';
import { LogWriter } from '../../../adapters/host/storage/logWriter.ts';
import type { WorldLog } from '../../../adapters/store/store.ts';
import { finish } from '../../../engine/kernel/steps.ts';
import { World } from '../../../engine/world/world.ts';
import { eventually } from '../../support/eventually.ts';
import { runOf, worldOf } from '../../support/worlds/worlds.ts';

test('entries that arrive at once are written in batches, and other work runs between two batches', async () => {
  const world = new World(worldOf({ settings: { endpoint: { queuePerWorkerMax: 100_000 } } }), { audit: false });
  for (let k = 0; k < 20_000; k++) world.call(runOf('ep-a', {}));
  const batches: number[][] = [];
  const log = {
    length: 0,
    past: { length: 0, entries: () => [], entry: () => undefined },
    append: (expected: number, entries: Iterable<{ readonly seq: number }>) => {
      const seqs = [...entries].map(({ seq }) => seq);
      expect(seqs[0]).toBe(expected + 1);
      batches.push(seqs);
      return Promise.resolve();
    },
    saveSnapshot: () => Promise.resolve(),
    close: () => Promise.resolve(),
  } as unknown as WorldLog;
  const keeper = new LogWriter(world, () => Promise.resolve(log), 0, {
    onBreak: () => undefined,
    held: 1_000_000,
    apart: (steps) => Promise.resolve(finish(steps())),
  });
  keeper.scheduleWrite();
  await eventually(() => expect(keeper.kept).toBe(world.log.length));
  expect(batches.flat()).toStrictEqual(Array.from({ length: world.log.length }, (_, k) => k + 1));
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(10_000);
  await keeper.close();
});
