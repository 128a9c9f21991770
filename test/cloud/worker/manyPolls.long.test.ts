import { serialize } from 'node:v8';
import { expect, test } from 'vitest';
import { World } from '../../../engine/world/world.ts';
import { callOf, endpointOf, worldOf } from '../../support/worlds/worlds.ts';

const count = 64;
const definition = worldOf({
  settings: { worker: { imagePull: 0, start: 0 } },
  endpoints: [endpointOf('ep-a', { workers: { min: count, max: count } }, { external: { scale: 1, timeoutMs: 600_000 } })],
});

test('64 workers that wait for work, all the time, leave nothing behind but their entries in the log', () => {
  const world = new World(definition);
  world.advance({ by: 0 });
  /** One hour: each worker asks for work and for stops, is held for half a minute, and pings. */
  const passHour = () => {
    for (let round = 0; round < 120; round++) {
      const held = Array.from({ length: count }, (_, k) =>
        ['takeJob', 'jobStop', 'pingWorker'].map((operation) =>
          world.call(callOf(operation, { endpoint_id: 'ep-a', worker: `ep-a-w${k + 1}` })),
        ),
      ).flat();
      world.advance({ by: round % 3 === 0 ? 29_000 : 9_000 });
      for (const reply of held) if ('held' in reply) world.abandon(reply.held);
    }
  };
  const size = () => serialize(world.snapshot()).length;
  passHour();
  const [after, entries] = [size(), world.log.length];
  passHour();
  expect(world.log.length).toBeGreaterThan(entries * 1.9);
  expect(size()).toBeLessThan(after * 1.01);
  expect([...world.state.all('worker')].map(({ status }) => status)).toStrictEqual(Array(count).fill('IDLE'));
});
