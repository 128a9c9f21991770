import { expect, test } from 'vitest';
import { listRealWork } from '../../../engine/world/reports/record/realWork.ts';
import { World } from '../../../engine/world/world.ts';
import { RealWorkers } from '../../support/serving/realWorkers.ts';
import { callOf, endpointOf, jobIdOf, runOf, worldOf } from '../../support/worlds/worlds.ts';

test('a real process has work while it holds jobs; without one, only while a job waits that it could take', () => {
  const external = { external: { scale: 2, timeoutMs: 60_000 } };
  const world = new World(worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, external)] }));
  const workers = new RealWorkers(world, 'ep-a');
  const [workerId = ''] = world.state.fleet.of('ep-a').members;
  const work = () => listRealWork(world.state, workerId).map(({ jobId, since, scale }) => [jobId, since, scale]);
  const process = () => {
    workers.follow();
    const [one] = workers.running;
    if (one === undefined) throw new Error('no process runs');
    return one;
  };
  expect(work()).toStrictEqual([]);
  const [first, second] = [jobIdOf(world.call(runOf('ep-a', { n: 1 }))), jobIdOf(world.call(runOf('ep-a', { n: 2 })))];
  expect(work()).toStrictEqual([[null, null, 2]]);
  world.advance({ by: 1_000 });
  workers.take(process());
  expect(work()).toStrictEqual([[first, 1_000, 2]]);
  workers.finish(process(), { output: 1 });
  expect(work()).toStrictEqual([[null, null, 2]]);
  world.call(callOf('cancel', { endpoint_id: 'ep-a', job_id: second }, { body: {} }));
  expect(work()).toStrictEqual([]);
});

test('a simulated worker has no real work, though it runs a job', () => {
  const world = new World(worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } })] }));
  world.call(runOf('ep-a', {}));
  const [workerId = ''] = world.state.fleet.of('ep-a').members;
  expect(world.state.find('worker', workerId)?.status).toBe('RUNNING');
  expect(listRealWork(world.state, workerId)).toStrictEqual([]);
});
