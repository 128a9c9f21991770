import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { refuseHttp2, writeProblem } from '../../../engine/api/index.ts';
import type { LoggedRequest } from '../loggedRequest.ts';
import { freshRequestId } from '../routes.ts';

/** The first bytes of an HTTP/2 connection. */
const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/** Node's error where a client begins so on a connection of HTTP/1.1. */
export interface Prefaced {
  readonly code?: string | undefined;
  readonly rawPacket?: Uint8Array;
  /** Of the packet, up to the end of the preface. */
  readonly bytesParsed?: number;
}

export const isHttp2 = ({ code }: Prefaced): boolean => code === 'HPE_PAUSED_H2_UPGRADE';

/** How long such a connection may take, in ms: it is there for one refusal. */
const sessionMs = 5_000;

/** The event of a server for a connection whose client has agreed on HTTP/2. */
export const http2Connection = 'http2Connection';

/**
 * Returns the bytes to a connection that the parser of HTTP/1.1 has read of it, the preface of HTTP/2: as if nothing had been read. The
 * parser no longer listens.
 */
export const giveBack = (socket: Socket, { rawPacket, bytesParsed = 0 }: Prefaced): void => {
  for (const name of ['data', 'end', 'drain', 'timeout']) socket.removeAllListeners(name);
  socket.pause();
  socket.unshift(Buffer.concat([preface, (rawPacket ?? preface).subarray(bytesParsed)]));
};

/** Answers a client of HTTP/2 that podsim does not speak it, and ends its connection. */
export const answerHttp2 = (socket: Socket, log: RefusalLog): void => {
  if (socket.destroyed) return;
  const { performServerHandshake } = loadHttp2();
  const session = performServerHandshake(socket);
  const late = setTimeout(() => session.destroy(), sessionMs).unref();
  session.on('error', () => session.destroy()).once('close', () => clearTimeout(late));
  session.on('stream', (stream, headers) => {
    refuseOn(stream, headers, log);
    stream.once('close', () => session.close());
  });
};

/** Few processes ever need it. By `require`: the scripts of the command line cannot import a module on demand that is not next to them. */
const loadHttp2 = (): typeof import('node:http2') => createRequire(import.meta.url)('node:http2');

type RefusalLog = ((request: LoggedRequest) => void) | undefined;

const refuseOn = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, log: RefusalLog): void => {
  const refusal = refuseHttp2(headers);
  const { status, body, rule = null, headers: own } = writeProblem(refusal);
  const requestId = freshRequestId();
  const [method = '', path = '', host = null] = [headers[':method'], headers[':path'], headers[':authority']];
  log?.({ time: null, world: null, host, method, path, status, rule, detail: refusal.detail, requestId });
  stream.on('error', () => stream.destroy());
  // A client of gRPC reads no other status than its own, and no body.
  if (/^application\/grpc\b/i.test(headers['content-type'] ?? '')) {
    const trailers = { 'grpc-status': String(unimplemented), 'grpc-message': encodeURI(refusal.detail) };
    stream.respond({ ':status': 200, 'content-type': 'application/grpc', ...trailers }, { endStream: true });
    return;
  }
  stream.respond({ ':status': status, ...own, 'x-podsim-rule': rule ?? '', 'x-request-id': requestId });
  stream.end(method === 'HEAD' ? undefined : JSON.stringify(body));
};

/** The status of gRPC for a call that a server does not have. */
const unimplemented = 12;
