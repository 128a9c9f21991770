import runpodSdk from 'runpod-sdk';
import { expect, test, vi } from 'vitest';
import { createWorld } from '../../adapters/vitest/index.ts';

const input = { prompt: 'hi' };

test('an unmodified client works on a port of this machine', async () => {
  await using world = createWorld({ clock: 'auto' });
  const { url } = await world.listen();
  const endpoint = runpodSdk(world.apiKey, { baseUrl: `${url}/v2` }).endpoint('ep-demo');
  expect(await endpoint?.runSync({ input })).toMatchObject({ status: 'COMPLETED', output: input });
});

test('and without a port, where it can be given a fetch', async () => {
  await using world = createWorld({ clock: 'auto' });
  vi.stubGlobal('fetch', world.fetch);
  const endpoint = runpodSdk(world.apiKey, { baseUrl: `${world.url}/v2` }).endpoint('ep-demo');
  expect(await endpoint?.runSync({ input })).toMatchObject({ status: 'COMPLETED', output: input });
  vi.unstubAllGlobals();
});
