import { describe, expect, test } from 'vitest';
import { finish } from '../../../engine/kernel/steps.ts';
import { timeline } from '../../../engine/scenario/timeline/timeline.ts';
import { idMeant, similarIds } from '../../../engine/world/reports/knownIds.ts';
import { World } from '../../../engine/world/world.ts';
import { callOf, endpointOf, runOf, worldOf } from '../../support/worlds/worlds.ts';

const worldWithBoth = () => {
  const balancer = endpointOf('ep-b', { type: 'LOAD_BALANCER', scaling: { type: 'REQUEST_COUNT', requestCount: 1 } });
  const world = new World(worldOf({ endpoints: [endpointOf('ep-a'), balancer] }));
  for (const n of [1, 2]) {
    world.call(runOf('ep-a', { n }));
    world.call(callOf('requestEndpoint', { endpoint_id: 'ep-b', path: String(n) }));
  }
  return world;
};

describe('the names that timelines give', () => {
  test('find what they stand for: each of them', () => {
    const { log } = worldWithBoth();
    const names = [...timeline(log.entries()).matchAll(/^(\S+) = (\S+)$/gm)].map(([, name = '', id]) => [name, id] as const);
    expect(names.map(([name]) => name)).toStrictEqual(['job-1', 'request-1', 'job-2', 'request-2']);
    for (const [name, id] of names) expect([name, finish(idMeant(log, name))]).toStrictEqual([name, id]);
  });

  test('stay as they are where they stand for nothing', () => {
    const { log } = worldWithBoth();
    for (const name of ['job-3', 'request-3', 'job-0', 'pod-1', 'worker-9', 'job', 'constructor-1'])
      expect(finish(idMeant(log, name))).toBe(name);
  });

  test('are like those of other kinds, which have shorter ids', () => {
    const { log } = worldWithBoth();
    const first = [...log.entries()].flatMap(({ event }) => (event.type === 'WorkerLaunched' ? event.workerId : []))[0];
    expect(finish(idMeant(log, 'worker-1'))).toBe(first);
    expect([finish(idMeant(log, 'endpoint-1')), finish(idMeant(log, 'endpoint-2'))]).toStrictEqual(['ep-a', 'ep-b']);
    expect(finish(similarIds(log, 'endpoint-3'))).toStrictEqual(['endpoint-1 to endpoint-2']);
  });

  test('are not those of entities with such an id', () => {
    const { log } = new World(worldOf({ endpoints: [endpointOf('endpoint-2'), endpointOf('ep-a')] }));
    expect([finish(idMeant(log, 'endpoint-1')), finish(idMeant(log, 'endpoint-2'))]).toStrictEqual(['endpoint-2', 'endpoint-2']);
  });

  test('are suggested', () => {
    const { log } = worldWithBoth();
    expect(finish(similarIds(log, 'job-7'))).toStrictEqual(['job-1 to job-2']);
    expect(finish(similarIds(log, 'request-7'))).toStrictEqual(['request-1 to request-2']);
  });
});
