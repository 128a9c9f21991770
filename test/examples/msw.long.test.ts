import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createWorld } from '../../adapters/vitest/index.ts';

// Mock Service Worker catches what a client sends, whatever it sends it with; podsim answers it.
const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

test('a client that knows nothing of podsim gets the answers of a world', async () => {
  await using world = createWorld();
  server.use(http.all('https://api.runpod.ai/v2/*', ({ request }) => world.fetch(request)));
  const headers = { authorization: `Bearer ${world.apiKey}`, 'content-type': 'application/json' };
  const submitted = await fetch('https://api.runpod.ai/v2/ep-demo/run', { method: 'POST', headers, body: '{"input": {"prompt": "hi"}}' });
  const { id } = (await submitted.json()) as { readonly id: string };

  await world.until(`job ${id} is COMPLETED`);
  const done = await fetch(`https://api.runpod.ai/v2/ep-demo/status/${id}`, { headers });
  expect(await done.json()).toMatchObject({ status: 'COMPLETED', output: { prompt: 'hi' } });
});

test('one route may be a mock beside it', async () => {
  await using world = createWorld();
  server.use(
    http.get('https://api.runpod.ai/v2/pods', () => HttpResponse.json({ pods: [] })),
    http.all('https://api.runpod.ai/v2/*', ({ request }) => world.fetch(request)),
  );
  const headers = { authorization: `Bearer ${world.apiKey}` };
  expect(await (await fetch('https://api.runpod.ai/v2/pods', { headers })).json()).toStrictEqual({ pods: [] });
  expect((await fetch('https://api.runpod.ai/v2/ep-demo/health', { headers })).status).toBe(200);
});
