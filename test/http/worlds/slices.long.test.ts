import { setImmediate } from 'node:timers/promises';
import { isLeft } from 'fp-ts/lib/Either.js';
import { beforeAll, describe, expect, test } from 'vitest';
import type { WorldFactory } from '../../../adapters/host/storage/worldFactory.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import { computeFingerprint } from '../../../engine/kernel/log.ts';
import { finish } from '../../../engine/kernel/steps.ts';
import { rerun } from '../../../engine/world/history/rerun.ts';
import { forkAt } from '../../../engine/world/history/rewind.ts';
import { World } from '../../../engine/world/world.ts';
import { asked, FakeHost } from '../../support/serving/fakeHost.ts';
import { type Served, served } from '../../support/serving/served.ts';
import { endpointOf, runOf, worldOf } from '../../support/worlds/worlds.ts';

const jobs = 5_000;
const definition = worldOf({
  settings: { worker: { imagePull: 0, start: 0 }, endpoint: { queuePerWorkerMax: 100_000 } },
  endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, { duration: { kind: 'exponential', meanMs: 5_000 } })],
});

/** A world with many pending calls, and with a long log. */
const busyWorld = (onChange: Parameters<WorldFactory>[0] = () => undefined): World => {
  const world = new World(definition, { onChange, invariants: false });
  for (let k = 0; k < jobs; k++) world.call(runOf('ep-a', { k }, 10 * k));
  return world;
};

/** A busy world, and a small one beside it; each step is a slice. */
const twoWorlds = async (): Promise<Served> => {
  const server = await served({ making: busyWorld, definition, sliceMs: 0 });
  await server.post('/_podsim/v1/worlds', { id: 'b' });
  return server;
};

/** Looks in each turn of the event loop: between two looks some ms apart, a quick machine may have done all the work. */
const untilBusy = async (server: Served): Promise<void> => {
  for (let turns = 0; !server.default.isBusy; turns++) {
    if (turns === turnsAtMost) throw new Error('it never happened that the default world is at work');
    await setImmediate();
  }
};
const turnsAtMost = 1_000_000;

/** Names of calls, in the order in which they ended. */
class Order {
  readonly ended: string[] = [];

  async of<Result>(name: string, going: Promise<Result>): Promise<Result> {
    const result = await going;
    this.ended.push(name);
    return result;
  }
}

const plain = new World(definition, { invariants: false });
beforeAll(() => {
  for (let k = 0; k < jobs; k++) plain.call(runOf('ep-a', { k }, 10 * k));
});

describe('while one world does something long', () => {
  const long: readonly (readonly [string, (server: Served) => Promise<{ readonly status: number }>])[] = [
    ['a fork', (server) => server.post('/_podsim/v1/forks', { seq: plain.log.length - 10 })],
    ['a state of the past', (server) => server.get(`/_podsim/v1/state?seq=${plain.log.length - 10}&limit=1`)],
    ['a purge', (server) => server.post('/v2/ep-a/purge-queue')],
    [
      'a long list',
      (server) =>
        server.get('/v2/billing/serverless?bucketSize=hour&startTime=1971-01-01T00:00:00Z').then(() => server.get('/_podsim/v1/state')),
    ],
    ['an advance', (server) => server.advance({ by: '10h' })],
    ['a fingerprint', (server) => server.get('/_podsim/v1/info')],
    ['a download of the log', (server) => server.get('/_podsim/v1/log')],
    ['a comparison with itself', (server) => server.post('/_podsim/v1/compare', { worlds: ['default', 'default'] })],
    ['a recording', (server) => server.get('/_podsim/v1/scenario')],
    ['the end of an endpoint with many jobs', (server) => server.ask('DELETE', '/v2/serverless/ep-a')],
    ['an explanation', (server) => server.get('/_podsim/v1/explain/ep-a')],
    ['a search for a name', (server) => server.get('/_podsim/v1/explain/nothing-like-it')],
    ['a look through the log', (server) => server.get('/_podsim/v1/events?type=PodCreated')],
  ];

  test.each(long)('another answers: %s', async (_name, begin) => {
    await using server = await twoWorlds();
    const order = new Order();
    const going = order.of('long', begin(server));
    // Some of them begin after the first of these, but none ends before the last.
    for (let k = 0; k < 3; k++) await order.of('short', server.get('/worlds/b/v2/ep-demo/health', { key: null }));
    // The recording is too long for a file, which shows only at its end; no file of that name is left.
    expect([200, 201, 204, 404, 409]).toContain((await going).status);
    expect(order.ended).toStrictEqual(['short', 'short', 'short', 'long']);
  });

  test('its own calls wait, and run in order, each on the state that the one before it left', async () => {
    await using server = await twoWorlds();
    const order = new Order();
    const [seq, { now }] = [server.world.log.length, server.world];
    const fork = order.of('fork', server.post('/_podsim/v1/forks', { seq: seq - 10, id: 'branch' }));
    await untilBusy(server);
    const calls = [1, 2, 3].map(async (k) => {
      const { headers } = await order.of(`call ${k}`, server.post('/v2/ep-a/run', { input: { k } }));
      return Number(headers.get('x-podsim-seq'));
    });
    expect((await fork).body.entries).toBeGreaterThanOrEqual(seq - 10);
    const seqs = await Promise.all(calls);
    expect([order.ended[0], server.world.now]).toStrictEqual(['fork', now]);
    expect([...seqs].sort((a, b) => a - b).filter((each) => each > seq)).toHaveLength(3);
    expect(server.serving.find('branch')?.world.now).toBeLessThanOrEqual(now);
  });

  test('what belongs to no world is answered, too', async () => {
    await using server = await twoWorlds();
    const order = new Order();
    const going = order.of('long', server.advance({ by: '10h' }));
    await untilBusy(server);
    for (const path of ['health/live', 'health/ready', 'metrics', 'worlds', 'rules?id=job.retry'])
      expect((await order.of('short', server.get(`/_podsim/v1/${path}`))).status).toBe(200);
    await going;
    expect(order.ended.at(-1)).toBe('long');
  });
});

describe('work in slices gives the same result as in one go', () => {
  test('a fork', async () => {
    await using server = await twoWorlds();
    const seq = 3_000;
    await server.post('/_podsim/v1/forks', { seq, id: 'branch' });
    const fork = finish(forkAt(plain, { seq }));
    expect(isLeft(fork) ? fork.left : fork.right.fingerprint()).toBe(server.serving.find('branch')?.world.fingerprint());
  });

  test('a purge', async () => {
    await using server = await twoWorlds();
    const { body } = await server.post('/v2/ep-a/purge-queue');
    const world = busyWorld();
    const seq = world.log.length;
    const reply = world.call({
      operation: 'purgeQueue',
      client: { key: 'key-of-alice' },
      request: { params: { endpoint_id: 'ep-a' }, query: {} },
    });
    expect('answer' in reply && reply.answer.body).toStrictEqual(body);
    const purged = (of: World) => [...of.log.entries(seq)].filter(({ event }) => event.type === 'JobPurged');
    expect(purged(server.world)).toStrictEqual(purged(world));
  });

  test('an advance, and calls after it', async () => {
    await using server = await twoWorlds();
    const going = server.advance({ by: '1h' });
    await untilBusy(server);
    const job = await server.post('/v2/ep-a/run', { input: {} });
    const host = new FakeHost();
    const { id, world } = host.adoptWorld('same', busyWorld, { clock: 'manual' });
    expect((await going).body).toStrictEqual(JSON.parse(JSON.stringify(asked(host.desk(id), 'advanceClock', { body: { by: '1h' } }).body)));
    world.call(runOf('ep-a', {}));
    expect([job.status, server.world.now]).toStrictEqual([200, world.now]);
    const { header, log } = server.world;
    expect(rerun(header, [...log.entries()]).fingerprint()).toBe(server.world.fingerprint());
  });

  test('a comparison, a recording and an explanation are computed from copies', async () => {
    await using server = await served({ making: (onChange) => small(onChange), definition });
    await server.post('/_podsim/v1/forks', { seq: 40, id: 'branch' });
    await server.post('/worlds/branch/v2/ep-a/run', { input: { only: 'there' } });
    const host = new FakeHost();
    host.adoptWorld('default', small, { clock: 'manual' });
    const branch = server.serving.find('branch')?.world as World;
    host.adoptWorld('branch', () => branch, { clock: 'manual' });
    const change = { act: 'updateEndpoint', with: { endpoint: 'ep-a', body: { workers: { max: 2 } } } };
    const scenario = 'title: a scenario\nsteps:\n  - act: listPods\n';
    for (const [method, path, id, body] of [
      ['POST', 'compare', 'compareWorlds', { worlds: ['default', 'branch'] }],
      ['POST', 'compare', 'compareWorlds', { worlds: ['default', 'nowhere'] }],
      ['POST', 'compare', 'compareWorlds', { change, at: '1s', seeds: ['1', '2'] }],
      ['GET', 'scenario', 'getScenario', undefined],
      ['POST', 'scenarios/run', 'runScenario', { scenario }],
      ['POST', 'scenarios/run', 'runScenario', { scenario: 'title: [' }],
    ] as const) {
      const got = await server.ask(method, `/_podsim/v1/${path}`, body === undefined ? {} : { body: body as Json });
      const expected = asked(host.desk('default'), id, body === undefined ? {} : { body: body as Json });
      expect([got.status, got.body]).toStrictEqual([expected.status, JSON.parse(JSON.stringify(expected.body))]);
    }
  });
});

const small = (onChange: Parameters<WorldFactory>[0] = () => undefined): World => {
  const world = new World(definition, { onChange });
  for (let k = 0; k < 12; k++) world.call(runOf('ep-a', { k }, 400 * k));
  return world;
};

describe('a client that disconnects cancels its work', () => {
  test('an advance stops at an instant, and its log runs again', async () => {
    await using server = await twoWorlds();
    const leaving = new AbortController();
    const going = server.post('/_podsim/v1/clock/advance', { by: '1000h' }, { signal: leaving.signal }).catch(() => 'left');
    await untilBusy(server);
    leaving.abort();
    expect(await going).toBe('left');
    await server.until(() => !server.default.isBusy, 'the advance has stopped');
    const { header, log, now } = server.world;
    expect(now).toBeLessThan(1000 * 3_600_000);
    expect([...log.entries(log.length - 1)].map(({ event }) => event.type)).toStrictEqual(['ClockAdvanced']);
    expect(computeFingerprint(header, rerun(header, [...log.entries()]).log.entries())).toBe(server.world.fingerprint());
  });

  test('a fork makes no world', async () => {
    await using server = await twoWorlds();
    const leaving = new AbortController();
    const going = server.post('/_podsim/v1/forks', { seq: 10_000, id: 'branch' }, { signal: leaving.signal }).catch(() => 'left');
    await untilBusy(server);
    leaving.abort();
    expect(await going).toBe('left');
    expect((await server.get('/_podsim/v1/clock')).status).toBe(200);
    expect(server.serving.find('branch')).toBeUndefined();
  });

  test('a call that still waited is never made', async () => {
    await using server = await twoWorlds();
    const going = server.advance({ by: '10h' });
    await untilBusy(server);
    const leaving = new AbortController();
    const before = server.default.stats;
    const left = server.post('/v2/ep-a/run', { input: { left: true } }, { signal: leaving.signal }).catch(() => 'left');
    await server.get('/worlds/b/_podsim/v1/clock');
    leaving.abort();
    await left;
    await going;
    expect(server.default.stats).toStrictEqual(before);
    expect(JSON.stringify([...server.world.log.entries(plain.log.length)].map(({ event }) => event))).not.toContain('"left"');
  });

  test('a comparison gives its thread back', async () => {
    await using server = await twoWorlds();
    const leaving = new AbortController();
    const change = { settings: { worker: { start: '30s' } } };
    const asking = { change, at: '1s', seeds: '1..100', until: '10h' };
    const going = server.post('/_podsim/v1/compare', asking, { signal: leaving.signal }).catch(() => 'left');
    await untilBusy(server);
    leaving.abort();
    expect(await going).toBe('left');
    expect((await server.post('/_podsim/v1/scenarios/run', { scenario: 'title: next\nsteps: []\n' })).status).toBe(200);
  });
});

describe('a server that stops', () => {
  test('finishes the current work, and refuses the waiting work', async () => {
    await using server = await twoWorlds();
    const compared = server.post('/_podsim/v1/compare', { change: { settings: {} }, at: '1s', until: '10h' });
    const going = server.get(`/_podsim/v1/state?seq=${plain.log.length - 10}`);
    await untilBusy(server);
    const waiting = server.post('/v2/ep-a/run', { input: {} });
    await server.get('/worlds/b/_podsim/v1/clock');
    server.serving.close();
    const answers = await Promise.all([compared, going, waiting]);
    expect(answers.map(({ status }) => status)).toStrictEqual([503, 503, 503]);
    expect(server.default.isBusy).toBe(false);
    const late = await server.post('/_podsim/v1/scenarios/run', { scenario: 'title: late\nsteps: []\n' });
    expect(late.status).toBe(503);
  });

  test('ends an advance at an instant, and says how far it came', async () => {
    await using server = await twoWorlds();
    const going = server.advance({ by: '1000h' });
    await untilBusy(server);
    server.serving.close();
    expect((await going).body.stoppedBecause).toBe('enough');
  });
});
