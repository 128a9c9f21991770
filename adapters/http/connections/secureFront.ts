import type { Server } from 'node:http';
import { createServer, type Server as NetServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { ServerContexts } from '../../tls/serverContexts.ts';
import { http2Connection } from './refuseHttp2.ts';

/** Begins a TLS connection: a handshake record. No method of HTTP begins with this byte. */
const handshakeByte = 0x16;

/**
 * Listens in place of an HTTP server that has no port, and gives it each connection: as it is, or decrypted if the client speaks TLS.
 * `silentMs`: how long a client may take to say which.
 */
export const createFront = (server: Server, contexts: ServerContexts, silentMs: number): NetServer => {
  // A server that listens does this itself: it begins to watch over slow clients.
  server.emit('listening');
  const front = createServer({ noDelay: true }, (socket) => acceptEither(server, socket, contexts, silentMs));
  front.once('close', () => server.close());
  return front;
};

/** Gives a connection to an HTTP server, which reads its first byte to see how the client speaks. */
export const acceptEither = (server: Server, socket: Socket, contexts: ServerContexts, silentMs: number): void => {
  const leave = () => socket.destroy();
  // One that says nothing and ends is left with it: a server's connections may be half open.
  socket.once('error', leave).once('end', leave).setTimeout(silentMs, leave);
  socket.once('data', (first: Uint8Array) => {
    socket.setTimeout(0).off('timeout', leave).off('end', leave);
    socket.pause();
    socket.unshift(first);
    if (first[0] === handshakeByte) acceptSecure(server, socket, contexts, silentMs);
    else {
      server.emit('connection', socket);
      socket.resume();
    }
  });
};

/** Gives a connection to an HTTP server once it is decrypted. A client that does not trust the certificate leaves before that. */
const acceptSecure = (server: Server, socket: Socket, contexts: ServerContexts, silentMs: number): void => {
  const secure = new TLSSocket(socket, {
    isServer: true,
    secureContext: contexts.ownContext,
    // HTTP/2 is not served: a client that can do both speaks 1.1, and one that cannot is told so.
    ALPNProtocols: ['http/1.1', 'h2'],
    SNICallback: (name, answer) => {
      const context = contexts.contextFor(name.toLowerCase());
      if (context === undefined) answer(new Error(`there is no certificate for ${name}`));
      else answer(null, context);
    },
  });
  const leave = () => socket.destroy();
  const late = setTimeout(leave, silentMs).unref();
  socket.once('error', leave).once('close', () => clearTimeout(late));
  secure.once('error', leave);
  secure.once('secure', () => {
    clearTimeout(late);
    secure.off('error', leave);
    // A session of HTTP/2 waits for this: only a server of TLS sets it.
    Object.assign(secure, { secureConnecting: false });
    server.emit(secure.alpnProtocol === 'h2' ? http2Connection : 'connection', secure);
  });
};
