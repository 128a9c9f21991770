import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { WorldDefinition } from '../../engine/simulator/definition.ts';
import { World } from '../../engine/world/world.ts';
import { RealWorkers } from '../support/serving/realWorkers.ts';
import { callOf, endpointOf, jobIdOf, runOf, worldOf } from '../support/worlds/worlds.ts';

const characters = 8_000_000;

const definition: WorldDefinition = worldOf({
  endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, { external: { scale: 1, timeoutMs: 600_000 } })],
});

/** Bytes of the heap that the value of a call holds, beyond what was held before it. */
const heldBy = (make: () => unknown): number => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  const before = process.memoryUsage().heapUsed;
  const made = make();
  collect();
  const held = process.memoryUsage().heapUsed - before;
  expect(made).toBeDefined();
  return held;
};

test('a chunk that is one long text takes the memory of its text, not an object for each character', () => {
  const world = new World(definition);
  const workers = new RealWorkers(world, 'ep-a');
  const jobId = jobIdOf(world.call(runOf('ep-a', {})));
  workers.follow();
  const [worker] = workers.running;
  if (worker === undefined) throw new Error('no worker is up');
  workers.take(worker);
  expect(worker.jobs).toStrictEqual([jobId]);
  const held = heldBy(() => {
    const output: string = JSON.parse(`"${'long '.repeat(characters / 5)}"`);
    const params = { endpoint_id: 'ep-a', worker: worker.worker, job: jobId };
    const reply = world.call(callOf('postStream', params, { body: { output } }));
    expect(reply).toMatchObject({ answer: { status: 200 } });
    return world;
  });
  expect([...world.log.entries()].at(-1)).toMatchObject({ event: { type: 'JobStreamed', chunks: { length: 9 } } });
  // A byte for a character of the text; the pieces are slices of it.
  expect(held / characters).toBeLessThan(2);
});
