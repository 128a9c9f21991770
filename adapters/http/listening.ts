import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Express } from 'express';
import { problemOf } from '../../engine/index.ts';
import { fixedHeaders } from './hardening.ts';

export interface Listening {
  readonly server: Server;
  readonly host: string;
  readonly port: number;
  readonly url: string;
  /** Takes no more requests, waits for those in flight, and ends. */
  close(): Promise<void>;
}

/** How long a client may take: to send the head of a request, all of it, and between two. */
const headersTimeoutMs = 20_000;
const requestTimeoutMs = 60_000;
const keepAliveTimeoutMs = 65_000;
/** How long answers in flight may take to go out once the server stops. */
const drainMs = 2_000;

/** Serves the app on a port; rejects when the port cannot be had. */
export const listening = (
  app: Express,
  { host, port, onClose }: { host: string; port: number; onClose?: () => void },
): Promise<Listening> =>
  new Promise((resolve, reject) => {
    const server = createServer({ connectionsCheckingInterval: 1_000, noDelay: true }, app);
    server.headersTimeout = headersTimeoutMs;
    server.requestTimeout = requestTimeoutMs;
    server.keepAliveTimeout = keepAliveTimeoutMs;
    server.on('clientError', refuseUnreadable);
    server.once('error', reject);
    server.listen(port, host, () => {
      const { port: actual } = server.address() as AddressInfo;
      resolve({
        server,
        host,
        port: actual,
        url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
        close: () => closed(server, onClose),
      });
    });
  });

/** What waits is answered by `onClose`; then what is idle is closed, and what is not soon after. */
const closed = (server: Server, onClose: (() => void) | undefined): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    onClose?.();
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), drainMs).unref();
  });

/** Bytes that are no HTTP request, or come too slowly: a problem document too, as far as one can be sent. */
const refuseUnreadable = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, title, detail] = refusals[error.code ?? ''] ?? [400, 'Bad Request', 'this is not an HTTP request'];
  const body = JSON.stringify({ title, status, detail });
  const { headers = {} } = problemOf({ kind: 'malformed', rule: 'errors.malformed', detail });
  const lines = Object.entries({ ...fixedHeaders, ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' });
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`);
};

const refusals: Readonly<Record<string, readonly [number, string, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'the headers have more bytes than are read'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'the request took too long to arrive'],
};
