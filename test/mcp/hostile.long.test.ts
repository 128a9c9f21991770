import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, JSONRPCMessageSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bundle } from '../support/bundle.ts';
import { ServingProcess } from '../support/serving/servingProcess.ts';
import { type InputSchema, valuesOf } from './fromSchema.ts';

/** Of each way; the two together are 10,000. */
const callsEach = 5_000;

/**
 * What a message has that the protocol's published JSON Schema does not allow, where PODSIM_MCP_SCHEMA names the file of the version 2025-11-25: no
 * package carries it. Otherwise only the SDK's own schema judges.
 */
const published = process.env['PODSIM_MCP_SCHEMA'];
const judge = (() => {
  if (published === undefined) return undefined;
  const schema = JSON.parse(readFileSync(published, 'utf8')) as object;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(schema, 'mcp');
  return (definition: string, value: unknown): readonly string[] => {
    const validate = ajv.getSchema(`mcp#/$defs/${definition}`);
    if (validate === undefined) throw new Error(`the schema has no ${definition}`);
    return validate(value) === true
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${definition}${instancePath} ${message}`);
  };
})();

const results: Readonly<Record<string, readonly [string, string]>> = {
  initialize: ['InitializeRequest', 'InitializeResult'],
  ping: ['PingRequest', 'EmptyResult'],
  'tools/list': ['ListToolsRequest', 'ListToolsResult'],
  'tools/call': ['CallToolRequest', 'CallToolResult'],
  'resources/list': ['ListResourcesRequest', 'ListResourcesResult'],
  'resources/templates/list': ['ListResourceTemplatesRequest', 'ListResourceTemplatesResult'],
  'resources/read': ['ReadResourceRequest', 'ReadResourceResult'],
  'prompts/list': ['ListPromptsRequest', 'ListPromptsResult'],
  'prompts/get': ['GetPromptRequest', 'GetPromptResult'],
};

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly result?: unknown;
}

/** Looks at every message that goes either way: the first things that are wrong, and how many were looked at. */
const watch = (transport: Transport) => {
  const seen = { messages: 0, wrong: [] as string[] };
  const methods = new Map<string | number, string>();
  const look = (message: Message) => {
    seen.messages += 1;
    const complaints = JSONRPCMessageSchema.safeParse(message).success ? [] : [`no message: ${JSON.stringify(message).slice(0, 200)}`];
    if (message.id !== undefined && message.method !== undefined) methods.set(message.id, message.method);
    const method = message.method ?? methods.get(message.id ?? '') ?? '';
    const [request, result] = results[method] ?? [];
    if (judge !== undefined) {
      complaints.push(...judge('JSONRPCMessage', message));
      // What is sent as arguments here is no request of the protocol, and is meant to be none.
      if (message.method !== undefined && message.method !== 'tools/call' && request !== undefined)
        complaints.push(...judge(request, message));
      if (message.result !== undefined && result !== undefined) complaints.push(...judge(result, message.result));
    }
    if (seen.wrong.length < 10) seen.wrong.push(...complaints);
  };
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    look(JSON.parse(JSON.stringify(message)) as Message);
    await send(message, options);
  };
  const start = transport.start.bind(transport);
  transport.start = async () => {
    const heard = transport.onmessage;
    transport.onmessage = (message, extra) => {
      look(message as Message);
      heard?.(message, extra);
    };
    await start();
  };
  return seen;
};

const readOnly = ['explain', 'next', 'validate', 'run_scenario'];

/** Calls tools with arguments of every kind; says what came back that should not. */
const attack = async (transport: Transport) => {
  const seen = watch(transport);
  const client = new Client({ name: 'hostile', version: '1' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  await client.listResources();
  await client.listResourceTemplates();
  await client.listPrompts();
  await client.readResource({ uri: 'podsim://rules/job.ttl' });
  await client.getPrompt({ name: 'why-is-it-stuck', arguments: { entity: 'job-1' } });
  const stateOf = async () => JSON.stringify((await client.callTool({ name: 'world', arguments: {} })).content);
  const given = fc.sample(
    fc.oneof(
      {
        weight: 20,
        arbitrary: fc
          .constantFrom(...tools)
          .chain((tool) => valuesOf(tool.inputSchema as InputSchema).map((args) => ({ name: tool.name, args }))),
      },
      {
        weight: 1,
        arbitrary: fc.record({ name: fc.oneof(fc.constantFrom('__proto__', 'toString', ''), fc.string()), args: fc.jsonValue() }),
      },
    ),
    { numRuns: callsEach, seed: 1 },
  );
  const counts = { answered: 0, told: 0, protocol: 0 };
  const wrong: string[] = [];
  let state = await stateOf();
  for (const [k, { name, args }] of given.entries()) {
    const isObject = typeof args === 'object' && args !== null && !Array.isArray(args);
    let changes = !readOnly.includes(name);
    try {
      const { content, isError } = await client.callTool({ name, arguments: args as Record<string, unknown> });
      const [{ text }] = content as [{ readonly text: string }];
      if (isError === true) counts.told += 1;
      else counts.answered += 1;
      if (text.includes('was not called:')) changes = false;
      if (text.length > 13_000) wrong.push(`${name}: ${text.length} characters`);
      if (/ at \w+ \(|node_modules|\.ts:\d+/i.test(text))
        wrong.push(`${name} ${JSON.stringify(args).slice(0, 300)}: ${text.slice(0, 300)}`);
    } catch (error) {
      counts.protocol += 1;
      changes = false;
      const isFit = error instanceof McpError && error.code === ErrorCode.InvalidParams;
      // What is over a bound of bodies is refused before it is a message, in words that name the bound.
      const isOver = /bodyDepth|bodyValues|objectNames/.test(String(error));
      // Arguments that are no object are no request of the protocol.
      if (!isFit && !isOver && isObject) wrong.push(`${name} ${JSON.stringify(args).slice(0, 300)}: ${String(error).slice(0, 300)}`);
    }
    // Each thirtieth call that may change nothing is looked at, and all those that follow each other until then.
    if (changes || k % 30 === 0) {
      const now = await stateOf();
      if (!changes && now !== state)
        wrong.push(`${name} ${JSON.stringify(args).slice(0, 300)} changed ${state.slice(0, 200)} to ${now.slice(0, 200)}`);
      state = now;
    }
  }
  await client.ping();
  await client.close();
  return { counts, wrong: wrong.slice(0, 10), messages: seen.messages, unfit: seen.wrong };
};

const expected = { wrong: [], unfit: [] };

describe('hostile arguments of tools are answered in the words of the protocol, change nothing that they should not, and end no server', () => {
  test('over standard input and output', { timeout: 900_000 }, async () => {
    const attacked = await attack(new StdioClientTransport({ command: process.execPath, args: [bundle, 'mcp'] }));
    expect(attacked).toMatchObject(expected);
    expect(attacked.counts.answered).toBeGreaterThan(callsEach / 50);
    expect(attacked.messages).toBeGreaterThan(2 * callsEach);
  });

  test('over HTTP', { timeout: 900_000 }, async () => {
    await using server = new ServingProcess(['serve', '--port', '0', '--quiet', '--clock', 'auto', '--mcp']);
    const attacked = await attack(new StreamableHTTPClientTransport(new URL(`${await server.url()}/mcp`)) as unknown as Transport);
    expect(attacked).toMatchObject(expected);
    expect(attacked.counts.protocol).toBeGreaterThan(100);
  });
});
