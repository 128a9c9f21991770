import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createWorld, type TestWorld } from '../../adapters/testing/index.ts';
import { rerun } from '../../engine/world/history/rerun.ts';
import { divergence } from '../../engine/world/reports/divergence.ts';

const printed: string[] = [];
const listen = () => vi.spyOn(console, 'error').mockImplementation((line) => void printed.push(String(line)));
afterEach(() => void printed.splice(0));

/** A receiver of webhooks on this machine. */
const receive = async () => {
  const received: { readonly id: string; readonly status: string }[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request
      .on('data', (part) => (text += part))
      .on('end', () => {
        received.push(JSON.parse(text));
        response.writeHead(received.length === 1 ? 503 : 200).end();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return { url, received, [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())) };
};

const submit = (world: TestWorld, webhook: string) =>
  world.call.runsync({ endpoint_id: 'ep-demo', body: { input: {}, webhook } }).orThrow();

test('a path of a client that there is not is said once on standard error, if the world is on a port', async () => {
  using _ = listen();
  await using world = createWorld();
  await world.fetch('/ep-demo/run', { method: 'POST' });
  expect(printed).toStrictEqual([]);
  const { url } = await world.listen();
  for (const path of ['/ep-demo/run', '/ep-demo/health']) await fetch(`${url}${path}`, { method: 'POST' });
  expect(printed).toStrictEqual([
    'podsim: POST /ep-demo/run was answered 404: The requested path was not found. It lacks /v2: did you mean /v2/ep-demo/run?',
  ]);
});

describe('a webhook that is simulated', () => {
  test('to this machine says so once on standard error, and how it is posted', async () => {
    using _ = listen();
    await using world = createWorld({ clock: 'auto' });
    const { id } = await submit(world, 'http://127.0.0.1:9000/hook');
    await submit(world, 'http://127.0.0.1:9000/hook');
    expect(printed).toStrictEqual([
      `podsim: the webhook of ${id} to http://127.0.0.1:9000/hook is simulated: it is in the log, and was not posted; world.listen({ webhooks: 'post' }) posts it, and createWorld({ onWebhook }) takes it`,
    ]);
  });

  test('to elsewhere says so if the world is on a port', async () => {
    using _ = listen();
    await using world = createWorld({ clock: 'auto' });
    await submit(world, 'https://example.com/hook');
    expect(printed).toStrictEqual([]);
    await using other = createWorld();
    await other.listen();
    await submit(other, 'https://example.com/hook');
    expect(printed).toHaveLength(1);
  });
});

describe("a world that listens with webhooks: 'post'", () => {
  test('posts webhooks to their URLs, again until they are accepted, and its log needs no receiver', async () => {
    using _ = listen();
    await using receiver = await receive();
    await using world = createWorld();
    await world.call.health({ endpoint_id: 'ep-demo' });
    await world.listen({ webhooks: 'post' });
    const { id } = await submit(world, receiver.url);
    await world.advance('1m');
    expect(receiver.received.map((payload) => [payload.id, payload.status])).toStrictEqual([
      [id, 'COMPLETED'],
      [id, 'COMPLETED'],
    ]);
    expect(world.events({ type: 'JobWebhookAnswered' })).toMatchObject([{ answered: 503 }, { answered: 200 }]);
    const again = rerun(world.header, world.log.entries());
    expect(divergence([...world.log.entries()], [...again.log.entries()])).toBeUndefined();
    expect(printed).toStrictEqual([]);
  });

  test('has 0 as the answer of a receiver that is not there', async () => {
    await using world = createWorld();
    await world.listen({ webhooks: 'post' });
    const gone = await receive();
    await gone[Symbol.asyncDispose]();
    await submit(world, gone.url);
    await world.advance('1m');
    expect(world.events({ type: 'JobWebhookAnswered' }).map(({ answered }) => answered)).toStrictEqual([0, 0, 0]);
  });

  // biome-ignore format: a table
  test.each<[string, () => Promise<unknown>, string]>([
    ['takes its webhooks itself', async () => { await using world = createWorld({ onWebhook: () => 200 }); await world.listen({ webhooks: 'post' }); }, 'onWebhook takes the webhooks of this world'],
    ['has had one',               async () => { await using world = createWorld({ clock: 'auto' }); await submit(world, 'https://example.com/a'); await world.listen({ webhooks: 'post' }); }, 'before the first job with a webhook'],
    ['is asked for another way',  async () => { await using world = createWorld(); await world.listen({ webhooks: 'send' as 'post' }); }, "webhooks 'send' is not 'post'"],
    ['has another option',        async () => { await using world = createWorld(); await world.listen({ prot: 1 } as object); }, "there is no option 'prot'; did you mean 'port'?"],
  ])('is refused where it %s', async (_, use, words) => {
    using _said = listen();
    await expect(use()).rejects.toThrow(words);
  });
});

test('a request to a world without a socket that leaves this process says once what is missing', async () => {
  using _ = listen();
  await using world = createWorld();
  await world.fetch(`${world.url}/v2/pods`);
  expect(printed).toStrictEqual([]);
  await expect(fetch(`${world.url}/v2/pods`)).rejects.toThrow('fetch failed');
  expect(printed).toStrictEqual([
    'podsim: a request to http://podsim.test goes over the network, where nothing has this name: call world.fetch in place of fetch, or take the url of a port: const { url } = await world.listen()',
  ]);
  await using _other = createWorld();
  await new Promise((resolve) => get(`${world.url}/v2/pods`).once('error', resolve));
  expect(printed).toHaveLength(2);
});

test('a client that speaks TLS to a port of a world is told of on standard error, once', async () => {
  const written: string[] = [];
  using _ = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  await using world = createWorld();
  const { url } = await world.listen();
  for (const _again of [1, 2]) await expect(fetch(url.replace('http:', 'https:'))).rejects.toThrow('fetch failed');
  expect(written).toStrictEqual([
    'a client speaks TLS to this port, which has plain HTTP: give it a URL that begins with http://, not https://\n',
  ]);
});
