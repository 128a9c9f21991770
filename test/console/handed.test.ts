import { expect, test } from 'vitest';
import { spanAt } from '../../adapters/console/app/model/charts/laneRows.ts';
import { RunLog } from '../../adapters/console/app/model/runLog.ts';
import { World } from '../../engine/world/world.ts';
import { endpointOf, jobIdOf, runOf, worldOf } from '../support/worlds/worlds.ts';

/** A worker that starts for 10 s, and three jobs: two that wait for it, and one that comes when it has stopped. */
const laneWith = (handOver: number) => {
  const settings = { worker: { imagePull: 0, start: 10_000, handOver } };
  const world = new World(worldOf({ settings, endpoints: [endpointOf('ep-a', { workers: { min: 0, max: 1 } })] }));
  const jobs = [0, 8_000, 30_000].map((at) => jobIdOf(world.call(runOf('ep-a', {}, at))));
  world.advance({ by: 60_000 });
  const log = new RunLog(world.header);
  log.append([...world.log.entries()]);
  return { jobs, lane: log.lanes.of('ep-a-w1') };
};

test('the lane of a worker has the job that is handed to it before its container is up, until it runs', () => {
  const { jobs, lane } = laneWith(4_000);
  expect(lane?.handed).toStrictEqual([
    { id: jobs[0], from: 6_000, to: 10_000, end: undefined },
    { id: jobs[2], from: 36_000, to: 40_000, end: undefined },
  ]);
  expect(spanAt(lane?.handed ?? [], 7_000)?.id).toBe(jobs[0]);
  expect(spanAt(lane?.bars ?? [], 7_000)).toBeUndefined();
});

test('nothing is handed under the textbook', () => expect(laneWith(0).lane?.handed).toStrictEqual([]));
