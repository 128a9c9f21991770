import { expect, test } from 'vitest';
import { LogWriter } from '../../../adapters/host/storage/logWriter.ts';
import type { WorldLog } from '../../../adapters/store/store.ts';
import { finish } from '../../../engine/kernel/steps.ts';
import { World } from '../../../engine/world/world.ts';
import { eventually } from '../../support/eventually.ts';
import { runOf, worldOf } from '../../support/worlds/worlds.ts';

const logThat = (append: (expected: number, entries: Iterable<{ readonly seq: number }>) => void): WorldLog =>
  ({
    length: 0,
    past: { length: 0, entries: () => [], entry: () => undefined },
    append: (expected: number, entries: Iterable<{ readonly seq: number }>) => {
      append(expected, entries);
      return Promise.resolve();
    },
    saveSnapshot: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }) as unknown as WorldLog;

const writerOf = (world: World, log: WorldLog): LogWriter =>
  new LogWriter(world, () => Promise.resolve(log), 0, {
    onBreak: () => undefined,
    held: 1_000_000,
    apart: (steps) => Promise.resolve(finish(steps())),
  });

test('entries that arrive at once are written in batches, and other work runs between two batches', async () => {
  const world = new World(worldOf({ settings: { endpoint: { queuePerWorkerMax: 100_000 } } }), { invariants: false });
  for (let k = 0; k < 20_000; k++) world.call(runOf('ep-a', {}));
  const batches: number[][] = [];
  const log = logThat((expected, entries) => {
    const seqs = [...entries].map(({ seq }) => seq);
    expect(seqs[0]).toBe(expected + 1);
    batches.push(seqs);
  });
  const keeper = writerOf(world, log);
  keeper.scheduleWrite();
  await eventually(() => expect(keeper.kept).toBe(world.log.length));
  expect(batches.flat()).toStrictEqual(Array.from({ length: world.log.length }, (_, k) => k + 1));
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(10_000);
  await keeper.close();
});

test('those that wait for an entry to be durable are called in their order, a few in each turn', async () => {
  const world = new World(worldOf({}), { invariants: false });
  world.call(runOf('ep-a', {}));
  const keeper = writerOf(
    world,
    logThat(() => undefined),
  );
  const called: number[] = [];
  const turns = new Set<number>();
  let turn = 0;
  const count = () => {
    turn += 1;
    if (called.length < 1_000) setImmediate(count);
  };
  setImmediate(count);
  for (let k = 0; k < 1_000; k++)
    keeper.onceDurable(() => {
      called.push(k);
      turns.add(turn);
      // What is durable already is called at once, and overtakes none.
      if (k === 500) keeper.onceDurable(() => called.push(1_000));
    });
  await eventually(() => expect(called).toHaveLength(1_001));
  expect(called).toStrictEqual(Array.from({ length: 1_001 }, (_, k) => k));
  expect(turns.size).toBeGreaterThan(5);
  await keeper.close();
});
