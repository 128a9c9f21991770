import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Limits, limitWords, problemMediaType } from '../../../engine/api/index.ts';
import { fixedHeaders } from '../accessControl.ts';
import type { LoggedRequest } from '../loggedRequest.ts';
import { freshRequestId } from '../routes.ts';
import { Crowd } from './crowd.ts';
import { Pipelining } from './pipelining.ts';
import { answerHttp2, giveBack, http2Connection, isHttp2, type Prefaced } from './refuseHttp2.ts';

/**
 * Handles everything that Node leaves to the server's owner: refuses bytes that are no HTTP request with a problem document too, and passes
 * requests of one connection to the listener one after another.
 */
export const tendConnections = (
  server: Server,
  listener: RequestListener,
  { pipelined }: Pick<Limits, 'pipelined'>,
  log?: (request: LoggedRequest) => void,
): void => {
  const answering = new Map<Duplex, ServerResponse>();
  const refuse = (socket: Duplex, refusal: Refusal): void => {
    const answer = answering.get(socket);
    if (socket.writableEnded) return;
    // An answer that has begun must not be followed by another in its place.
    if (!socket.writable || (answer?.headersSent === true && !answer.writableFinished)) socket.destroy();
    else refuseOn(socket, refusal);
  };
  const pipelining = new Pipelining(pipelined, (socket) => {
    refuse(socket, tooManyWaiting(pipelined));
    // At once: Node holds all that the client has sent as long as the connection is open.
    socket.destroySoon();
  });
  server.on('connection', (socket) => {
    socket.once('close', () => answering.delete(socket));
  });
  server.prependListener('request', ({ socket, headers }: IncomingMessage, res: ServerResponse) => {
    // No upgrade is granted. After a request for one with a body that comes in pieces, Node reads nothing more on its connection.
    if (headers.upgrade !== undefined) res.shouldKeepAlive = false;
    if (res.socket !== null) answering.set(socket, res);
    else res.once('socket', () => answering.set(socket, res));
  });
  server.on('request', pipelining.inTurn(new Crowd(listener).take));
  const takeHttp2 = (socket: Socket): void => answerHttp2(socket, log);
  server.on(http2Connection, takeHttp2);
  let hasSaidTls = false;
  server.on('clientError', (error: NodeJS.ErrnoException & Prefaced, socket: Duplex) => {
    if (isHttp2(error) && !answering.has(socket)) {
      giveBack(socket as Socket, error);
      return takeHttp2(socket as Socket);
    }
    if (isTls(error.rawPacket) && !hasSaidTls) {
      hasSaidTls = true;
      process.stderr.write(
        'a client speaks TLS to this port, which has plain HTTP: give it a URL that begins with http://, not https://\n',
      );
    }
    if (error.code === 'ECONNRESET') socket.destroy();
    // It is this server that does not read the rest.
    else if (error.code !== timedOut || !pipelining.isHeldBack(socket as Socket)) refuse(socket, refusals[error.code ?? ''] ?? unreadable);
  });
  server.on('connect', (_req, socket: Duplex) => {
    // Node no longer listens for this socket's errors: without a listener, one from a client that has left would end the process.
    socket.on('error', () => socket.destroy());
    refuseOn(socket, noProxy);
  });
  // An expectation other than `100-continue` is ignored: the request is answered as if it had none.
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => server.emit('request', req, res));
};

/** Whether a connection begins as TLS does: with a handshake record of its version 3. */
const isTls = (first: Uint8Array | undefined): boolean => first?.[0] === 0x16 && first[1] === 0x03;

type Refusal = readonly [status: number, title: string, detail: string, rule?: string];

const tooManyWaiting = (most: number): Refusal => [
  503,
  'Service Unavailable',
  `${most} requests wait for the answers before them on their connections, and no more may: read the answers first (${limitWords('pipelined')})`,
  'server.limits',
];

const timedOut = 'ERR_HTTP_REQUEST_TIMEOUT';
const unreadable: Refusal = [400, 'Bad Request', 'this is not an HTTP request'];
const noProxy: Refusal = [400, 'Bad Request', 'this is no proxy: ask for a path of the APIs'];
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'the headers have more bytes than are read'],
  [timedOut]: [408, 'Request Timeout', 'the request took too long to arrive'],
};

/**
 * A refusal without a response object. The connection is closed after it, but not at once: closing while the client still sends would
 * discard the unread part of the refusal.
 */
const refuseOn = (socket: Duplex, [status, title, detail, rule = 'errors.malformed']: Refusal): void => {
  const body = JSON.stringify({ title, status, detail });
  const headers = {
    ...fixedHeaders,
    'x-request-id': freshRequestId(),
    'x-podsim-rule': rule,
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
