import { describe, expect, test } from 'vitest';
import { publicEndpoints } from '../../../engine/api/names/publicEndpoints.ts';
import { notSimulated } from '../../../engine/api/unknown/notSimulated.ts';
import { served } from '../../support/serving/served.ts';
import { endpointOf, keyOf, worldOf } from '../../support/worlds/worlds.ts';

/** A path of a row, with words for its parts that may be any. */
const someOf = (path: string): string =>
  path
    .replace(/^[A-Z]+ /, '')
    .replaceAll(/\{(\w+)\}/g, 'some-$1')
    .replace('…', 'more');

describe('what is not simulated', () => {
  test('says so wherever it is asked for, known caller or not: what it is, what to do instead, and the page that lists it', async () => {
    await using server = await served({ definition: worldOf({ settings: { account: { contract: '2026-11' } } }) });
    for (const { what, paths, instead } of notSimulated) {
      for (const path of paths) {
        const [, method = 'POST'] = /^([A-Z]+) /.exec(path) ?? [];
        for (const one of [someOf(path), someOf(path.replace(/\/…$/, ''))]) {
          const { status, body } = await server.ask(method, one, { key: null });
          expect([one, status]).toStrictEqual([
            one,
            one.startsWith('/v1') ? 410 : method !== 'POST' || one.startsWith('/v2/clusters') ? 405 : 404,
          ]);
          expect(body.detail).toContain('docs/serving.md');
          if (!one.startsWith('/v1')) expect(body.detail).toContain(`podsim does not simulate ${what}: ${instead}`);
        }
      }
    }
  });

  // biome-ignore format: a table
  test.each([
    ['GET',  '/v2/sandboxes',                             404, 'sandboxes'],
    ['POST', '/v2/sandboxes/sb-1/exec',                   404, 'sandboxes'],
    ['GET',  '/v2/serverless/ep-a/builds/b-1',            404, 'builds'],
    ['GET',  '/v2/ep-a/metrics',                          404, 'the metrics of workers and endpoints'],
    ['GET',  '/v2/ep-a/metrics/cold_start_quantiles_v1',  404, 'the metrics of workers and endpoints'],
    ['GET',  '/v2/ep-a/requests',                         404, "the list of an endpoint's requests"],
    ['POST', '/v2/ep-a/openai/v1/images/generations',     404, 'other OpenAI routes'],
    ['POST', '/v2/clusters/c-1/pods',                     405, 'adding pods to a cluster'],
  ] as const)('%s %s is %i, and names it', async (method, path, status, what) => {
    await using server = await served();
    const answer = await server.ask(method, path);
    expect([answer.status, answer.headers.get('content-type')]).toStrictEqual([status, 'application/problem+json']);
    expect(answer.body.detail).toContain(`podsim does not simulate ${what}: `);
  });

  test('is not what a path is that merely resembles it', async () => {
    await using server = await served();
    for (const path of ['/graphqls', '/v2/ep-a/openais/v1'])
      expect((await server.get(path)).body).toStrictEqual({ title: 'Not Found', status: 404, detail: 'The requested path was not found.' });
    expect((await server.get('/v2/ep-a/request')).body.detail).toMatch(
      /^The requested path was not found\. Below \/v2\/ep-a are run, runsync, /,
    );
    // An endpoint may have this name.
    const { body } = await server.get('/v2/sandboxen');
    expect(body.detail).toMatch(/^The requested path was not found\. Below it are run, runsync, /);
    expect((await server.ask('DELETE', '/v2/clusters/c-1/pods')).body.detail).toBe(
      'The requested method is not allowed for this path. It takes GET.',
    );
  });

  test('says so where clients of GraphQL look', async () => {
    await using server = await served();
    const { status, body } = await server.post('/graphql', { query: '{ myself { id } }' });
    expect([status, body.errors]).toStrictEqual([404, [{ message: body.detail }]]);
    expect(body).not.toHaveProperty('data');
  });

  test('says so where the openai SDK looks', async () => {
    await using server = await served();
    const { body } = await server.post('/v2/ep-a/openai/v1/responses', {});
    expect(body.error).toStrictEqual({ message: body.detail, type: 'invalid_request_error', param: null, code: null });
  });
});

describe('an endpoint that there is not', () => {
  const twelve = Array.from({ length: 12 }, (_, k) => `ep-${k + 1}`);
  const definition = worldOf({
    accounts: [
      { id: 'acc-a', keys: [keyOf('alice'), { ...keyOf('some'), queueEndpoints: ['ep-2', 'nosuch'] }] },
      { id: 'acc-b', keys: [keyOf('bob')] },
    ],
    endpoints: twelve.map((id) => endpointOf(id)),
  });

  test('is answered with those that the account has, ten at most, on both APIs', async () => {
    await using server = await served({ definition });
    const detail = `endpoint not found: this account has ${twelve.slice(0, 10).join(', ')}, and 2 more`;
    expect((await server.get('/v2/nosuch/health')).body).toMatchObject({ status: 404, detail });
    expect((await server.post('/v2/nosuch/run', { input: {} })).body).toMatchObject({ status: 404, detail });
    expect((await server.get('/v2/serverless/nosuch')).body).toMatchObject({ status: 404, detail });
  });

  test('is answered with no endpoint of another account, and none that the key does not cover', async () => {
    await using server = await served({ definition });
    const asked = async (id: string, name: string) => (await server.get(`/v2/${id}/health`, { key: `key-of-${name}` })).body.detail;
    expect(await asked('ep-1', 'bob')).toBe('endpoint not found: this account has none');
    expect(await asked('nosuch', 'bob')).toBe('endpoint not found: this account has none');
    expect(await asked('nosuch', 'some')).toBe('endpoint not found: this account has ep-2');
  });

  test('is named where it is one of the public ones of the platform', async () => {
    await using server = await served();
    for (const id of publicEndpoints) {
      const { body } = await server.post(`/v2/${id}/runsync`, { input: { prompt: 'hi' } });
      expect(body).toMatchObject({ status: 404, detail: expect.stringContaining(`${id} is one of the platform's`) });
      expect(body.detail).toContain('podsim does not simulate public endpoints of the platform: ');
      expect(body.detail).toContain('this account has ep-a');
    }
  });
});
