import { expect, test } from 'vitest';
import { createWorld } from '../../adapters/vitest/index.ts';

/** A client of your own: it tries again after a 429 or a 5xx, and obeys `Retry-After`. */
const submit = async (send: typeof fetch, url: string, apiKey: string, pause: (seconds: number) => Promise<unknown>) => {
  for (let attempt = 1; ; attempt++) {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const answer = await send(`${url}/v2/ep-demo/run`, { method: 'POST', headers, body: '{"input": {"prompt": "hi"}}' });
    if (answer.status !== 429 && answer.status < 500) return { attempt, status: answer.status };
    await pause(Number(answer.headers.get('retry-after') ?? 1));
  }
};

test('a fault: the API answers 503 twice', async () => {
  await using world = createWorld();
  await world.call.injectFault({ body: { fault: 'api-error', match: { operation: 'run' }, limit: 2 } }).orThrow();
  const pause = (seconds: number) => world.advance(`${seconds}s`);

  expect(await submit(world.fetch, world.url, world.apiKey, pause)).toStrictEqual({ attempt: 3, status: 200 });
  expect(world).toHaveSequence(['FaultStruck', 'FaultStruck', 'JobQueued']);
});

test('a limit: the second call of a window is one too many', async () => {
  await using world = createWorld({ settings: { account: { runPerWindow: 1 } } });
  const pauses: number[] = [];
  const pause = async (seconds: number) => {
    pauses.push(seconds);
    await world.advance(`${seconds}s`);
  };

  await world.call.run({ endpoint_id: 'ep-demo', body: { input: {} } }).orThrow();
  expect(await submit(world.fetch, world.url, world.apiKey, pause)).toStrictEqual({ attempt: 2, status: 200 });
  expect(pauses).toStrictEqual([10]);
});
