import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Tool } from '../../engine/agents/index.ts';
import type { AnswerAgent } from '../http/agentRouter.ts';
import type { Reach } from './drive.ts';
import type { Pages } from './pages.ts';
import { makeMcpServer } from './server.ts';

/**
 * Answers one message of an agent. It has no sessions: worlds have names, so any message can come over any connection, and a restarted
 * server knows them.
 */
export const answerAgent =
  (reach: Reach, pages: Pages, offered?: readonly Tool[]): AnswerAgent =>
  async (req, res, message) => {
    const server = makeMcpServer(reach, pages, offered);
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    res.once('close', () => {
      void server.close();
    });
    // The SDK's own class does not fit its own interface where optional properties are exact.
    await server.connect(transport as unknown as Transport);
    await transport.handleRequest(req, res, message);
  };
