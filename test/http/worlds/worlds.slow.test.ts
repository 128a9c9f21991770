import { request as httpRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { defaultDefinition } from '../../../engine/control/worlds/definition.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import { EventStream } from '../../support/serving/eventStream.ts';
import { type Served, served } from '../../support/serving/served.ts';

const worlds = '/_podsim/v1/worlds';

/** The body of a request for a world: one account, and one endpoint whose jobs take ten seconds. */
const wanted = {
  world: {
    settings: { worker: { imagePull: '0s', start: '0s' } },
    accounts: [{ id: 'them', keys: [{ name: 'ci', secret: 'key-of-them' }] }],
    endpoints: [{ id: 'ep-a', workers: { min: 1, max: 1 }, handler: { duration: { fixed: '10s' } } }],
  },
};

const theirs = { key: 'key-of-them' };
const job = { input: { prompt: 'hi' } };

describe('a world of its own', () => {
  test('with default options has three official templates, like the default world', async () => {
    await using server = await served({ definition: defaultDefinition({ apiKey: 'key-of-alice' }) });
    const { path, keys } = (await server.post(worlds, {})).body;
    const [{ key }] = keys;
    const here = await server.get('/v2/catalog/templates');
    const there = await server.get(`${path}v2/catalog/templates?source=official`, { key });
    expect([here.status, there.status]).toStrictEqual([200, 200]);
    expect(here.body.templates.map(({ id }: { id: string }) => id)).toStrictEqual(['podsim-torch', 'podsim-ubuntu', 'podsim-worker']);
    expect(there.body).toStrictEqual(here.body);
    expect((await server.get(`${path}v2/catalog/templates?source=community`, { key })).body).toStrictEqual({ templates: [] });
    const made = await server.post(
      `${path}v2/pods`,
      { name: 'trainer', templateId: 'podsim-torch', gpu: { id: 'NVIDIA GeForce RTX 4090' } },
      { key },
    );
    expect([made.status, made.body.template, made.body.image]).toStrictEqual([201, 'podsim-torch', 'podsim/torch:2.8']);
  });

  test('is made over the control plane, and says where it is', async () => {
    await using server = await served();
    const { status, headers, body } = await server.post(worlds, { id: 'w', seed: 'seven', ...wanted });
    expect([status, headers.get('location')]).toStrictEqual([201, '/worlds/w/']);
    expect(body).toMatchObject({ id: 'w', path: '/worlds/w/', seed: 'seven', keys: [{ name: 'ci', account: 'them', key: 'key-of-them' }] });
    const info = await server.get('/worlds/w/_podsim/v1/info');
    expect([info.body.world, info.body.seed, info.headers.get('x-podsim-world')]).toStrictEqual(['w', 'seven', 'w']);
    expect((await server.post(worlds, wanted)).body.path).toBe('/worlds/world-1/');
    expect((await server.get(worlds)).body.worlds.map(({ id }: { id: string }) => id)).toStrictEqual(['default', 'w', 'world-1']);
  });

  test('may be that of a scenario, before its first step', async () => {
    await using server = await served();
    const scenario =
      'title: a\nseed: b\nworld:\n  endpoints:\n    - id: ep-s\nsteps:\n  - act: run\n    with: { endpoint: ep-s, body: { input: {} } }\n';
    const made = await server.post(worlds, { id: 's', scenario });
    expect([made.status, made.body.seed]).toStrictEqual([201, 'b']);
    const [{ key }] = made.body.keys;
    expect((await server.get('/worlds/s/v2/ep-s/health', { key })).body.jobs).toMatchObject({ inQueue: 0, completed: 0 });
    expect((await server.post(worlds, { scenario, seed: 'c' })).body.seed).toBe('c');
    const refused = async (body: Json) => (await server.post(worlds, body)).body.errors;
    expect(await refused({ scenario, ...wanted })).toStrictEqual(['$.world: the scenario has a world: give scenario or world, not both']);
    expect(await refused({ scenario: 'title: a\nwrold: {}\n' })).toStrictEqual([expect.stringMatching(/^\$\.scenario: 2:1 .*world/)]);
  });

  test('shares no key and no job with any other', async () => {
    await using server = await served();
    await server.post(worlds, { id: 'w', ...wanted });
    expect((await server.post('/worlds/w/v2/ep-a/run', job)).status).toBe(401);
    expect((await server.post('/v2/ep-a/run', job, theirs)).status).toBe(401);
    const { body } = await server.post('/worlds/w/v2/ep-a/run', job, theirs);
    expect((await server.get(`/worlds/w/v2/ep-a/status/${body.id}`, theirs)).status).toBe(200);
    expect((await server.get(`/v2/ep-a/status/${body.id}`)).status).toBe(404);
    expect((await server.get('/v2/ep-a/health')).body.jobs).toMatchObject({ inQueue: 0, inProgress: 0 });
  });

  test('has its own clock', async () => {
    await using server = await served();
    await server.post(worlds, { id: 'w', ...wanted, start: '2030-05-01T00:00:00Z' });
    await server.post(worlds, { id: 'quick', ...wanted, clock: { clock: 'auto' } });
    const { headers } = await server.advance({ by: '1h' }, '/worlds/w');
    expect([headers.get('date'), headers.get('x-podsim-time')]).toStrictEqual([
      'Wed, 01 May 2030 01:00:00 GMT',
      '2030-05-01T01:00:00.000Z',
    ]);
    expect((await server.get('/_podsim/v1/clock')).body).toMatchObject({ now: { ms: 0 }, policy: { clock: 'manual' } });
    expect((await server.post('/worlds/quick/v2/ep-a/runsync', job, theirs)).body.status).toBe('COMPLETED');
    expect((await server.get('/worlds/quick/_podsim/v1/clock')).body).toMatchObject({ now: { ms: 10_000 }, policy: { clock: 'auto' } });
  });

  test('has its own log: the same inputs with the same seed give the same log, whatever other worlds do', async () => {
    await using server = await served();
    const jobs: string[] = [];
    for (const id of ['a', 'b']) {
      await server.post(worlds, { id, ...wanted });
      jobs.push((await server.post(`/worlds/${id}/v2/ep-a/run`, job, theirs)).body.id);
      await server.post('/v2/ep-a/run', job);
      await server.advance({ by: '1m' }, `/worlds/${id}`);
    }
    const [a, b] = await Promise.all(['a', 'b'].map(async (id) => (await server.get(`/worlds/${id}/_podsim/v1/info`)).body));
    expect(new Set(jobs).size).toBe(1);
    expect([a.fingerprint, a.entries]).toStrictEqual([b.fingerprint, b.entries]);
    const { body } = await server.get('/worlds/a/_podsim/v1/events?type=InputReceived');
    expect(body.events.map(({ operation }: { operation: string }) => operation)).toStrictEqual(['run']);
  });

  test('is made, and dropped, as often as one likes', async () => {
    await using server = await served();
    for (let k = 0; k < 60; k++) {
      expect((await server.post(worlds, { id: `w-${k}`, ...wanted })).status).toBe(201);
      expect((await server.ask('DELETE', `${worlds}/w-${k}`)).status).toBe(204);
    }
    expect(server.serving.worlds()).toHaveLength(1);
  });

  test('that does not exist is a 404 that says how to create it', async () => {
    await using server = await served();
    const { status, headers, body } = await server.get('/worlds/nowhere/v2/pods');
    expect([status, headers.get('x-podsim-rule')]).toStrictEqual([404, 'control.worlds']);
    expect(body.detail).toBe('there is no world nowhere: POST /_podsim/v1/worlds makes one');
  });
});

describe('a world that is dropped', () => {
  test('answers its pending calls, ends its streams, and no longer exists', async () => {
    await using server = await served();
    await server.post(worlds, { id: 'w', ...wanted });
    const waiting = server.post('/worlds/w/v2/ep-a/runsync', job, theirs);
    const stream = await EventStream.open(`${server.url}/worlds/w/_podsim/v1/events`, {});
    const dropped = server.serving.find('w');
    await server.until(() => dropped?.stats.waiting === 1, 'a call waits');
    expect((await server.ask('DELETE', `${worlds}/w`)).status).toBe(204);
    const { status, headers, body } = await waiting;
    expect([status, headers.get('x-podsim-rule'), body.detail]).toStrictEqual([503, 'clock.stall', 'this world was dropped']);
    await stream.ended();
    expect(dropped?.stats).toStrictEqual({ waiting: 0, watching: 0 });
    expect((await server.get('/worlds/w/v2/pods', theirs)).status).toBe(404);
    expect((await server.ask('DELETE', `${worlds}/w`)).status).toBe(404);
  });
});

describe('a world that is reset', () => {
  test('starts again as it was created, with a new log and journal', async () => {
    await using server = await served();
    const before = (await server.get('/_podsim/v1/info')).body;
    await server.post('/v2/ep-a/run', job);
    await server.advance({ by: '1h' });
    await server.ask('PUT', '/_podsim/v1/clock/policy', { body: { clock: 'auto' } });
    const { status, body, headers } = await server.post('/_podsim/v1/reset');
    expect([status, body.now.ms, headers.get('x-podsim-time')]).toStrictEqual([200, 0, '2026-01-01T00:00:00.000Z']);
    expect((await server.get('/_podsim/v1/info')).body).toStrictEqual({ ...before, clock: { clock: 'auto' } });
    expect((await server.get('/_podsim/v1/requests')).body).toStrictEqual({ requests: [], before: null, forgotten: 0 });
  });

  test('may be reset to another definition and seed', async () => {
    await using server = await served();
    const { body } = await server.post('/_podsim/v1/reset', { seed: 'eight', ...wanted });
    expect([body.seed, body.keys[0].key]).toStrictEqual(['eight', 'key-of-them']);
    expect((await server.post('/v2/ep-a/run', job)).status).toBe(401);
    expect((await server.post('/v2/ep-a/run', job, theirs)).status).toBe(200);
  });

  test('answers its pending calls', async () => {
    await using server = await served();
    const waiting = server.post('/v2/ep-a/runsync', job);
    await server.untilWaiting(1);
    await server.post('/_podsim/v1/reset');
    expect((await waiting).body.detail).toBe('this world was replaced by a new one');
    expect(server.default.stats).toStrictEqual({ waiting: 0, watching: 0 });
  });

  test('stays as it is where the new definition is invalid', async () => {
    await using server = await served();
    await server.post('/v2/ep-a/run', job);
    const { status, body } = await server.post('/_podsim/v1/reset', {
      world: { endpoints: [{ id: 'ep-a', workers: { max: -1 } }] },
    });
    expect([status, body.errors]).toStrictEqual([422, [expect.stringContaining('endpoints')]]);
    expect((await server.get('/v2/ep-a/health')).body.jobs).toMatchObject({ inProgress: 1 });
  });
});

describe('requestUrls', () => {
  const made = { name: 'e', type: 'QUEUE', image: 'an-image', scaling: { type: 'REQUEST_COUNT', requestCount: 1 } };
  const endpoint = { ...made, cpu: [{ id: 'cpu3c', vcpuCount: 2 }] };

  test('name the base that the caller used, and lead there', async () => {
    await using server = await served({ allowHosts: ['pods.test'] });
    const { body } = await server.post('/v2/serverless', endpoint);
    expect(body.requestUrls.run).toBe(`${server.url}/v2/${body.id}/run`);
    expect((await server.post(body.requestUrls.run.slice(server.url.length), job)).status).toBe(200);
    expect((await readAs(server, 'pods.test:8000', `/v2/serverless/${body.id}`)).requestUrls.health).toBe(
      `http://pods.test:8000/v2/${body.id}/health`,
    );
  });

  test('name the path of a world of its own', async () => {
    await using server = await served();
    await server.post(worlds, { id: 'w', ...wanted });
    const { body } = await server.post('/worlds/w/v2/serverless', endpoint, theirs);
    expect(body.requestUrls.run).toBe(`${server.url}/worlds/w/v2/${body.id}/run`);
    expect((await server.post(body.requestUrls.run.slice(server.url.length), job, theirs)).status).toBe(200);
  });

  test('name the public URL where there is one', async () => {
    await using server = await served({ publicUrl: 'https://pods.example.com/sim/' });
    const { body } = await server.post('/v2/serverless', endpoint);
    expect(body.requestUrls.run).toBe(`https://pods.example.com/sim/v2/${body.id}/run`);
    await server.post(worlds, { id: 'w', ...wanted });
    const other = await server.post('/worlds/w/v2/serverless', endpoint, theirs);
    expect(other.body.requestUrls.run).toBe(`https://pods.example.com/sim/worlds/w/v2/${other.body.id}/run`);
  });
});

/** The answer to a caller that uses another host name. */
const readAs = (server: Served, host: string, path: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for, and compares what it got
  new Promise<any>((resolve, reject) => {
    const headers = { host, authorization: `Bearer ${server.apiKey}` };
    httpRequest({ host: '127.0.0.1', port: server.port, path, headers, agent: false }, (res) => json(res).then(resolve, reject))
      .once('error', reject)
      .end();
  });
