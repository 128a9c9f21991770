import { expect, test } from 'vitest';
import { explore } from '../../adapters/vitest/index.ts';

test('the client meets two hundred worlds in which things go wrong', { timeout: 60_000 }, async () => {
  const explored = await explore(
    async ({ url, fetch, apiKey, endpoint, sleep }) => {
      const call = async (path: string, init: RequestInit = {}) => {
        const response = await fetch(`${url}/v2/${endpoint}/${path}`, { ...init, headers: { authorization: `Bearer ${apiKey}` } });
        if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
        return (await response.json()) as { readonly id: string; readonly status: string };
      };
      const { id } = await call('run', { method: 'POST', body: JSON.stringify({ input: { prompt: 'hi' } }) });
      for (let polls = 0; polls < 100; polls++) {
        const { status } = await call(`status/${id}`);
        if (['COMPLETED', 'FAILED', 'CANCELLED', 'TIMED_OUT'].includes(status)) return status;
        await sleep(5_000);
      }
      throw new Error(`${id} took too long`);
    },
    // It tries nothing again, so it gives up where a call fails.
    { runs: 200, seed: '7', mayGiveUp: '1/2' },
  );
  expect(explored.gaveUp).toBeLessThan(explored.runs);
});
