import { expect, test } from 'vitest';
import { LogWriter } from '../../adapters/host/storage/logWriter.ts';
import type { LogWriterOptions } from '../../adapters/host/storage/logWriterOptions.ts';
import { memoryStore } from '../../adapters/store/memoryStore.ts';
import type { WorldLog } from '../../adapters/store/store.ts';
import { finish } from '../../engine/kernel/steps.ts';
import { Choice } from '../../engine/lab/explorer/choice.ts';
import { World } from '../../engine/world/world.ts';
import { runOf, worldOf } from '../support/worlds/worlds.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A property of a log, for a stand-in of it. */
const readOf = (log: WorldLog, name: string | symbol): unknown => {
  const value: unknown = Reflect.get(log, name, log);
  return typeof value === 'function' ? value.bind(log) : value;
};

/** Every promise that something is durable is kept: nothing is called before the store has all entries that the world had by then. */
test('nothing that waits for entries to be durable is called before the store has them, and each once, in order', async () => {
  for (let k = 0; k < 40; k++) {
    const choice = new Choice(`writer-${k}`, 'log', 'writer');
    const world = new World(worldOf());
    const log = await memoryStore().create('w', world.header);
    const append = async (...batch: Parameters<WorldLog['append']>): Promise<void> => {
      for (let turns = choice.below(4); turns > 0; turns--) await turn();
      await log.append(...batch);
    };
    const slowLog = new Proxy(log, { get: (_, name) => (name === 'append' ? append : readOf(log, name)) });
    const options: LogWriterOptions = { onBreak: (error) => expect.fail(String(error)), held: 10, apart: async (steps) => finish(steps()) };
    const writer = new LogWriter(world, async () => slowLog, 0, options);
    const promised: number[] = [];
    const kept: number[] = [];
    for (let step = 0; step < 30; step++) {
      // Many entries at once, one, or none.
      choice.of([() => world.call(runOf('ep-a', { step })), () => world.reseed(`${step}`), () => undefined])();
      const seq = world.log.length;
      const call = (place: number) => () => {
        expect(log.length, `plan ${k}, step ${step}`).toBeGreaterThanOrEqual(seq);
        kept.push(place);
      };
      if (choice.happens(1, 2)) writer.onceDurable(call(promised.push(seq)));
      else writer.whenDurable(call(0));
      if (choice.happens(1, 3)) await turn();
    }
    await writer.close();
    expect(kept.filter((place) => place > 0)).toStrictEqual(promised.map((_, place) => place + 1));
    expect(kept).toHaveLength(30);
    expect(log.length).toBe(world.log.length);
  }
});
