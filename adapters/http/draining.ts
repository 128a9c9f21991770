import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long answers on their way may take to go out once a server stops. */
const drainMs = 2_000;

/**
 * Ends a server without cutting off what it says: gives a function that stops it. Node takes for idle a connection whose
 * answer is written and not sent yet, and for busy one over which nobody has ever asked anything; here only answers count.
 */
export const drainable = (server: Server): ((onClose: (() => void) | undefined) => Promise<void>) => {
  /** The newest answer that each connection has been asked for; the last of those it has under way. */
  const newest = new Map<Socket, ServerResponse | undefined>();
  let stopping = false;
  const endAfter = (socket: Socket, res: ServerResponse | undefined): void => {
    if (res === undefined || res.closed) socket.destroySoon();
    // Another may have been asked for meanwhile.
    else res.once('close', () => endAfter(socket, newest.get(socket)));
  };
  server.on('connection', (socket) => {
    newest.set(socket, undefined);
    socket.once('close', () => newest.delete(socket));
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
      const late = setTimeout(() => server.closeAllConnections(), drainMs).unref();
      server.close(() => {
        clearTimeout(late);
        resolve();
      });
      onClose?.();
      for (const [socket, res] of newest) endAfter(socket, res);
    });
};
