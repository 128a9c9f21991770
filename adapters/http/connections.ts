import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { problemMediaType } from '../../engine/index.ts';
import { fixedHeaders } from './accessControl.ts';
import { freshRequestId } from './routes.ts';

/**
 * Handles what Node leaves to the server's owner: bytes that are no HTTP request are refused with a problem document too, and an answer
 * that waits behind another on its connection gets `close` when the connection closes.
 */
export const tendConnections = (server: Server): void => {
  const answering = new Map<Duplex, ServerResponse>();
  server.on('connection', (socket) => {
    socket.once('close', () => answering.delete(socket));
  });
  server.prependListener('request', ({ socket, headers }: IncomingMessage, res: ServerResponse) => {
    // No upgrade is granted. After a request for one with a body that comes in pieces, Node reads nothing more on its connection.
    if (headers.upgrade !== undefined) res.shouldKeepAlive = false;
    if (res.socket !== null) {
      answering.set(socket, res);
      return;
    }
    // Each waiting answer adds listeners. Their number is bounded by the connection's buffers, so this is no leak.
    socket.setMaxListeners(0);
    const abandon = () => {
      res.destroy();
      res.emit('close');
    };
    socket.once('close', abandon);
    res.once('socket', () => {
      socket.off('close', abandon);
      answering.set(socket, res);
    });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const answer = answering.get(socket);
    // An answer that has begun must not be followed by another in its place.
    const isAnswering = answer?.headersSent === true && !answer.writableFinished;
    if (socket.writableEnded) return;
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) socket.destroy();
    else refuseOn(socket, refusals[error.code ?? ''] ?? unreadable);
  });
  server.on('connect', (_req, socket: Duplex) => {
    // Node no longer listens for this socket's errors: without a listener, one from a client that has left would end the process.
    socket.on('error', () => socket.destroy());
    refuseOn(socket, noProxy);
  });
  // An expectation other than `100-continue` is ignored: the request is answered as if it had none.
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => server.emit('request', req, res));
};

type Refusal = readonly [status: number, title: string, detail: string];

const unreadable: Refusal = [400, 'Bad Request', 'this is not an HTTP request'];
const noProxy: Refusal = [400, 'Bad Request', 'this is no proxy: ask for a path of the APIs'];
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'the headers have more bytes than are read'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'the request took too long to arrive'],
};

/**
 * A refusal where there is no response object. The connection is closed after it, but not at once: closing while the client still
 * sends would discard what it has not read yet.
 */
const refuseOn = (socket: Duplex, [status, title, detail]: Refusal): void => {
  const body = JSON.stringify({ title, status, detail });
  const headers = {
    ...fixedHeaders,
    'x-request-id': freshRequestId(),
    'x-podsim-rule': 'errors.malformed',
    'content-type': problemMediaType,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${body}`);
  socket.resume();
  const lingering = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(lingering));
};

const lingerMs = 1_000;
