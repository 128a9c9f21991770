import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as NetServer, Socket } from 'node:net';

/** How long a stopping server waits for its answers to be sent. */
const drainMs = 2_000;

/**
 * Prepares a server to stop without cutting off answers, and returns the function that stops it. Node counts a connection as idle when its
 * answer is written but not sent yet, and as busy when it has never had a request. Here only unsent answers count. `front`: the listener on
 * the port.
 */
export const drainable = (server: Server, front: NetServer): ((onClose: (() => void) | undefined) => Promise<void>) => {
  /** The newest answer of each connection: the last of those under way. */
  const newest = new Map<Socket, ServerResponse | undefined>();
  let stopping = false;
  const endAfter = (socket: Socket, res: ServerResponse | undefined): void => {
    if (res === undefined || res.closed) socket.destroySoon();
    // There may have been another request meanwhile.
    else res.once('close', () => endAfter(socket, newest.get(socket)));
  };
  server.on('connection', (socket) => {
    newest.set(socket, undefined);
    socket.once('close', () => newest.delete(socket));
  });
  /** The connections of the port. Some have not shown their protocol yet. */
  const accepted = new Set<Socket>();
  if (front !== server)
    front.on('connection', (socket) => {
      accepted.add(socket);
      socket.once('close', () => accepted.delete(socket));
    });
  server.prependListener('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
    newest.set(socket, res);
    if (stopping) endAfter(socket, res);
  });
  server.closeIdleConnections = () => {
    for (const [socket, res] of newest) if (res === undefined || res.closed) socket.destroySoon();
  };
  return (onClose) =>
    new Promise((resolve) => {
      stopping = true;
      const late = setTimeout(() => {
        server.closeAllConnections();
        for (const socket of accepted) socket.destroy();
      }, drainMs).unref();
      front.close(() => {
        clearTimeout(late);
        resolve();
      });
      onClose?.();
      for (const socket of accepted) if (socket.bytesRead === 0) socket.destroy();
      for (const [socket, res] of newest) endAfter(socket, res);
    });
};
