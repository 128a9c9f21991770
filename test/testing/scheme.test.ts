import { expect, test } from 'vitest';
import { createWorld } from '../../adapters/testing/index.ts';

test.each(['https://api.test', 'http://api.test:8000', 'https://api.test:8443'])(
  'links in answers to world.fetch have the scheme and the host of the request: %s',
  async (origin) => {
    await using world = createWorld({ world: { endpoints: [{ id: 'ep-a' }] } });
    const headers = { authorization: `Bearer ${world.apiKey}` };
    const response = await world.fetch(`${origin}/v2/serverless/ep-a`, { headers });
    const { requestUrls } = (await response.json()) as { requestUrls: Readonly<Record<string, string>> };
    expect(requestUrls['run']).toBe(`${origin}/v2/ep-a/run`);
    expect(Object.values(requestUrls).filter((link) => !link.startsWith(`${origin}/`))).toStrictEqual([]);
  },
);
