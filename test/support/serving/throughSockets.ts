import { type Agent, request as httpRequest } from 'node:http';
import type { Transport } from '../../../adapters/explorer/overHttp.ts';

/** Through sockets, with no additional headers. */
export const throughSockets =
  (agent: Agent, port: number, prefix = ''): Transport =>
  ({ method, path, headers, body }) => {
    const req = httpRequest({ agent, port, host: '127.0.0.1', method, path: `${prefix}${path}`, headers });
    const answered = new Promise<number | undefined>((resolve) => {
      req.once('error', () => resolve(undefined));
      req.once('response', (res) => {
        if (res.headers['content-type'] === 'text/event-stream') req.destroy();
        res.once('close', () => resolve(res.statusCode));
        res.resume();
      });
    });
    req.end(body);
    return { answered, leave: () => req.destroy() };
  };
