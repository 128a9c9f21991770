import { describe, expect, test } from 'vitest';
import { RawConnection } from '../support/serving/rawHttp.ts';
import { type Served, served } from '../support/serving/served.ts';
import { endpointOf, worldOf } from '../support/worlds/worlds.ts';

const definition = worldOf({
  endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }), endpointOf('ep-lb', { type: 'LOAD_BALANCER' })],
});

const platform = { definition, allowHosts: ['*.runpod.ai', '*.runpod.io'] };

/** The answer to a call by the name of a host, as `exec --intercept` has it. */
const ask = async (server: Served, host: string, method: string, path: string) => {
  const connection = await RawConnection.open(server.port);
  const headers = [
    ['host', host],
    ['authorization', `Bearer ${server.apiKey}`],
    ['content-type', 'application/json'],
  ] as const;
  const { status, body } = await connection.ask(method, path, headers, method === 'POST' ? '{"input":{}}' : undefined);
  connection.destroy();
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for, and compares what it got
  return { status, body: (body === '' ? undefined : JSON.parse(body)) as any };
};

describe('each host of the platform answers its own API (server.hosts)', () => {
  // biome-ignore format: a table
  test.each([
    ['api.runpod.ai',      'POST', '/v2/ep-a/run',           200],
    ['api.runpod.ai',      'GET',  '/v2/ep-a/health',        200],
    ['api.runpod.ai:443',  'GET',  '/v2/ep-a/health',        200],
    ['api.runpod.io',      'GET',  '/v2/pods',               200],
    ['api.runpod.io',      'GET',  '/v2/serverless/ep-a',    200],
    ['v2-rest.runpod.io',  'GET',  '/v2/pods',               200],
  ])('%s: %s %s', async (host, method, path, status) => {
    await using server = await served(platform);
    expect((await ask(server, host, method, path)).status).toBe(status);
  });

  // biome-ignore format: a table
  test.each([
    ['api.runpod.ai',     'GET',  '/v2/pods',        'api.runpod.ai has the queue API alone: call http://api.runpod.io/v2/pods'],
    ['API.RunPod.ai',     'GET',  '/v2/serverless/ep-a', 'call http://api.runpod.io/v2/serverless/ep-a'],
    ['api.runpod.io',     'POST', '/v2/ep-a/run',    'api.runpod.io has the management API alone: call http://api.runpod.ai/v2/ep-a/run'],
    ['v2-rest.runpod.io', 'GET',  '/v2/ep-a/health', 'call http://api.runpod.ai/v2/ep-a/health'],
    ['api.runpod.io',     'GET',  '/v2/ep-a/job-take/w', 'call http://api.runpod.ai/v2/ep-a/job-take/w'],
    ['rest.runpod.io',    'GET',  '/v2/pods',        'rest.runpod.io has the API below /v1 alone: call http://api.runpod.io/v2/pods'],
    ['rest.runpod.io',    'POST', '/v2/ep-a/run',    'call http://api.runpod.ai/v2/ep-a/run'],
  ])('and %s: %s %s is 404, and names the right host', async (host, method, path, words) => {
    await using server = await served(platform);
    const { status, body } = await ask(server, host, method, path);
    expect([status, body.detail]).toStrictEqual([404, expect.stringContaining(words)]);
    expect(server.world.state.jobCounters.of('ep-a').inQueue + server.world.state.jobCounters.of('ep-a').inProgress).toBe(0);
  });

  test('workers are answered where the queue is', async () => {
    await using server = await served(platform);
    const { body } = await ask(server, 'api.runpod.ai', 'GET', '/v2/ep-a/ping/a-worker');
    expect(body?.detail ?? '').not.toContain('alone');
  });

  test('this machine, and a name of one’s own, answer all of them', async () => {
    await using server = await served({ ...platform, allowHosts: [...platform.allowHosts, 'pods.test'] });
    for (const host of [`127.0.0.1:${server.port}`, 'pods.test'])
      for (const path of ['/v2/pods', '/v2/ep-a/health']) expect((await ask(server, host, 'GET', path)).status).toBe(200);
  });

  test('a path that no API has is unknown at each', async () => {
    await using server = await served(platform);
    const { status, body } = await ask(server, 'api.runpod.ai', 'GET', '/v2/ep-a/helth');
    expect([status, body.detail]).toStrictEqual([404, expect.stringContaining('Did you mean /v2/ep-a/health')]);
  });
});

describe('requestUrls at a host of the platform (endpoint.request-urls)', () => {
  test('are those of the platform, whichever host was asked', async () => {
    await using server = await served(platform);
    for (const host of ['api.runpod.io', 'v2-rest.runpod.io']) {
      const { requestUrls } = (await ask(server, host, 'GET', '/v2/serverless/ep-a')).body;
      expect(requestUrls.run).toBe('http://api.runpod.ai/v2/ep-a/run');
      expect(requestUrls.stream).toBe('http://api.runpod.ai/v2/ep-a/stream/{job_id}');
      expect((await ask(server, new URL(requestUrls.health).host, 'GET', '/v2/ep-a/health')).status).toBe(200);
    }
    expect((await ask(server, 'api.runpod.io', 'GET', '/v2/serverless/ep-lb')).body.requestUrls).toStrictEqual({
      base: 'http://ep-lb.api.runpod.ai',
      health: 'http://ep-lb.api.runpod.ai/ping',
    });
  });

  test('and elsewhere those of the address that was asked', async () => {
    await using server = await served({ ...platform, allowHosts: ['api.runpod.ai.test'] });
    const { requestUrls } = (await ask(server, 'api.runpod.ai.test:81', 'GET', '/v2/serverless/ep-lb')).body;
    expect(requestUrls.base).toBe('http://api.runpod.ai.test:81/lb/ep-lb');
  });
});
