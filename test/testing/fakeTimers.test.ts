import { afterEach, expect, test, vi } from 'vitest';
import { type ClientWorld, createWorld, explore } from '../../adapters/testing/index.ts';

afterEach(() => void vi.useRealTimers());

test('a world answers under the fake timers of a test', async () => {
  vi.useFakeTimers();
  await using world = createWorld();
  const headers = { authorization: `Bearer ${world.apiKey}` };
  const ran = await world.fetch('/v2/ep-demo/run', { method: 'POST', headers, body: JSON.stringify({ input: {} }) });
  const { id } = (await ran.json()) as { readonly id: string };
  await world.advance('1m');
  const status = await world.fetch(`/v2/ep-demo/status/${id}`, { headers });
  expect(await status.json()).toMatchObject({ status: 'COMPLETED' });
  const events = await world.fetch('/_podsim/v1/events');
  expect((await events.text()).length).toBeGreaterThan(10);
  expect((await world.fetch('/v2/no/such/path', { headers })).status).toBe(404);
  expect((await world.fetch('/worlds/default/v2/pods', { headers })).status).toBe(200);
  const served = await world.listen();
  expect((await fetch(`${served.url}/worlds/default/v2/pods`, { headers })).status).toBe(200);
});

test('explore says that its timers and those of the test do not go together', async () => {
  vi.useFakeTimers();
  const client = async ({ url, fetch: send }: ClientWorld) => void (await send(url));
  await expect(explore(client, { runs: 1 })).rejects.toThrow(
    'explore: this process has fake timers, and explore has its own: call vi.useRealTimers(), or its like, before it',
  );
  vi.useRealTimers();
  const faking = async (world: ClientWorld) => {
    await client(world);
    vi.useFakeTimers();
  };
  await expect(explore(faking, { runs: 1 })).rejects.toThrow('explore has virtual timers: take vi.useFakeTimers() out of the client');
});

test('explorations that are begun together run one after the other', async () => {
  using said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const client = async ({ url, fetch: send }: ClientWorld) => void (await send(url));
  const [first, second] = [
    explore(client, { runs: 1 }),
    new Promise((resolve) => setImmediate(resolve)).then(() => explore(client, { runs: 2 })),
  ];
  expect([(await first).runs, (await second).runs]).toStrictEqual([1, 2]);
  const [third, fourth] = [explore(client, { runs: 1 }), explore(client, { runs: 2 })];
  expect([(await third).runs, (await fourth).runs]).toStrictEqual([1, 2]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(said).not.toHaveBeenCalled();
});
