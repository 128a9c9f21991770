import { describe, expect, test } from 'vitest';
import { createWorld } from '../../adapters/testing/index.ts';
import { noKeyName } from '../../engine/api/contract/parts/noKey.ts';
import { operations } from '../../engine/api/table.ts';
import type { GivenClient } from '../../engine/cloud/input.ts';
import { hours, later, worldStart } from '../../engine/kernel/time.ts';
import { World } from '../../engine/world/world.ts';
import { goodCall } from '../http/calls/goodCalls.ts';
import { HandWall } from '../support/handWall.ts';
import { type Served, served } from '../support/serving/served.ts';
import { playedText, scenarioText } from '../support/worlds/playing.ts';
import { populatedWorld } from '../support/worlds/populatedWorld.ts';
import { callOf, endpointOf, keyOf, worldOf } from '../support/worlds/worlds.ts';

/** A stranger tries to act without a key, or with a wrong one. The answer is 401, and nothing has changed (limits.unknown-caller). */

/** All that a world is, its log included. */
const allOf = (world: World) => ({ now: world.now, entries: world.log.length, snapshot: world.snapshot({ apart: true }) });

/** What a stranger may send besides a wrong key: each of these acts when the caller is known. */
const additions = {
  'x-podsim-at': '10h',
  'x-podsim-key': 'a-key-of-my-own',
  'x-podsim-handler': '{"duration":{"fixed":"1s"}}',
  'last-event-id': '1',
};

const revokedKey = async (server: Served): Promise<string> => {
  const { key } = (await server.post('/_podsim/v1/keys', { name: 'old', account: 'acc-a' })).body;
  expect((await server.ask('DELETE', '/_podsim/v1/keys/old')).status).toBe(204);
  return key;
};

const strangers: readonly (readonly [string, (server: Served) => Promise<string | null>])[] = [
  ['no key', async () => null],
  ['a key that never was', async () => 'guessed'],
  ['a revoked key', revokedKey],
];

describe.each(strangers)('with %s', (_, keyOn) => {
  test('no operation of either API lets time pass, logs, or changes anything, in any world', async () => {
    const { world, stage } = populatedWorld('2026-11');
    await using server = await served({ making: () => world, clock: { clock: 'auto' } });
    const key = await keyOn(server);
    await server.post('/_podsim/v1/forks', { id: 'other' });
    const other = server.serving.find('other')?.world ?? world;
    const before = [allOf(world), allOf(other)];
    for (const row of operations.filter(({ api }) => api !== 'control')) {
      const { method, path, body } = goodCall(row, stage);
      for (const place of ['', '/worlds/other']) {
        const asking = { key, headers: additions, ...(body === undefined ? {} : { body }) };
        expect([row.id, (await server.ask(method, `${place}${path}`, asking)).status]).toStrictEqual([row.id, 401]);
      }
    }
    expect([allOf(world), allOf(other)]).toStrictEqual(before);
  });
});

/** A world with a key that works for an hour. */
const withGuest = worldOf({
  accounts: [{ id: 'acc-a', keys: [keyOf('alice'), { ...keyOf('guest'), expiresAt: later(worldStart, hours(1)) }] }],
});

test('a key that has expired by the time that a call gives lets no time pass either', async () => {
  await using server = await served({ definition: withGuest });
  const at = (time: string) => server.post('/v2/ep-a/run', { input: {} }, { key: 'key-of-guest', headers: { 'x-podsim-at': time } });
  expect((await at('1h')).status).toBe(401);
  expect(server.world.now).toBe(0);
  expect((await at('59m')).status).toBe(200);
});

test('the journal has a line of each such call, without its body', async () => {
  await using server = await served();
  const { length } = server.world.log;
  await server.post('/v2/ep-a/run', { input: { prompt: 'mine' } }, { key: 'guessed', headers: additions });
  const { requests } = (await server.get('/_podsim/v1/requests')).body;
  expect(requests).toMatchObject([{ n: 1, seq: null, operation: 'run', because: 'unknown', status: 401, rule: 'auth.queue-key' }]);
  expect(requests[0].request).toStrictEqual({ params: { endpoint_id: 'ep-a' }, query: {} });
  expect(server.world.log.length).toBe(length);
});

test('a caller that is known and refused is logged as always', async () => {
  const reader = { ...keyOf('reader'), permissions: { ...keyOf('reader').permissions, queue: 'read' as const } };
  await using server = await served({ definition: worldOf({ accounts: [{ id: 'acc-a', keys: [keyOf('alice'), reader] }] }) });
  const refused = await server.post('/v2/ep-a/run', { input: {} }, { key: 'key-of-reader', headers: { 'x-podsim-at': '1h' } });
  expect(refused.status).toBe(403);
  expect(server.world.now).toBe(hours(1));
  expect([...server.world.log.entries()].at(-1)?.event).toMatchObject({ type: 'InputRefused', status: 403 });
});

describe('a stranger who says to be the process of a worker', () => {
  const definition = worldOf({
    endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 }, timeout: hours(2) }, { external: { scale: 1, timeoutMs: hours(2) } })],
  });

  const taken = async (server: Served): Promise<string> => {
    await server.get('/v2/ep-a/ping/ep-a-w1');
    const job: string = (await server.post('/v2/ep-a/run', { input: {} })).body.id;
    expect((await server.get('/v2/ep-a/job-take/ep-a-w1?gpu=x')).body.id).toBe(job);
    return job;
  };

  test('does not move a clock that measures, nor stop the measuring', async () => {
    const wall = new HandWall();
    await using server = await served({ definition, wall, watchesSilence: true });
    await server.advance({ by: '0s' });
    await server.ask('PUT', '/_podsim/v1/clock/policy', { body: { clock: 'measured' } });
    const job = await taken(server);
    wall.pass(700);
    for (const path of [`job-done/ep-a-w1/${job}`, `job-stream/ep-a-w1/${job}`, 'ping/ep-a-w1', 'job-take/ep-a-w1']) {
      const method = path.startsWith('job-done') || path.startsWith('job-stream') ? 'POST' : 'GET';
      const asking = { key: 'guessed', ...(method === 'POST' ? { body: { output: 'mine' } } : {}) };
      expect((await server.ask(method, `/v2/ep-a/${path}?gpu=x`, asking)).status).toBe(401);
    }
    expect(server.world.now).toBe(0);
    wall.pass(300);
    await server.post(`/v2/ep-a/job-done/ep-a-w1/${job}?gpu=x`, { output: 'done' });
    expect((await server.get(`/v2/ep-a/status/${job}`)).body).toMatchObject({ status: 'COMPLETED', executionTime: 1_000 });
  });

  test('is not heard by the watch that counts its silence', async () => {
    const wall = new HandWall();
    await using server = await served({ definition, wall, watchesSilence: true });
    await server.advance({ by: '0s' });
    const job = await taken(server);
    await server.post('/_podsim/v1/forks', { id: 'branch' });
    // In a fork no process is silent before it was heard there.
    expect((await server.get('/worlds/branch/v2/ep-a/ping/ep-a-w1', { key: 'guessed' })).status).toBe(401);
    await server.get('/worlds/branch/v2/ep-a/health');
    wall.pass(600_000);
    expect((await server.get(`/worlds/branch/v2/ep-a/status/${job}`)).body.status).toBe('IN_PROGRESS');
  });
});

describe('without HTTP', () => {
  // biome-ignore format: a table
  test.each<readonly [string, GivenClient]>([
    ['no key',               { key: null, because: 'missing' }],
    ['a malformed header',   { key: null, because: 'malformed' }],
    ['a key that never was', { key: 'guessed' }],
    ['a key that expires then', { key: 'key-of-guest' }],
  ])('a call of a world with %s is 401 and leaves the world as it is', (_, client) => {
    const world = new World(withGuest);
    const before = allOf(world);
    const reply = world.call({ ...callOf('run', { endpoint_id: 'ep-a' }, { body: { input: {} }, at: hours(1) }), client });
    expect(reply).toMatchObject({ seq: null, answer: { status: 401 } });
    expect(reply.call.request).toStrictEqual({ params: { endpoint_id: 'ep-a' }, query: {} });
    expect(allOf(world)).toStrictEqual(before);
    expect(world.quietCalls).toBe(1);
  });

  test('world.call and world.fetch of a test do the same', async () => {
    await using world = await createWorld({ world: { endpoints: [{ id: 'ep-a' }] } });
    const { length } = world.log;
    const called = await world.call.run({ endpoint_id: 'ep-a', body: { input: {} }, as: 'guessed' });
    const headers = { authorization: 'guessed', ...additions };
    const fetched = await world.fetch('/v2/ep-a/run', { method: 'POST', headers, body: '{"input":{}}' });
    expect([called.status, fetched.status]).toStrictEqual([401, 401]);
    expect([world.clock.now, world.log.length]).toStrictEqual([0, length]);
  });

  test('a scenario has the same log with and without the calls of strangers', () => {
    const submit = '{ act: run, with: { endpoint: ep-a, body: { input: {} } } }';
    const stranger = `{ act: run, as: ${noKeyName}, with: { endpoint: ep-a, body: { input: {} } }, expect: { status: 401 } }`;
    const load = `load: [{ as: ${noKeyName}, with: { endpoint: ep-a, body: { input: {} } }, burst: { size: 3 }, mayBeRefused: true }]`;
    const last = '{ at: 1m, act: health, with: { endpoint: ep-a } }';
    const alone = playedText(scenarioText(`seed: strangers\nsteps: [${submit}, ${last}]\n`));
    const beside = playedText(scenarioText(`seed: strangers\nsteps: [${stranger}, ${submit}, ${stranger}, ${last}]\n${load}\n`));
    expect([beside.verdict, beside.world.fingerprint()]).toStrictEqual(['pass', alone.world.fingerprint()]);
  });
});
