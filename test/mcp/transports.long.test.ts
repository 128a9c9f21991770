import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { describe, expect, test } from 'vitest';
import { bundle } from '../support/bundle.ts';
import { ServingProcess } from '../support/serving/servingProcess.ts';

/** The same session, over whichever way the client is connected. */
const session = async (transport: Transport) => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content } = await client.callTool({ name, arguments: args });
    return (content as [{ readonly text: string }])[0].text;
  };
  const said = [
    await call('call', { operation: 'runsync', params: { endpoint_id: 'ep-demo' }, body: { input: { n: 1 } } }),
    await call('explain', { entity: 'job-1' }),
    await call('advance', { until: 'endpoint ep-demo has 1 worker IDLE', within: '1h' }),
    await call('world', { id: 'other', seed: 'two' }),
  ];
  await client.close();
  return said;
};

const serving = (...more: readonly string[]): ServingProcess =>
  new ServingProcess(['serve', '--port', '0', '--quiet', '--clock', 'auto', ...more]);

const overHttp = (url: string, headers: Record<string, string> = {}): Transport =>
  new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }) as unknown as Transport;

const initialize = {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  }),
};

describe('an agent that is connected', () => {
  test('by standard input and output or by HTTP is told the same', async () => {
    const byStdio = await session(new StdioClientTransport({ command: process.execPath, args: [bundle, 'mcp'] }));
    await using server = serving('--mcp');
    const byHttp = await session(overHttp(await server.url()));
    expect(byStdio[0]).toMatch(/^200 .*"status":"COMPLETED"/);
    expect(byStdio[2]).toContain('the condition holds');
    expect(byStdio[3]).toContain('made world other: seed two');
    expect(byHttp).toStrictEqual(byStdio);
  });

  test('needs the token of the control plane, comes from no other page, and finds nothing unless the server offers it', async () => {
    await using server = serving('--mcp', '--control-token', 'secret-token');
    const url = await server.url();
    const token = { authorization: 'Bearer secret-token' };
    const statusWith = async (headers: Record<string, string>, more: RequestInit = {}) =>
      (await fetch(`${url}/mcp`, { ...initialize, ...more, headers: { ...initialize.headers, ...headers } })).status;
    expect(await statusWith({})).toBe(401);
    expect(await statusWith({ ...token, origin: 'http://evil.test' })).toBe(403);
    expect(await statusWith(token, { method: 'GET', body: null })).toBe(405);
    expect(await statusWith(token)).toBe(200);
    expect((await session(overHttp(url, token)))[0]).toContain('COMPLETED');
    await using without = serving();
    expect((await fetch(`${await without.url()}/mcp`, initialize)).status).toBe(404);
  });

  test('is answered to its last message by a server that ends with its input, and says nothing else', async () => {
    const child = spawn(process.execPath, [bundle, 'mcp'], { stdio: ['pipe', 'pipe', 'pipe'] });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (piece: Buffer) => out.push(piece));
    child.stderr.on('data', (piece: Buffer) => err.push(piece));
    child.stdin.write(`not JSON\n${initialize.body}\n`);
    while (out.length === 0) await once(child.stdout, 'data');
    child.stdin.end();
    const [code] = (await once(child, 'exit')) as [number];
    const lines = Buffer.concat(out).toString().trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { readonly id?: number }).id)).toStrictEqual([1]);
    expect([code, Buffer.concat(err).toString()]).toStrictEqual([0, '']);
  });
});
