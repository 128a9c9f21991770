import { expect, test } from 'vitest';
import type { Json } from '../../engine/kernel/canonical.ts';
import { hours, seconds } from '../../engine/kernel/time.ts';
import { World } from '../../engine/world/world.ts';
import { answered, populatedWorld } from '../support/worlds/populatedWorld.ts';
import { endpointOf, worldOf } from '../support/worlds/worlds.ts';

// Batches with the limits of the platform, and whole ones; the rest stands in scenarios (queue.batch).

const requests = (count: number): Json => Array.from({ length: count }, (_, n) => ({ input: { n } }));

test('a batch has 5,000 requests at most, and an endpoint ten batches that are not done', () => {
  const { world } = populatedWorld('2026-11');
  const create = (count: number) => answered(world, 'createBatch', { named: { endpoint: 'ep-a' }, body: requests(count) }).status;
  expect([create(5_001), create(5_000)]).toStrictEqual([400, 200]);
  expect(Array.from({ length: 10 }, () => create(0))).toStrictEqual([200, 200, 200, 200, 200, 200, 200, 200, 409, 409]);
});

test('three hundred requests end each once, with three workers and a rival that keeps the queue busy', () => {
  const world = new World(
    worldOf({ settings: { account: { contract: '2026-11' } }, endpoints: [endpointOf('ep-a', { workers: { min: 0, max: 3 } })] }),
  );
  const named = { endpoint: 'ep-a' };
  const { id } = answered(world, 'createBatch', { named, body: requests(300) }).body as { readonly id: string };
  answered(world, 'finalizeBatch', { named: { ...named, batch: id }, body: {} });
  for (let k = 0; k < 40; k++) {
    answered(world, 'run', { named, body: { input: { rival: k } } });
    world.advance({ by: seconds(2) });
  }
  world.advance({ by: hours(1) });
  expect(answered(world, 'getBatch', { named: { ...named, batch: id } }).body).toMatchObject({
    status: 'FINALIZED',
    requestTotal: 300,
    requestCompleted: 300,
    requestFailed: 0,
    requestInProgress: 0,
  });
  const ended = [...world.log.entries()].filter(({ event }) => event.type === 'JobCompleted');
  expect(ended).toHaveLength(340);
  expect(new Set(ended.map(({ event }) => (event as { readonly jobId?: string }).jobId)).size).toBe(340);
});

test('a request that has failed has an error and no output, and one that has completed an output and no error', () => {
  const settings = { account: { contract: '2026-11' } } as const;
  const endpoints = (['fail', 'complete'] as const).map((outcome) => endpointOf(`ep-${outcome}`, {}, { outcomes: [outcome] }));
  const world = new World(worldOf({ settings, endpoints }));
  const namesOf = (endpoint: string): readonly string[] => {
    const { id: batch } = answered(world, 'createBatch', { named: { endpoint }, body: requests(1) }).body as { readonly id: string };
    answered(world, 'finalizeBatch', { named: { endpoint, batch }, body: {} });
    world.advance({ by: seconds(60) });
    const { body } = answered(world, 'listBatchRequests', { named: { endpoint, batch } });
    return Object.keys((body as { readonly requests: readonly [object] }).requests[0]);
  };
  expect(namesOf('ep-fail')).toStrictEqual(['id', 'status', 'error', 'startedAt', 'completedAt']);
  expect(namesOf('ep-complete')).toStrictEqual(['id', 'status', 'output', 'startedAt', 'completedAt']);
});
