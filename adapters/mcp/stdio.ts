import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Reach } from './drive.ts';
import type { Pages } from './pages.ts';
import { makeMcpServer } from './server.ts';

/** Serves one client on standard input and output, until the input ends. */
export const serveStdio = async (reach: Reach, pages: Pages): Promise<void> => {
  const server = makeMcpServer(reach, pages);
  // The SDK's transport does not end where its client is gone.
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    server.onclose = resolve;
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
};
