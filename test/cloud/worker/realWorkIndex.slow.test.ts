import { expect, test } from 'vitest';
import { RealWorkIndex } from '../../../adapters/host/clock/realWorkIndex.ts';
import { Choice } from '../../../engine/lab/explorer/choice.ts';
import { listRealWork } from '../../../engine/world/reports/record/realWork.ts';
import { World } from '../../../engine/world/world.ts';
import { RealWorkers } from '../../support/serving/realWorkers.ts';
import { callOf, endpointOf, jobIdOf, runOf, worldOf } from '../../support/worlds/worlds.ts';

const definition = worldOf({
  settings: { worker: { imagePull: 0, start: 500 } },
  endpoints: [
    endpointOf('ep-a', { workers: { min: 1, max: 3 } }, { external: { scale: 1, timeoutMs: 20_000 } }),
    endpointOf('ep-sim', { workers: { min: 1, max: 1 } }),
  ],
});

const handlers = [{ external: { scale: 1, timeout: '20s' } }, { external: { scale: 60 } }, { duration: { fixed: '1s' } }];

test('real work, followed from change to change, is what a look at all workers finds', () => {
  const [met, sizes] = [{ some: 0, none: 0 }, new Set<number>()];
  for (let k = 1; k <= 20; k++) {
    const choice = new Choice(`index-${k}`, 'a story of real workers');
    let index: RealWorkIndex | undefined;
    const world = new World({ ...definition, seed: `index-${k}` }, { onChange: (change) => index?.note(change) });
    index = new RealWorkIndex(world.state);
    const workers = new RealWorkers(world, 'ep-a');
    const jobs: string[] = [];
    for (let step = 0; step < 60; step++) {
      if (choice.happens(1, 3)) jobs.push(jobIdOf(world.call(runOf('ep-a', { nth: jobs.length }))));
      // Time in which no process says a word: those of containers that are up now come later, and idle ones do not ask.
      if (choice.happens(1, 4)) world.advance({ by: choice.below(2_500) });
      else workers.pass(choice.below(2_500));
      const { running } = workers;
      const process = running.length === 0 ? undefined : choice.of(running);
      if (process !== undefined && choice.happens(1, 3))
        workers.finish(process, choice.of([{ output: step }, { output: step, stopPod: true }]));
      else if (process !== undefined && choice.happens(1, 4) && process.held === undefined) workers.take(process, 1 + choice.below(3));
      else if (process !== undefined && choice.happens(1, 12)) workers.kill(process, choice);
      else if (choice.happens(1, 8) && jobs.length > 0)
        world.call(callOf('cancel', { endpoint_id: 'ep-a', job_id: choice.of(jobs) }, { body: {} }));
      else if (choice.happens(1, 10)) world.call(callOf('setHandler', { id: 'ep-a' }, { body: choice.of(handlers) }));
      else if (choice.happens(1, 9)) world.call(callOf('purgeQueue', { endpoint_id: 'ep-a' }, { body: {} }));
      const all = [...world.state.all('worker')].flatMap(({ id }) => listRealWork(world.state, id));
      const sorted = (some: ReturnType<typeof listRealWork>) => [...some].sort((a, b) => (a.key < b.key ? -1 : 1));
      expect(sorted(index.all()), `index-${k}, step ${step}`).toStrictEqual(sorted(all));
      expect(index.isEmpty).toBe(all.length === 0);
      met[all.length === 0 ? 'none' : 'some'] += 1;
      sizes.add(all.length);
    }
  }
  expect([met.some > 100, met.none > 100, sizes.size > 3]).toStrictEqual([true, true, true]);
});
