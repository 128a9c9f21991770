import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { isLeft } from 'fp-ts/lib/Either.js';
import { expect, test } from 'vitest';
import { playTask } from '../../adapters/cli/task/play.ts';
import { pagesIn } from '../../adapters/mcp/pages.ts';
import { makeMcpServer } from '../../adapters/mcp/server.ts';
import { makeInputSchema, parseTask, tools } from '../../engine/agents/index.ts';

const text = `title: a
tells: Do it.
budget: { time: 1h, calls: 20 }
scenario:
  world: { endpoints: [{ id: ep, image: 'a:1', workers: { min: 1, max: 1 } }] }
goal: [{ count: JobQueued, is: { gte: 1 } }]
`;

test('each call of a batch of an agent counts, so that a batch goes over no budget unseen', async () => {
  const task = parseTask('a.task.yaml', text, () => undefined, ['s']);
  const [scenario] = isLeft(task) ? [] : task.right.scenarios;
  if (isLeft(task) || scenario === undefined) throw new Error(JSON.stringify(task));
  const params = { name: 'call', arguments: { operation: 'run', params: { endpoint_id: 'ep' }, body: { input: {} } } };
  const batch = Array.from({ length: 50 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params }));
  const played = await playTask(task.right, scenario, async (_, { PODSIM_MCP: url = '', PODSIM_API_KEY: key = '' }) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(batch) });
    expect([response.status, ((await response.json()) as readonly unknown[]).length]).toStrictEqual([200, 50]);
    return { printed: '', end: 0 };
  });
  expect(played.calls).toBe(50);
  expect(played.isDone).toBe(false);
});

test('a batch that asks for the tools a hundred times has their schemas made once', () => {
  for (const tool of tools) expect(makeInputSchema(tool)).toBe(makeInputSchema(tool));
});

test('a name of 100,000 characters is refused in few', async () => {
  const name = 'x'.repeat(100_000);
  const server = makeMcpServer({ fetch, url: 'http://podsim.local', keyOf: () => 'k' }, pagesIn(undefined));
  const client = new Client({ name: 'test', version: '1' });
  const [a, b] = InMemoryTransport.createLinkedPair();
  await server.connect(a as Transport);
  await client.connect(b as Transport);
  const asked = [client.callTool({ name }), client.getPrompt({ name }), client.readResource({ uri: `podsim://${name}` })];
  for (const refused of await Promise.allSettled(asked)) {
    const { message, data = {} } = (refused as PromiseRejectedResult).reason;
    expect(message).toContain('there is no ');
    expect(message.length + JSON.stringify(data).length).toBeLessThan(1_000);
  }
  await client.close();
});
