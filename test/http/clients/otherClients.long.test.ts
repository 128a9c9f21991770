import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createRunpod } from '@runpod/ai-sdk-provider';
import { generateText, streamText } from 'ai';
import { afterEach, describe, expect, test } from 'vitest';
import { createWorld, type TestWorld } from '../../../adapters/testing/index.ts';

/** Clients that docs/serving.md names, as npm has them, unmodified, on a port of this machine. */
const worlds: TestWorld[] = [];
afterEach(async () => {
  await Promise.all(worlds.splice(0).map((world) => world.dispose()));
});

const servedWorld = async (): Promise<{ readonly world: TestWorld; readonly url: string }> => {
  const world = createWorld({ clock: 'auto', settings: { account: { contract: '2026-11' } }, world: { endpoints: [{ id: 'ep-demo' }] } });
  worlds.push(world);
  return { world, url: (await world.listen()).url };
};

describe('the AI SDK', () => {
  test.each(['@ai-sdk/openai-compatible', '@runpod/ai-sdk-provider'])('chats by %s, whole and streamed', async (provider) => {
    const { world, url } = await servedWorld();
    const options = { name: 'podsim', baseURL: `${url}/v2/ep-demo/openai/v1`, apiKey: world.apiKey };
    const model = provider === '@runpod/ai-sdk-provider' ? createRunpod(options)('m') : createOpenAICompatible(options)('m');
    expect((await generateText({ model, prompt: 'hi', maxRetries: 0 })).text).toBe('hi');
    const pieces: string[] = [];
    for await (const piece of streamText({ model, prompt: 'hello there', maxRetries: 0 }).textStream) pieces.push(piece);
    expect(pieces.join('')).toBe('hello there');
    expect(world.events({ type: 'JobCompleted' })).toHaveLength(2);
  });
});

/** What the MCP server answers a tool that is called, as its text. */
interface ToolAnswer {
  readonly result?: { readonly content: readonly { readonly text: string }[]; readonly isError?: boolean };
}

/** A session with the MCP server over its standard input and output. */
class McpSession implements Disposable {
  readonly #child: ChildProcess;
  readonly #answers = new Map<number, (answer: ToolAnswer) => void>();
  #asked = 0;

  constructor(env: Readonly<Record<string, string>>) {
    const script = 'node_modules/@runpod/mcp-server/dist/stdio.mjs';
    this.#child = spawn(process.execPath, [script], { env: { PATH: process.env['PATH'], ...env }, stdio: ['pipe', 'pipe', 'ignore'] });
    createInterface({ input: this.#child.stdout ?? process.stdin }).on('line', (line) => {
      const answer = JSON.parse(line) as ToolAnswer & { readonly id: number };
      this.#answers.get(answer.id)?.(answer);
    });
  }

  async begin(): Promise<void> {
    await this.#ask('initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'podsim', version: '1' } });
    this.#send({ method: 'notifications/initialized' });
  }

  /** The text of the answer, parsed. */
  async callTool(name: string, args: object): Promise<unknown> {
    const { result } = await this.#ask('tools/call', { name, arguments: args });
    expect(result?.isError ?? false, result?.content[0]?.text).toBe(false);
    return JSON.parse(result?.content[0]?.text ?? '');
  }

  #ask(method: string, params: object): Promise<ToolAnswer> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      this.#send({ id, method, params });
    });
  }

  #send(message: object): void {
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  [Symbol.dispose](): void {
    this.#child.kill();
  }
}

test('the MCP server manages pods and endpoints, and runs jobs', async () => {
  const { world, url } = await servedWorld();
  using session = new McpSession({ RUNPOD_API_KEY: world.apiKey, RUNPOD_API_BASE_URL: url, RUNPOD_SERVERLESS_API_URL: `${url}/v2` });
  await session.begin();
  const pod = { name: 'a', image: 'i:1', gpu: { id: 'NVIDIA A40', count: 1 } };
  const { id } = (await session.callTool('create-pod', { body: pod })) as { readonly id: string };
  expect(await session.callTool('list-pods', {})).toMatchObject({ pods: [{ id, name: 'a' }], pagination: { hasNextPage: false } });
  expect(JSON.stringify(await session.callTool('list-endpoints', {}))).toContain('ep-demo');
  const job = await session.callTool('runsync-endpoint', { endpointId: 'ep-demo', input: { prompt: 'hi' } });
  expect(JSON.stringify(job)).toContain('COMPLETED');
  expect(world.events({ type: 'PodCreated' })).toHaveLength(1);
});
