import { describe, expect, test } from 'vitest';
import { LogWriter } from '../../adapters/host/storage/logWriter.ts';
import { openFileStore } from '../../adapters/store/fileStore.ts';
import { memoryStore } from '../../adapters/store/memoryStore.ts';
import { StoreConflict, StoreFull } from '../../adapters/store/problems.ts';
import type { Store } from '../../adapters/store/store.ts';
import { computeFingerprint } from '../../engine/kernel/log.ts';
import { finish } from '../../engine/kernel/steps.ts';
import { World } from '../../engine/world/world.ts';
import { FailingDisk } from '../store/failingDisk.ts';
import { Folder } from '../support/folder.ts';
import { EventStream } from '../support/serving/eventStream.ts';
import { served } from '../support/serving/served.ts';
import { ServingProcess } from '../support/serving/servingProcess.ts';
import { endpointOf, worldOf } from '../support/worlds/worlds.ts';
import { keptIn } from './killing.ts';

const folder = new Folder();
const definition = worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } })] });
const run = ['/v2/ep-a/run', { input: {} }] as const;

// biome-ignore format: a table
describe.each<[string, (disk: FailingDisk) => void]>([
  ['is full',      (disk) => { disk.room = 0; }],
  ['is read-only', (disk) => disk.failing.set('write', 'EROFS')],
])('a served world whose disk %s', (name, breaks) => {
  test('refuses changes that it cannot store, still answers reads, and continues once there is room', async () => {
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
      expect(refused.body.detail).toContain('was done, and is written as soon as possible: look before you ask again');
      expect(refused.headers.get('retry-after')).toBeNull();
      const next = await server.post(...run);
      expect([next.status, next.headers.get('retry-after')]).toStrictEqual([503, '1']);
      expect(next.body.detail).toContain('until then this world can be read, and not changed');
      const read = await server.get(`/v2/ep-a/status/${body.id}`);
      expect(read.status).toBe(200);
      const [kept, seq] = ['x-podsim-kept', 'x-podsim-seq'].map((header) => Number(read.headers.get(header)));
      expect(kept, 'what is read says how much of it is kept').toBeLessThan(seq as number);
      expect(kept).toBeGreaterThan(0);
      expect((await server.advance({ by: '1s' })).status).toBe(503);
      expect((await server.get('/_podsim/v1/info')).status).toBe(200);

      disk.room = 1e9;
      disk.failing.clear();
      await server.until(() => server.default.durability.writeError === undefined, 'there is room again');
      const after = await server.post(...run);
      expect([after.status, after.headers.get('x-podsim-kept')]).toStrictEqual([200, null]);
      expect((await server.advance({ by: '1s' })).status).toBe(200);
    }
    const kept = await keptIn(path);
    expect(computeFingerprint(kept.header, kept.entries)).toBe(kept.link);
  });
});

test('a world that cannot be created for lack of room does not exist, and can be created when there is room', async () => {
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

test('a world that cannot be dropped is not reported as dropped: it is dropped as soon as possible', async () => {
  const disk = new FailingDisk();
  const path = folder.at('dropped');
  await using server = await served({ definition, store: await openFileStore(path, { disk: disk.disk }) });
  await server.post('/_podsim/v1/worlds', { id: 'w1', seed: 'one' });
  disk.failing.set('rename', 'EACCES');
  const refused = await server.ask('DELETE', '/_podsim/v1/worlds/w1');
  expect([refused.status, refused.headers.get('x-podsim-rule')]).toStrictEqual([503, 'store.unwritable']);
  expect(refused.body.detail).toContain('world w1 is no longer served, but still stored');
  expect(folder.names('dropped')).toContain('w1');
  expect((await server.get('/_podsim/v1/worlds')).status).toBe(200);
  disk.failing.clear();
  await server.until(() => !folder.names('dropped').includes('w1'), 'it is gone');
});

test('one that could not be dropped gives its name to the next', async () => {
  const disk = new FailingDisk();
  await using server = await served({ definition, store: await openFileStore(folder.at('named'), { disk: disk.disk }) });
  await server.post('/_podsim/v1/worlds', { id: 'w1', seed: 'one' });
  disk.failing.set('rename', 'EACCES');
  expect((await server.ask('DELETE', '/_podsim/v1/worlds/w1')).status).toBe(503);
  disk.failing.clear();
  expect(await server.post('/_podsim/v1/worlds', { id: 'w1', seed: 'two' })).toMatchObject({ status: 201 });
  expect((await server.get('/worlds/w1/_podsim/v1/info')).body.seed).toBe('two');
});

test('after a failed sync a world can be read but not changed, until it is served again', async () => {
  const disk = new FailingDisk();
  const path = folder.at('unsafe');
  const store = await openFileStore(path, { disk: disk.disk });
  const server = await served({ definition, store });
  const { body: first } = await server.post(...run);
  disk.failing.set('datasync', 'EIO');
  const { body: lost } = await server.post(...run);
  expect(lost.detail).toMatch(/start podsim again.*the request was done, but may be lost.*not changed any more/);
  disk.failing.clear();
  await new Promise((later) => setTimeout(later, 400));
  const refused = await server.post(...run);
  expect([refused.status, refused.headers.get('retry-after')]).toStrictEqual([503, null]);
  const { body: seen, headers } = await server.get('/_podsim/v1/state?kind=job');
  expect(Object.keys(seen.entities.job)).toHaveLength(2);
  const kept = Number(headers.get('x-podsim-kept'));
  await expect(server[Symbol.asyncDispose]()).rejects.toThrow('start podsim again');
  await using again = await served({ definition, store: await openFileStore(path) });
  expect(again.world.log.length).toBe(kept);
  expect((await again.get(`/v2/ep-a/status/${first.id}`)).status).toBe(200);
  expect(Object.keys((await again.get('/_podsim/v1/state?kind=job')).body.entities.job)).toHaveLength(1);
  expect((await again.post(...run)).status).toBe(200);
});

test('an event stream does not send entries before they are durable', async () => {
  const disk = new FailingDisk();
  await using server = await served({ definition, store: await openFileStore(folder.at('events'), { disk: disk.disk }) });
  const stream = await EventStream.open(`${server.url}/_podsim/v1/events`, {});
  await server.post(...run);
  const before = (await stream.until(server.world.log.length)).length;
  disk.failing.set('write', 'EIO');
  expect((await server.post(...run)).status).toBe(503);
  expect(server.world.log.length).toBeGreaterThan(before);
  expect((await server.get('/_podsim/v1/info')).status).toBe(200);
  expect(stream.events).toHaveLength(before);
  disk.failing.clear();
  await stream.until(server.world.log.length);
  stream.leave();
});

test('a server whose log may not grow still answers, and loses nothing that it confirmed', { timeout: 60_000 }, async () => {
  const path = folder.at('limited');
  const headers = { authorization: 'Bearer podsim-dev-key', 'content-type': 'application/json' };
  const told: string[] = [];
  {
    await using server = new ServingProcess(['serve', '--port', '0', '--data-dir', path, '--clock', 'manual'], {}, 64);
    const url = await server.url();
    const submit = async () =>
      fetch(`${url}/v2/ep-demo/run`, { method: 'POST', headers, body: JSON.stringify({ input: { prompt: 'x'.repeat(3_000) } }) });
    let answer = await submit();
    for (; answer.status === 200; answer = await submit()) told.push(((await answer.json()) as { readonly id: string }).id);
    expect([answer.status, answer.headers.get('x-podsim-rule')]).toStrictEqual([503, 'store.unwritable']);
    expect(((await answer.json()) as { readonly detail: string }).detail).toContain(
      'the file may not grow any longer (EFBIG): make room, and try again',
    );
    const read = await fetch(`${url}/v2/ep-demo/status/${told[0]}`, { headers });
    expect([read.status, await read.json()]).toStrictEqual([200, { id: told[0], status: 'IN_QUEUE' }]);
    server.signal('SIGKILL');
    await server.ended;
    expect(server.err).toMatch(/^world default: its log cannot be written: .* \(EFBIG\): make room, and try again; podsim tries again\n$/);
  }
  expect(told.length).toBeGreaterThan(5);
  const { header, entries, link } = await keptIn(path);
  expect(computeFingerprint(header, entries)).toBe(link);
  const kept = new Set(entries.flatMap(({ event }) => (event.type === 'JobQueued' ? [event.jobId] : [])));
  expect(told.filter((id) => !kept.has(id))).toStrictEqual([]);
});

test('no call is refused because a snapshot could not be saved', async () => {
  const world = new World(definition);
  const store = memoryStore();
  const log = await store.create('a', world.header);
  let saved = 0;
  log.saveSnapshot = () => (++saved > 1 ? Promise.reject(new StoreFull('the disk is full')) : Promise.resolve());
  const keeper = new LogWriter(world, () => Promise.resolve(log), 0, {
    apart: async (steps) => finish(steps()),
    onBreak: () => undefined,
    snapshotEvery: 1,
    held: 1_000,
  });
  for (let k = 0; k < 3; k++) {
    world.advance({ by: 1_000 });
    expect(await new Promise((told) => keeper.whenDurable(told))).toBeUndefined();
  }
  expect(log.length).toBe(world.log.length);
  expect(saved).toBeGreaterThan(1);
});

test('a permanent error is reported once, and the write is not retried', async () => {
  const broken: unknown[] = [];
  const conflict = new StoreConflict('another process writes it');
  const keeper = new LogWriter(new World(definition), () => Promise.reject(conflict), 0, {
    apart: async (steps) => finish(steps()),
    onBreak: (error) => broken.push(error),
    held: 1_000,
  });
  expect(await new Promise((told) => keeper.whenDurable(told))).toBe(conflict);
  await new Promise((later) => setTimeout(later, 400));
  keeper.scheduleWrite();
  expect(await new Promise((told) => keeper.whenDurable(told))).toBe(conflict);
  expect(broken).toStrictEqual([conflict]);
});

test('no call is answered before the log of a new world is there, however long that takes', async () => {
  let open: (() => void) | undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const store = memoryStore();
  const create = store.create.bind(store);
  store.create = async (...args) => {
    await gate;
    return create(...args);
  };
  await using server = await served({ definition: worldOf({}), store, clock: { clock: 'manual' } });
  const order: string[] = [];
  const ask = () => server.get('/v2/pods').then(({ status }) => order.push(`answered ${status}`));
  // Health checks wait for no world: the calls to the world would have been answered in the meantime.
  const others = async () => {
    for (let k = 0; k < 20; k++) await server.get('/_podsim/v1/health');
  };
  const first = ask();
  await others();
  const second = ask();
  await others();
  order.push('saved');
  open?.();
  await Promise.all([first, second]);
  expect(order).toStrictEqual(['saved', 'answered 200', 'answered 200']);
});
