import { describe, expect, test } from 'vitest';
import { HandWall } from '../../support/handWall.ts';
import { served } from '../../support/serving/served.ts';
import { endpointOf, worldOf } from '../../support/worlds/worlds.ts';

const begin = async () => {
  const wall = new HandWall();
  const [said, polled]: [string[], string[]] = [[], []];
  const server = await served({
    definition: worldOf({ endpoints: [endpointOf('ep-a', {}, { duration: { kind: 'fixed', ms: 60_000 } })] }),
    wall,
    silences: {
      onManualWait: (call) => said.push(call),
      onManualPoll: (client) => polled.push(client),
      onSimulatedWebhook: ({ url }) => said.push(url),
      onDiscardedKey: (words) => said.push(words),
    },
  });
  return { wall, said, polled, server };
};

describe('a call under a manual clock', () => {
  test('that waits while the clock does not move says so, once', async () => {
    const { wall, said, server } = await begin();
    await using _ = server;
    const calls = [server.post('/v2/ep-a/runsync', { input: {} }), server.post('/v2/ep-a/runsync', { input: {} })];
    await server.untilWaiting(2);
    wall.pass(999);
    expect(said).toStrictEqual([]);
    wall.pass(1);
    expect(said).toStrictEqual(['POST /v2/ep-a/runsync']);
    calls.push(server.post('/v2/ep-a/runsync', { input: {} }));
    await server.untilWaiting(3);
    wall.pass(10_000);
    expect(said).toHaveLength(1);
    await server.post('/_podsim/v1/clock/advance', { by: '1h' });
    await Promise.all(calls);
  });

  test('says nothing while the clock is moved, or once it is answered', async () => {
    const { wall, said, server } = await begin();
    await using _ = server;
    const call = server.post('/v2/ep-a/runsync', { input: {} });
    await server.untilWaiting(1);
    wall.pass(900);
    await server.post('/_podsim/v1/clock/advance', { by: '1s' });
    wall.pass(900);
    expect(said).toStrictEqual([]);
    await server.post('/_podsim/v1/clock/advance', { by: '1h' });
    await call;
    wall.pass(10_000);
    expect(said).toStrictEqual([]);
  });
});

describe('a client that polls under a manual clock', () => {
  const poll = async (server: Awaited<ReturnType<typeof begin>>['server'], path: string, times: number) => {
    for (let k = 0; k < times; k++) await server.get(path);
  };

  test('is noted after five times, and told once if it goes on that no time passes', async () => {
    const { wall, said, polled, server } = await begin();
    await using _ = server;
    const { id } = (await server.post('/v2/ep-a/run', { input: {} })).body;
    await poll(server, `/v2/ep-a/status/${id}`, 4);
    await server.post('/_podsim/v1/clock/advance', { by: '1s' });
    await poll(server, `/v2/ep-a/status/${id}`, 4);
    expect(polled).toStrictEqual([]);
    await poll(server, `/v2/ep-a/status/${id}`, 10);
    wall.pass(999);
    await poll(server, `/v2/ep-a/status/${id}`, 10);
    expect([polled, said]).toStrictEqual([[`a client that polls job ${id}`], []]);
    wall.pass(1);
    await poll(server, `/v2/ep-a/status/${id}`, 10);
    expect([polled, said]).toStrictEqual([[`a client that polls job ${id}`], [`a client that polls job ${id}`]]);
  });

  test('is told nothing while what it looks at is over', async () => {
    const { said, polled, server } = await begin();
    await using _ = server;
    const { id } = (await server.post('/v2/ep-a/run', { input: {} })).body;
    await server.post('/_podsim/v1/clock/advance', { by: '1h' });
    await poll(server, `/v2/ep-a/status/${id}`, 10);
    expect([polled, said]).toStrictEqual([[], []]);
  });
});

describe('a webhook whose receiver is simulated', () => {
  test('is said to be so, once', async () => {
    const { said, server } = await begin();
    await using _ = server;
    for (const k of [1, 2]) await server.post('/v2/ep-a/run', { input: {}, webhook: `http://127.0.0.1:9000/${k}` });
    await server.post('/_podsim/v1/clock/advance', { by: '1h' });
    expect(said).toStrictEqual(['http://127.0.0.1:9000/1']);
  });
});

test('a key of a job that is discarded is said to be so, once', async () => {
  const { said, server } = await begin();
  await using _ = server;
  for (const path of ['run', 'run', 'runsync?wait=1000']) void server.post(`/v2/ep-a/${path}`, { input: {}, hook: 1 });
  await server.untilWaiting(1);
  expect(said).toStrictEqual([
    "POST /v2/ep-a/run discards 'hook', as the platform does; did you mean 'webhook' or 'webhookV2'? (the keys of a job are input, webhook, webhookV2, policy, s3Config)",
  ]);
});

test('what of a call changes nothing is said, once', async () => {
  const { said, server } = await begin();
  await using _ = server;
  for (const path of ['/v2/pods?limit=5', '/v2/pods?limit=9&includeMachin=true', '/v2/ep-a/status/x?ttl=1000']) await server.get(path);
  const image = { name: 'a', image: 'b', dataCenterIds: ['EU-RO-9'] };
  const scaling = { type: 'REQUEST_COUNT', requestCount: 1 };
  await server.post('/v2/serverless', { ...image, type: 'QUEUE', gpu: { pools: ['ADA_24'] }, scaling, workers: { min: 5, max: 1 } });
  expect(said).toStrictEqual([
    expect.stringMatching(/^GET \/v2\/pods ignores the parameter 'limit', as the platform does; /),
    expect.stringMatching(/^GET \/v2\/pods ignores the parameter 'includeMachin', as the platform does; /),
    expect.stringMatching(
      /^POST \/v2\/serverless: dataCenterIds has 'EU-RO-9', and there is no such data center; did you mean 'EU-RO-1'\?/,
    ),
    'POST /v2/serverless: workers.min is 5, and no more than workers.max, which is 1, are ever kept up: raise max',
  ]);
});
