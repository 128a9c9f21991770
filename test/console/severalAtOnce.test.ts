import { expect, test } from 'vitest';
import { barPicked, barsAt, spanAt } from '../../adapters/console/app/model/charts/laneRows.ts';
import { RunLog } from '../../adapters/console/app/model/runLog.ts';
import { playedText } from '../support/worlds/playing.ts';

const laneOf = (text: string) => {
  const { world } = playedText(text);
  const log = new RunLog(world.header);
  log.append([...world.log.entries()]);
  return log.lanes;
};

const three = `title: a scenario
world:
  settings: { worker: { imagePull: 0s, start: 0s, restartAfterCrash: 1s }, job: { workerMissedAfter: 30s } }
  hosts:
    - { id: host-a, dataCenter: EU-RO-1, gpu: NVIDIA GeForce RTX 4090, gpus: 1 }
    - { id: host-b, dataCenter: EU-RO-1, gpu: NVIDIA GeForce RTX 4090, gpus: 1 }
  endpoints:
    - { id: ep-a, workers: { min: 1, max: 1 }, handler: { concurrency: 3, duration: { fixed: 10s } } }
steps:
  - { at: 1s, act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { one: id } }
  - { at: 2s, act: run, with: { endpoint: ep-a, body: { input: {} } } }
  - { at: 3s, act: run, with: { endpoint: ep-a, body: { input: {} } } }
  - { at: 5s, act: cancel, with: { endpoint: ep-a, job: $one } }
  - { at: 30s, act: listPods, with: {} }
`;

test('the lane of a worker that runs several says how many, and which', () => {
  const lane = laneOf(three).of('ep-a-w1');
  expect(lane?.loads).toStrictEqual([
    { from: 1_000, to: 2_000, running: 1 },
    { from: 2_000, to: 3_000, running: 2 },
    { from: 3_000, to: 5_000, running: 3 },
    { from: 5_000, to: 12_000, running: 2 },
    { from: 12_000, to: 13_000, running: 1 },
  ]);
  expect(lane?.most).toBe(3);
  if (lane === undefined) return;
  const [first, second, third] = lane.bars.map(({ id }) => id);
  const idsAt = (at: number) => barsAt(lane, at).map(({ id }) => id);
  expect(idsAt(500)).toStrictEqual([]);
  expect(idsAt(4_000)).toStrictEqual([first, second, third]);
  expect(idsAt(11_000)).toStrictEqual([second, third]);
  expect(idsAt(20_000)).toStrictEqual([]);
  expect(barPicked(barsAt(lane, 11_000), undefined)?.id).toBe(second);
  expect(barPicked(barsAt(lane, 11_000), second)?.id).toBe(third);
  expect(barPicked(barsAt(lane, 11_000), third)?.id).toBe(second);
  expect(barPicked([], second)).toBeUndefined();
});

test.each([
  ['its process crashes', '{ fault: worker-crash, at: 4s, match: { worker: ep-a-w1 } }'],
  ['its host fails', '{ fault: host-failure, at: 4s, match: { host: host-a } }'],
])('all that it runs end in its lane when %s', (_, fault) => {
  const [lane] = laneOf(three.replace('steps:', `faults:\n  - ${fault}\nsteps:`)).groups.flatMap(({ lanes }) => lanes);
  expect(lane?.bars.slice(0, 3).map(({ to }) => to)).toStrictEqual([4_000, 4_000, 4_000]);
  expect(spanAt(lane?.loads ?? [], 3_500)?.running).toBe(3);
  expect(spanAt(lane?.loads ?? [], 4_500)).toBeUndefined();
});

test('requests of a load balancer are counted, too', () => {
  const text = three
    .replace('workers: { min', 'type: LOAD_BALANCER, workers: { min')
    .replaceAll(/act: run, with: .*$/gm, 'act: requestEndpoint, with: { endpoint: ep-a, path: /a } }')
    .replace(/ {2}- \{ at: 5s.*\n/, '');
  const lane = laneOf(text).of('ep-a-w1');
  expect(lane?.loads.map(({ running }) => running)).toStrictEqual([1, 2, 3, 2, 1]);
  expect(lane?.bars).toStrictEqual([]);
});
