import { describe, expect, test } from 'vitest';
import type { Contract } from '../../../engine/api/contract/additions.ts';
import type { Answer } from '../../../engine/api/operation.ts';
import { World } from '../../../engine/world/world.ts';
import { RawConnection, type RawHeaders } from '../../support/serving/rawHttp.ts';
import { type Served, served } from '../../support/serving/served.ts';
import { keyOf, worldOf } from '../../support/worlds/worlds.ts';

const most = 102_400;

const definition = (contract: Contract) =>
  worldOf({ settings: { account: { contract } }, accounts: [{ id: 'acc-a', keys: [{ ...keyOf('alice'), rateLimitExempt: false }] }] });

/** A pod whose body has so many bytes. */
const podOf = (bytes: number): { readonly name: string } => {
  const pod = { name: '', image: 'i:1', cpu: { id: 'cpu3c', vcpuCount: 2 } };
  return { ...pod, name: 'n'.repeat(bytes - JSON.stringify(pod).length) };
};

const envOf = (bytes: number) => ({ A: 'a'.repeat(bytes) });

const chunked: RawHeaders = [['transfer-encoding', 'chunked']];

const putRaw = async (server: Served, key: string, headers: RawHeaders, text: string): Promise<number> => {
  const connection = await RawConnection.open(server.port);
  const all: RawHeaders = [['host', `127.0.0.1:${server.port}`], ['authorization', `Bearer ${key}`], ...headers];
  const asked = connection.ask('POST', '/v2/pods', all, headers === chunked ? undefined : text);
  if (headers === chunked) connection.send(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`);
  const { status } = await asked;
  connection.destroy();
  return status;
};

describe('a body of the management API', () => {
  test('has at most 102,400 bytes since 2026-11', async () => {
    await using server = await served({ definition: definition('2026-11') });
    expect((await server.post('/v2/pods', podOf(most))).status).toBe(201);
    const { status, body, headers } = await server.post('/v2/pods', podOf(most + 1));
    expect([status, headers.get('x-podsim-rule')]).toStrictEqual([413, 'errors.body-size']);
    expect(body.detail).toBe('the body has more than the 102400 bytes that this operation takes');
  });

  test('has more before, as its server takes them', async () => {
    await using server = await served({ definition: definition('2026-08') });
    expect((await server.post('/v2/pods', podOf(most + 1))).status).toBe(201);
    expect((await server.post('/v2/pods', podOf(1_000_001))).status).toBe(413);
  });

  test('is refused for its size before a key is checked, a limit is counted, or the log says anything', async () => {
    await using server = await served({ definition: definition('2026-11') });
    const { length } = server.world.log;
    for (const key of [null, 'nobody', 'key-of-alice']) {
      const { status, headers } = await server.post('/v2/pods', podOf(most + 1), { key });
      expect([key, status, headers.get('ratelimit')]).toStrictEqual([key, 413, null]);
    }
    expect((await server.post('/v2/pods', podOf(most), { key: 'nobody' })).status).toBe(401);
    expect((await server.post('/v2/pods/nosuch/action', podOf(most + 1))).status).toBe(413);
    expect(server.world.log.length).toBe(length);
    expect((await server.get('/v2/pods')).headers.get('ratelimit')).toContain('"minute";r=59');
  });

  test('of unknown size is read of known callers alone', async () => {
    await using server = await served({ definition: definition('2026-11') });
    const text = JSON.stringify(podOf(most + 1));
    expect([await putRaw(server, 'nobody', chunked, text), await putRaw(server, 'key-of-alice', chunked, text)]).toStrictEqual([401, 413]);
    const padded = `${JSON.stringify(podOf(200))}${' '.repeat(most)}`;
    expect(await putRaw(server, 'key-of-alice', [], padded)).toBe(413);
  });

  test('is bounded in process, too', () => {
    const { answer } = new World(definition('2026-11')).call({
      operation: 'createPod',
      client: { key: 'nobody' },
      request: { params: {}, query: {}, body: podOf(most + 1) },
    }) as {
      readonly answer: Answer;
    };
    expect(answer).toMatchObject({ status: 413, rule: 'errors.body-size' });
  });
});

test('a body and the template that it names have at most 102,400 bytes together', async () => {
  const made = async (contract: Contract, bytes: number) => {
    await using server = await served({ definition: definition(contract) });
    const template = async (serverless: boolean) =>
      (await server.post('/v2/templates', { name: 't', image: 'i:1', env: envOf(60_000), serverless })).body.id;
    const [pod, endpoint] = [await template(false), await template(true)];
    const gpu = { id: 'NVIDIA L4' };
    return [
      (await server.post('/v2/pods', { name: 'p', templateId: pod, gpu, env: envOf(bytes) })).status,
      (
        await server.post('/v2/serverless', {
          name: 'e',
          type: 'QUEUE',
          scaling: { type: 'QUEUE_DELAY', queueDelay: 4 },
          gpu: { pools: ['ADA_24'] },
          templateId: endpoint,
          env: envOf(bytes),
        })
      ).status,
    ];
  };
  expect(await made('2026-11', 42_000)).toStrictEqual([201, 201]);
  expect(await made('2026-11', 43_000)).toStrictEqual([413, 413]);
  expect(await made('2026-08', 43_000)).toStrictEqual([201, 201]);
});

test('a secret has as much as its server takes', async () => {
  await using server = await served({ definition: definition('2026-11') });
  const create = (name: string, bytes: number) => server.post('/v2/account/secrets', { name, value: 's'.repeat(bytes) });
  expect((await create('LARGE', 900_000)).status).toBe(201);
  expect((await create('TOO_LARGE', 1_000_000)).status).toBe(413);
});
