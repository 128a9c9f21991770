import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long answers on their way may take to go out once a server stops. */
const drainMs = 2_000;

/**
 * Ends a server without cutting off what it says: gives a function that stops it. Node takes for idle a connection whose
 * answer is written and not sent yet, and for busy one over which nobody has ever asked anything; here only answers count.
 */
export const drainable = (server: Server): ((onClose: (() => void) | undefined) => Promise<void>) => {
  /** How many answers each connection has under way. */
  const connections = new Map<Socket, number>();
  let stopping = false;
  const count = (socket: Socket, by: number): void => {
    const answers = connections.get(socket);
    if (answers === undefined) return;
    connections.set(socket, answers + by);
    if (stopping && answers + by === 0) socket.destroySoon();
  };
  server.on('connection', (socket) => {
    connections.set(socket, 0);
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
    count(socket, 1);
    res.once('close', () => count(socket, -1));
  });
  server.closeIdleConnections = () => {
    for (const [socket, answers] of connections) if (answers === 0) socket.destroySoon();
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
      server.closeIdleConnections();
    });
};
