import { describe, expect, test } from 'vitest';
import { Keeper } from '../../adapters/http/keeper.ts';
import { openFileStore } from '../../adapters/store/fileStore.ts';
import { memoryStore } from '../../adapters/store/memoryStore.ts';
import { StoreConflict, StoreFull } from '../../adapters/store/problems.ts';
import type { Store } from '../../adapters/store/store.ts';
import { fingerprintOf } from '../../engine/kernel/log.ts';
import { finish } from '../../engine/kernel/steps.ts';
import { World } from '../../engine/world.ts';
import { FailingDisk } from '../store/failingDisk.ts';
import { Folder } from '../support/folder.ts';
import { served } from '../support/served.ts';
import { endpointOf, worldOf } from '../support/worlds.ts';
import { keptIn } from './killing.ts';

const folder = new Folder();
const definition = worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } })] });
const run = ['/v2/ep-a/run', { input: {} }] as const;

// biome-ignore format: a table
describe.each<[string, (disk: FailingDisk) => void]>([
  ['is full',      (disk) => { disk.room = 0; }],
  ['is read-only', (disk) => disk.failing.set('write', 'EROFS')],
])('a served world whose disk %s', (name, breaks) => {
  test('refuses what it cannot keep, reads on, and goes on once there is room', async () => {
    const disk = new FailingDisk();
    const path = folder.at(name.replaceAll(' ', '-'));
    const store = await openFileStore(path, { disk: disk.disk });
    {
      await using server = await served({ definition, store });
      const { body } = await server.post(...run);
      breaks(disk);

      const refused = await server.post(...run);
      expect(refused).toMatchObject({ status: 503, body: { title: 'Service Unavailable', status: 503 } });
      expect(refused.headers.get('x-podsim-rule')).toBe('store.unwritable');
      expect(refused.body.detail).toContain('can be read, and not changed');
      expect((await server.get(`/v2/ep-a/status/${body.id}`)).status).toBe(200);
      expect((await server.advance({ by: '1s' })).status).toBe(503);
      expect((await server.get('/_podsim/v1/info')).status).toBe(200);

      disk.room = 1e9;
      disk.failing.clear();
      await server.until(() => server.default.trouble === undefined, 'there is room again');
      expect((await server.post(...run)).status).toBe(200);
      expect((await server.advance({ by: '1s' })).status).toBe(200);
    }
    const kept = await keptIn(path);
    expect(fingerprintOf(kept.header, kept.entries)).toBe(kept.link);
  });
});

test('a world that cannot be made for lack of room is not there, and can be made when there is', async () => {
  const disk = new FailingDisk();
  const store = await openFileStore(folder.at('made'), { disk: disk.disk });
  const crowded = {
    ...store,
    worlds: () => store.worlds(),
    open: store.open.bind(store),
    drop: store.drop.bind(store),
    close: store.close.bind(store),
  };
  let isFull = false;
  const create: Store['create'] = (id, header) => (isFull ? Promise.reject(new StoreFull('the disk is full')) : store.create(id, header));
  await using server = await served({ definition, store: { ...crowded, create } });
  isFull = true;
  expect(await server.post('/_podsim/v1/worlds', { id: 'w1' })).toMatchObject({
    status: 503,
    body: { detail: expect.stringContaining('full') },
  });
  expect((await server.get('/worlds/w1/_podsim/v1/info')).status).toBe(404);
  isFull = false;
  expect((await server.post('/_podsim/v1/worlds', { id: 'w1' })).status).toBe(201);
  expect((await server.post('/worlds/w1/v2/ep-demo/run', { input: {} }, { key: server.apiKey })).status).toBe(200);
});

test('nobody is refused because a snapshot could not be saved', async () => {
  const world = new World(definition);
  const store = memoryStore();
  const log = await store.create('a', world.header);
  let saved = 0;
  log.saveSnapshot = () => (++saved > 1 ? Promise.reject(new StoreFull('the disk is full')) : Promise.resolve());
  const keeper = new Keeper(world, () => Promise.resolve(log), 0, {
    policy: () => ({ clock: 'manual' }),
    apart: async (steps) => finish(steps()),
    onBreak: () => undefined,
    snapshotEvery: 1,
    held: 1_000,
  });
  for (let k = 0; k < 3; k++) {
    world.advance({ by: 1_000 });
    expect(await new Promise((told) => keeper.whenKept(told))).toBeUndefined();
  }
  expect(log.length).toBe(world.log.length);
  expect(saved).toBeGreaterThan(1);
});

test('what will never pass is told once, and not tried again', async () => {
  const broken: unknown[] = [];
  const conflict = new StoreConflict('somebody else writes it');
  const keeper = new Keeper(new World(definition), () => Promise.reject(conflict), 0, {
    policy: () => ({ clock: 'manual' }),
    apart: async (steps) => finish(steps()),
    onBreak: (error) => broken.push(error),
    held: 1_000,
  });
  expect(await new Promise((told) => keeper.whenKept(told))).toBe(conflict);
  await new Promise((later) => setTimeout(later, 400));
  keeper.touched();
  expect(await new Promise((told) => keeper.whenKept(told))).toBe(conflict);
  expect(broken).toStrictEqual([conflict]);
});
