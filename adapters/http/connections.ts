import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { problemMediaType } from '../../engine/index.ts';
import { fixedHeaders } from './accessControl.ts';
import { freshRequestId } from './routes.ts';

/**
 * What Node leaves to us of a server's connections: bytes that are no request are refused by a problem document too, and
 * an answer that waits behind another on its connection hears when that has closed.
 */
export const tendConnections = (server: Server): void => {
  const answering = new Map<Duplex, ServerResponse>();
  server.on('connection', (socket) => {
    socket.once('close', () => answering.delete(socket));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
    if (res.socket !== null) {
      answering.set(socket, res);
      return;
    }
    // As many may wait as the connection's buffers hold; that is no leak.
    socket.setMaxListeners(0);
    const closed = () => {
      res.destroy();
      res.emit('close');
    };
    socket.once('close', closed);
    res.once('socket', () => {
      socket.off('close', closed);
      answering.set(socket, res);
    });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const answer = answering.get(socket);
    // Into an answer that has begun no other can be written.
    const isAnswering = answer?.headersSent === true && !answer.writableFinished;
    if (socket.writableEnded) return;
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) socket.destroy();
    else refuseOn(socket, refusals[error.code ?? ''] ?? unreadable);
  });
  server.on('connect', (_req, socket: Duplex) => {
    // Node has let go of it: a client that is gone would be an error that nobody catches.
    socket.on('error', () => socket.destroy());
    refuseOn(socket, noProxy);
  });
  // Whatever else than `100-continue` somebody expects, the answer is what it would be without.
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
 * A refusal where there is no response to write it with. The connection ends with it; but not at once, for who closes on
 * a client that still sends takes away what it has not read yet.
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
