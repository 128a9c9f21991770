import { describe, expect, test } from 'vitest';
import { fetchThrough } from '../../../adapters/http/inProcess.ts';
import { appWithout } from '../../../adapters/http/server.ts';
import { limitWords } from '../../../engine/api/reading/bounds.ts';
import { rerun } from '../../../engine/world/history/rerun.ts';
import { served } from '../../support/serving/served.ts';
import { populatedWorld } from '../../support/worlds/populatedWorld.ts';

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('what JSON can express, and a log cannot store,', () => {
  // biome-ignore format: a table
  test.each<readonly [what: string, body: string, headers: Readonly<Record<string, string>>, detail: string]>([
    ['a number beyond all numbers',  '{"input":{"a":[1e999]}}',               {},                                                      'the body holds a number that is too large for JSON'],
    ['one of 400 digits',            `{"input":{"a":-${'9'.repeat(400)}}}`,   {},                                                      'the body holds a number that is too large for JSON'],
    ['what is nested too deep',       `{"input":{"a":${nested(100_000)}}}`,    {},                                                      `the body is nested more than 200 deep: flatten it (${limitWords('bodyDepth')})`],
    ['such a number in a handler',   '{"input":{}}',                          { 'x-podsim-handler': '{"output":1e999}' },              'x-podsim-handler: holds a number that is too large for JSON'],
    ['such depths in a handler',     '{"input":{}}',                          { 'x-podsim-handler': `{"output":${nested(5_000)}}` },   `x-podsim-handler: is nested more than 200 deep: flatten it (${limitWords('bodyDepth')})`],
    ['an instant of five digits',    '{"input":{}}',                          { 'x-podsim-at': '9007199254740991ms' },                 'x-podsim-at: the clock does not go beyond 9999-12-31T23:59:59.999Z'],
  ])('such as %s, is refused: 400', async (_, body, headers, detail) => {
    await using server = await served();
    const response = await fetch(`${server.url}/v2/ep-a/run`, { method: 'POST', headers: { authorization: server.apiKey, ...headers }, body });
    expect([response.status, await response.json()]).toStrictEqual([400, { title: 'Bad Request', status: 400, detail }]);
    // The log is the same in memory and after it was written and read.
    const { world } = server;
    const written = [...world.log.entries()].map((entry) => JSON.parse(JSON.stringify(entry)));
    expect(rerun(world.header, written).fingerprint()).toBe(world.fingerprint());
  });
});

test('the same idempotency key creates no second cluster: 409, and the world continues', async () => {
  await using server = await served();
  const cluster = { name: 'c', type: 'SLURM', compute: { gpuTypeId: 'NVIDIA GeForce RTX 4090', gpuCountPerPod: 1, podCount: 2 } };
  const headers = { 'x-podsim-key': 'mine' };
  expect(await server.post('/v2/clusters', cluster, { headers })).toMatchObject({ status: 201 });
  expect(await server.post('/v2/clusters', cluster, { headers })).toMatchObject({ status: 409 });
  const { body } = await server.get('/v2/clusters');
  expect(body.clusters.length).toBe(1);
});

describe('a call within the process', () => {
  test('gets a stream also without naming its type', async () => {
    const { world, stage } = populatedWorld();
    await using server = await served({ making: () => world });
    const through = fetchThrough(appWithout(server.serving));
    const response = await through(`http://podsim.test/v2/pods/${stage.pod}/logs`, { headers: { authorization: 'Bearer key-of-alice' } });
    expect(response.status).toBe(200);
    const reader = response.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toContain(': podsim');
    await reader?.cancel();
  });

  test('gets an answer without a body, whatever types it accepts', async () => {
    const { world, stage } = populatedWorld();
    await using server = await served({ making: () => world });
    const through = fetchThrough(appWithout(server.serving));
    const headers = { authorization: 'Bearer key-of-alice', accept: 'text/event-stream' };
    const response = await through(`http://podsim.test/v2/pods/${stage.pod}`, { method: 'DELETE', headers });
    expect([response.status, response.body]).toStrictEqual([204, null]);
  });
});
