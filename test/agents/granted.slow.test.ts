import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { isLeft } from 'fp-ts/lib/Either.js';
import { expect, test } from 'vitest';
import { playTask } from '../../adapters/cli/task/play.ts';
import { parseTask } from '../../engine/agents/index.ts';

const text = `title: a
tells: Do it.
budget: { time: 1h, calls: 50 }
tools: [explain, fork, advance]
scenario:
  world:
    endpoints:
      - { id: ep, image: 'a:1', workers: { min: 1, max: 1 }, handler: { duration: { lognormal: { median: 30s, p95: 2m } } } }
goal: [{ count: JobCompleted, is: { gte: 1 } }]
`;

test('an agent has the tools that its task grants, and no fork shows it what will happen', async () => {
  const task = parseTask('a.task.yaml', text, () => undefined, ['hidden-seed']);
  const [scenario] = isLeft(task) ? [] : task.right.scenarios;
  if (isLeft(task) || scenario === undefined) throw new Error(JSON.stringify(task));
  const said: string[] = [];
  const play = async () =>
    await playTask(task.right, scenario, async (brief, { PODSIM_MCP: url = '', PODSIM_API_KEY: key = '' }) => {
      expect(brief).toContain('at $PODSIM_MCP, with the key as bearer: explain, fork, advance.');
      const connect = async (token: string) => {
        const client = new Client({ name: 'test', version: '1' });
        const requestInit = { headers: { authorization: `Bearer ${token}` } };
        await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }) as unknown as Transport);
        return client;
      };
      await expect(connect('another')).rejects.toThrow();
      const client = await connect(key);
      expect((await client.listTools()).tools.map(({ name }) => name)).toStrictEqual(['call', 'advance', 'explain', 'fork']);
      await expect(client.callTool({ name: 'world', arguments: {} })).rejects.toThrow(
        'there is no tool world; there are call, advance, explain, fork',
      );
      const call = async (name: string, args: Record<string, unknown>) => {
        const { content } = await client.callTool({ name, arguments: args });
        return (content as [{ readonly text: string }])[0].text;
      };
      for (const id of ['one', 'two']) await call('fork', { id, seed: 'hidden-seed' });
      const run = { operation: 'runsync', params: { endpoint_id: 'ep' }, body: { input: {} } };
      for (const world of ['one', 'two', undefined])
        said.push((/"executionTime":(\d+)/.exec(await call('call', { ...run, world })) ?? [])[1] ?? '');
      await client.close();
      return { printed: '', end: 0 };
    });
  const { isDone, fingerprint } = await play();
  expect(isDone).toBe(true);
  expect(new Set(said).size).toBe(3);
  expect((await play()).fingerprint).toBe(fingerprint);
  expect(said.slice(3)).toStrictEqual(said.slice(0, 3));
});
