import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { isLeft } from 'fp-ts/lib/Either.js';
import { makeInputSchema, prompts, readInput, readResource, resources, type Tool, tools } from '../../engine/agents/index.ts';
import { engineVersion } from '../../engine/simulator/index.ts';
import { drive, type Reach } from './drive.ts';
import { type Pages, readPage } from './pages.ts';

const instructions =
  'podsim simulates a GPU cloud platform (pods, clusters, serverless endpoints, job queues, bills) on virtual time: nothing here costs money, and the same seed and calls give the same log. `world` makes a world, `call` calls the platform in it, `advance` lets time pass, `explain` says why something is as it is, `fork` tries something else from a point of the past.';

/** A server of the Model Context Protocol for these worlds, with these tools. It is connected to one client. */
export const makeMcpServer = (reach: Reach, pages: Pages, offered: readonly Tool[] = tools): Server => {
  const capabilities = { tools: {}, resources: {}, prompts: {} };
  const server = new Server({ name: 'podsim', title: 'podsim', version: engineVersion }, { capabilities, instructions });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: offered.map(describe) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: given } }, { signal }) => {
    const tool = offered.find((one) => one.name === name);
    if (tool === undefined)
      throw new McpError(
        ErrorCode.InvalidParams,
        `there is no tool ${asWritten(name)}; there are ${offered.map((one) => one.name).join(', ')}`,
      );
    const input = readInput(tool, given);
    if (isLeft(input)) return writeAnswer({ text: [`${name} was not called:`, ...input.left].join('\n'), isError: true });
    return writeAnswer(await drive(tool, input.right, reach, signal));
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: [...resources.filter(({ uri }) => !isTemplate(uri)), ...pages.list].map((one) => ({ ...one, mimeType: 'text/plain' })),
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: resources
      .filter(({ uri }) => isTemplate(uri))
      .map(({ uri, ...rest }) => ({ ...rest, uriTemplate: uri, mimeType: 'text/plain' })),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const text = readResource(uri) ?? readPage(pages, uri);
    if (text === undefined) {
      const words = `there is no resource ${asWritten(uri)}; resources/list and resources/templates/list name all`;
      throw new McpError(resourceNotFound, words, { uri: asWritten(uri) });
    }
    return { contents: [{ uri, mimeType: 'text/plain', text }] };
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: prompts.map(({ text: _, arguments: takes, ...one }) => ({ ...one, arguments: [...takes] })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: given = {} } }) => {
    const prompt = prompts.find((one) => one.name === name);
    if (prompt === undefined)
      throw new McpError(
        ErrorCode.InvalidParams,
        `there is no prompt ${asWritten(name)}; there are ${prompts.map((one) => one.name).join(', ')}`,
      );
    const missing = prompt.arguments.find((one) => one.required && given[one.name] === undefined);
    if (missing !== undefined)
      throw new McpError(ErrorCode.InvalidParams, `${name} needs the argument ${missing.name}: ${missing.description}`);
    return {
      description: prompt.description,
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text: prompt.text(given) } }],
    };
  });
  return server;
};

/** The longest part of an unknown name to repeat. */
const asWritten = (name: string): string => name.slice(0, 100);

/** As the protocol numbers it. */
const resourceNotFound = -32_002;

const isTemplate = (uri: string): boolean => uri.includes('{');

const describe = (tool: Tool) => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: makeInputSchema(tool) as { readonly type: 'object' },
  annotations: { readOnlyHint: tool.isReadOnly, destructiveHint: !tool.isReadOnly, openWorldHint: false },
});

const writeAnswer = ({ text, isError }: { readonly text: string; readonly isError: boolean }) => ({
  content: [{ type: 'text' as const, text }],
  ...(isError ? { isError } : {}),
});
